import { nearest } from "@hermes/registry";
import { toFailure, usageError } from "../../failure.ts";
import { exitCodes, Stop, type Host } from "../../host.ts";
import { printJson, printLines } from "../../render/print.ts";
import { coloured, createStyle } from "../../render/style.ts";
import { wrap } from "../../render/wrap.ts";
import { chatsSection } from "./chats-section.ts";
import { memorySection } from "./memory-section.ts";
import { modelSection } from "./model-section.ts";
import { setupDesk, type SetupDesk } from "./setup-desk.ts";
import type { SetupFlags } from "./setup-flags.ts";
import { sectionNames, type SectionState, type SetupSection } from "./setup-section.ts";
import { terminalSection } from "./terminal-section.ts";
import { toolsSection } from "./tools-section.ts";
import { loadHome } from "./with-home-runtime.ts";

/** `hermes setup`: all sections in turn, or the one that is named. Each writes what it was told at its end, and can be passed over. */
export async function setup(name: string | undefined, flags: SetupFlags, host: Host): Promise<number> {
  const all = [modelSection, terminalSection, chatsSection, toolsSection, memorySection].map((make) =>
    make(host, flags),
  );
  const chosen = name === undefined ? all : [sectionNamed(name, all)];
  // What can't be read is said before anything is asked.
  await loadHome(host);
  if (flags.nonInteractive || flags.json || !host.stdinIsTerminal)
    return await applyFlags(chosen, { flags, host, isNamed: name !== undefined });
  return await askThrough(chosen, setupDesk(host));
}

function sectionNamed(name: string, all: readonly SetupSection[]): SetupSection {
  const found = all.find((section) => section.name === name);
  if (found !== undefined) return found;
  const near = nearest(name, sectionNames);
  const advice = near === undefined ? `There are ${sectionNames.join(", ")}.` : `Did you mean ${near}?`;
  throw usageError(`There is no part "${name}" to set up. ${advice}`);
}

interface ApplyOptions {
  readonly flags: SetupFlags;
  readonly host: Host;
  readonly isNamed: boolean;
}

/** Nobody is asked. A section without flags tells how it is. */
async function applyFlags(
  chosen: readonly SetupSection[],
  { flags, host, isNamed }: ApplyOptions,
): Promise<number> {
  const facts: Record<string, unknown> = {};
  const lines: string[] = [];
  for (const section of chosen) {
    const isMeant =
      isNamed || (section.name === "terminal" ? flags.backend !== undefined : namesModel(flags));
    if (section.apply !== undefined && isMeant) {
      // oxlint-disable-next-line no-await-in-loop -- each reads what the one before wrote
      const applied = await section.apply(flags);
      lines.push(...applied.lines);
      facts[section.name] = applied.facts;
    } else {
      // oxlint-disable-next-line no-await-in-loop
      const { isSet, text } = await stateOf(section, host);
      lines.push(`${section.title}: ${text}`);
      facts[section.name] = { isSet, text };
    }
  }
  if (flags.json) printJson(host, facts);
  else printLines(host, lines);
  return exitCodes.ok;
}

/** Without a flag for something else, the model is what a set-up is about. */
function namesModel({ backend, provider, model, baseUrl, apiKeyEnv }: SetupFlags): boolean {
  return backend === undefined || [provider, model, baseUrl, apiKeyEnv].some((flag) => flag !== undefined);
}

async function askThrough(chosen: readonly SetupSection[], desk: SetupDesk): Promise<number> {
  const { host } = desk;
  const style = createStyle(coloured(host.stdout));
  const written = new Set<SetupSection>();
  if (chosen.length > 1)
    desk.say("Enter takes what is marked, Escape passes over a step, Ctrl-C ends. What was done stays.");
  try {
    for (const [index, section] of chosen.entries()) {
      const place = chosen.length === 1 ? "" : ` (${index + 1} of ${chosen.length})`;
      printLines(host, ["", style.bold(`${section.title}${place}`)]);
      // oxlint-disable-next-line no-await-in-loop -- one after another
      if (await asked(section, desk)) written.add(section);
    }
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    const done = [...written].map(({ name }) => name).join(", ");
    desk.say(`Stopped. ${done === "" ? "Nothing was written." : `Written: ${done}.`}`);
    return error.exitCode;
  }
  await summarize(chosen, written, desk);
  if (chosen.length > 1) await offerOtherAgents(desk);
  return exitCodes.ok;
}

/** One that can't be looked at does not take the others with it. */
async function stateOf(section: SetupSection, { stopped }: Host): Promise<SectionState> {
  try {
    return await section.state();
  } catch (error) {
    stopped.throwIfAborted();
    return { isSet: false, text: toFailure(error).message };
  }
}

/** A section that can't be finished does not take the others with it. */
async function asked(section: SetupSection, desk: SetupDesk): Promise<boolean> {
  try {
    return await section.ask(desk);
  } catch (error) {
    if (error instanceof Stop || desk.host.stopped.aborted) throw error;
    const { message, hint = "" } = toFailure(error);
    desk.say(`${message} ${hint}`.trim());
    return false;
  }
}

/** What other agents left here is said in one line, and shown in full before any of it is taken over. */
async function offerOtherAgents({ host, choose }: SetupDesk): Promise<void> {
  const [{ findImports, importSummary }, { offerImports }] = await Promise.all([
    import("../import/find-imports.ts"),
    import("../import/offer-imports.ts"),
  ]);
  const found = await findImports(host);
  const summary = importSummary(found);
  if (summary === undefined) return;
  const answer = await choose(`${summary} Take it over?`, {
    choices: [
      { id: "later", label: "Not now (later: hermes import)" },
      { id: "show", label: "Show all of it, and ask for each" },
    ],
  });
  if (answer?.type === "choice" && answer.id === "show") await offerImports(found, host);
}

async function summarize(
  chosen: readonly SetupSection[],
  written: ReadonlySet<SetupSection>,
  { host }: SetupDesk,
): Promise<void> {
  const { columns } = host.stdout;
  const lines: string[] = [""];
  let hasModel = true;
  for (const section of chosen) {
    // oxlint-disable-next-line no-await-in-loop -- few, and cheap
    const { isSet, text } = await stateOf(section, host);
    if (section.name === "model") hasModel = isSet;
    const later = written.has(section) || isSet ? "" : ` (later: hermes setup ${section.name})`;
    lines.push(...wrap(`${isSet ? "✓" : "–"} ${section.title}: ${text}${later}`, { columns }));
  }
  const next = hasModel ? 'Next: hermes, or hermes -q "What is in this folder?"' : "Next: hermes setup model";
  printLines(host, [...lines, ...wrap(next, { columns })]);
}
