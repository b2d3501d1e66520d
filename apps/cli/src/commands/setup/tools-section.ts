import type { Runtime } from "@hermes/runtime";
import type { Host } from "../../host.ts";
import type { Choice } from "../../prompt/question.ts";
import { oneLine } from "../../render/fit.ts";
import { isKey } from "../auth/add.ts";
import type { SetupDesk } from "./setup-desk.ts";
import type { SectionState, SetupSection } from "./setup-section.ts";
import { toolKeys, type ToolKey } from "./tool-keys.ts";
import { loadHome, withHomeRuntime } from "./with-home-runtime.ts";

/** Keys of services that tools use; without one the web is searched all the same. */
export function toolsSection(host: Host): SetupSection {
  return {
    name: "tools",
    title: "Tools",
    state: async () => await stateOf(host),
    ask: askTools,
  };
}

async function stateOf(host: Host): Promise<SectionState> {
  return await withHomeRuntime(host, async ({ loaded, runtime }) => {
    const set = toolKeys.filter(({ variable }) => loaded.env[variable]).map(({ label }) => label);
    const keys = set.length === 0 ? "web search without a key" : `keys of ${set.join(", ")}`;
    const missing = (await missingIn(runtime)).map(({ toolset }) => toolset);
    return { isSet: true, text: missing.length === 0 ? keys : `${keys}; not usable: ${missing.join(", ")}` };
  });
}

interface MissingTool {
  readonly toolset: string;
  readonly reason: string;
}

/** Toolsets of which something can't be used here, and why. */
async function missingIn(runtime: Runtime): Promise<readonly MissingTool[]> {
  const toolsets = await (await runtime.tools()).toolsets();
  return toolsets.flatMap(({ name, unavailable }) => {
    const [first] = unavailable;
    return first === undefined ? [] : [{ toolset: name, reason: oneLine(first.reason) }];
  });
}

async function askTools(desk: SetupDesk): Promise<boolean> {
  const { host } = desk;
  const missing = await withHomeRuntime(host, async ({ runtime }) => await missingIn(runtime));
  for (const { toolset, reason } of missing)
    desk.say(`${toolset} can't be used whole: ${reason}`, { indent: 2 });
  const given: Record<string, string> = {};
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- one key after another
    const { env } = await loadHome(host);
    const isWritten = Object.keys(given).length > 0;
    const done: Choice = { id: "done", label: isWritten ? "No more" : "None now" };
    const choices = [done, ...toolKeys.map((key) => choiceOf(key, { ...env, ...given }))];
    // oxlint-disable-next-line no-await-in-loop
    const answer = await desk.choose("Do you have a key of one of these?", { choices });
    if (answer?.type !== "choice" || answer.id === "done") return isWritten;
    const chosen = toolKeys.find(({ variable }) => variable === answer.id);
    // oxlint-disable-next-line no-await-in-loop
    const value = chosen === undefined ? undefined : await askValue(desk, chosen);
    if (chosen === undefined || value === undefined) continue;
    const { variable } = chosen;
    // oxlint-disable-next-line no-await-in-loop
    await withHomeRuntime(
      host,
      async ({ settings }) => await settings.changeVariables({ [variable]: value }),
    );
    given[variable] = value;
    desk.say(`Written: ${variable}`);
  }
}

function choiceOf(
  { variable, label, gives }: ToolKey,
  env: Readonly<Record<string, string | undefined>>,
): Choice {
  return { id: variable, label: env[variable] ? `${label} (set)` : label, detail: gives };
}

async function askValue(
  desk: SetupDesk,
  { variable, label, page, isSecret }: ToolKey,
): Promise<string | undefined> {
  desk.say(`You get it at ${page}`);
  const value = isSecret
    ? await desk.askSecret(`The key of ${label}`)
    : await desk.askLine(`${variable} of ${label}`);
  if (value === undefined || value === "") return undefined;
  if (isKey(value)) return value;
  desk.say("This has blanks or letters that it can't have. Nothing was written.");
  return undefined;
}
