import { environmentVariables, type EnvironmentVariable } from "@hermes/config";
import type { Runtime } from "@hermes/runtime";
import type { Host } from "../../host.ts";
import type { Choice } from "../../prompt/question.ts";
import { oneLine } from "../../render/fit.ts";
import { isKey } from "../auth/add.ts";
import type { SetupDesk } from "./setup-desk.ts";
import type { SectionState, SetupSection } from "./setup-section.ts";
import { loadHome, withHomeRuntime } from "./with-home-runtime.ts";

/** What opens services that tools use, and what a person is asked for. */
const toolVariables: readonly EnvironmentVariable[] = environmentVariables.filter(
  ({ tools, prompt }) => tools !== undefined && prompt !== undefined,
);

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
    const set = toolVariables.filter(({ name }) => loaded.env[name]).map(({ name }) => name);
    const keys = set.length === 0 ? "web search without a key" : `set: ${set.join(", ")}`;
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
    const choices = [done, ...toolVariables.map((each) => choiceOf(each, { ...env, ...given }))];
    // oxlint-disable-next-line no-await-in-loop
    const answer = await desk.choose("Do you have a key of one of these?", { choices });
    if (answer?.type !== "choice" || answer.id === "done") return isWritten;
    const chosen = toolVariables.find(({ name }) => name === answer.id);
    // oxlint-disable-next-line no-await-in-loop
    const value = chosen === undefined ? undefined : await askValue(desk, chosen);
    if (chosen === undefined || value === undefined) continue;
    const { name } = chosen;
    // oxlint-disable-next-line no-await-in-loop
    await withHomeRuntime(host, async ({ settings }) => await settings.changeVariables({ [name]: value }));
    given[name] = value;
    desk.say(`Written: ${name}`);
  }
}

function choiceOf(
  { name, meaning }: EnvironmentVariable,
  env: Readonly<Record<string, string | undefined>>,
): Choice {
  const label = meaning.replace(/\.$/, "");
  return { id: name, label: env[name] ? `${label} (set)` : label, detail: name };
}

async function askValue(
  desk: SetupDesk,
  { name, prompt = name, link, secret }: EnvironmentVariable,
): Promise<string | undefined> {
  if (link !== undefined) desk.say(`You get it at ${link}`);
  const value = secret === true ? await desk.askSecret(prompt) : await desk.askLine(prompt);
  if (value === undefined || value === "") return undefined;
  if (isKey(value)) return value;
  desk.say("This has blanks or letters that it can't have. Nothing was written.");
  return undefined;
}
