import { exitCodes, Stop, type Host } from "../../host.ts";
import type { Choice, Outcome, Question } from "../../prompt/question.ts";
import { questionsOnTerminal } from "../../prompt/questions-on-terminal.ts";
import { printLines } from "../../render/print.ts";
import { keepToolsets } from "./keep-toolsets.ts";
import { keptLines } from "./kept-lines.ts";
import { platformNamed, platformsToChoose } from "./platform-names.ts";
import { platformToolsets, type PlatformToolset, type PlatformToolsets } from "./platform-toolsets.ts";
import { withTools, type ToolsHome } from "./with-tools.ts";

/** `hermes tools` at a terminal: chooses a platform, then its toolsets. */
export async function chooseToolsets(
  { platform }: { readonly platform?: string | undefined },
  host: Host,
): Promise<number> {
  return await withTools(host, async (home) => {
    const { registry, loaded } = home;
    const chosen =
      platform === undefined
        ? await choosePlatform(home, host)
        : platformNamed(platform, loaded.settings, registry);
    if (chosen === undefined) return left(host);
    const before = await platformToolsets(registry, loaded.settings, chosen);
    const outcome = await put(host, checklist(before));
    if (outcome.type !== "several") return left(host);
    const kept = await keepToolsets(home, before, outcome.ids);
    printLines(host, keptLines(kept, loaded.configPath, host.stdout.columns));
    return exitCodes.ok;
  });
}

function left(host: Host): number {
  host.stdout.write("Nothing was changed.\n");
  return exitCodes.ok;
}

async function choosePlatform(
  { runtime, registry, loaded }: ToolsHome,
  host: Host,
): Promise<string | undefined> {
  // A program with the messengers, which nothing else here needs.
  const { servedNames } = await import("../gateway/fill-gateway.ts");
  const served = await servedNames(runtime, await runtime.acceptedSettings());
  const names = platformsToChoose(served, loaded.settings);
  const choices = await Promise.all(
    names.map(async (id): Promise<Choice> => {
      const { toolsets } = await platformToolsets(registry, loaded.settings, id);
      const on = toolsets.filter(({ isOn }) => isOn).length;
      return { id, label: id, detail: `${on} of ${toolsets.length} toolsets` };
    }),
  );
  const outcome = await put(host, { question: "Tools of which platform?", choices, escape: "leaves" });
  return outcome.type === "choice" ? outcome.id : undefined;
}

function checklist({ platform, toolsets }: PlatformToolsets): Question {
  const on = (ids: readonly string[]) => toolsets.filter(({ name }) => ids.includes(name)).length;
  return {
    question: `Toolsets of ${platform}`,
    several: true,
    escape: "leaves",
    choices: toolsets.map((each) => ({
      ...{ id: each.name, label: each.name, marked: each.isOn, dim: each.missing !== undefined },
      detail: detailOf(each),
    })),
    settled: (outcome) =>
      outcome?.type === "several"
        ? { sign: "✓", text: `Toolsets of ${platform}: ${on(outcome.ids)} of ${toolsets.length}` }
        : { sign: "–", text: `Toolsets of ${platform}: left as they are` },
  };
}

function detailOf({ description, tools, tokens, missing }: PlatformToolset): string {
  const size = `${tools.length === 1 ? "1 tool" : `${tools.length} tools`}`;
  const room = tokens === 0 ? "" : `, ${tokens} tokens`;
  const lack = missing === undefined ? "" : ` (missing: ${missing})`;
  return `${description === "" ? "" : `${description} · `}${size}${room}${lack}`;
}

async function put(host: Host, question: Question): Promise<Outcome> {
  const outcome = await questionsOnTerminal(host).put(question, { signal: host.stopped });
  if (outcome.type === "interrupt")
    throw new Stop("The person interrupted the question.", exitCodes.interrupted);
  return outcome;
}
