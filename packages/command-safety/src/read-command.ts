import type { Finding } from "./finding.ts";
import { Isolation } from "./isolation.ts";
import { CommandReader } from "./reader.ts";
import type { ReaderOptions } from "./reader.ts";
import { Budget, BudgetSpent, maxSteps } from "./shell/budget.ts";
import { UNKNOWN } from "./shell/unknown.ts";
import { judgeTouches } from "./touches.ts";
import { isWrittenByPerson } from "./scripts/judge-script.ts";
import { ScriptFiles } from "./scripts/script-files.ts";
import type { JudgeCommandOptions } from "./judge-command.ts";
import type { CommandVerdict } from "./verdict.ts";

const maxLength = 100_000;
/** Quotes, brackets and operators. The parser alone would need longer for more of them than a verdict may take. */
const maxMarks = 10_000;

/** Does what `judgeCommand` says. */
export async function readCommand(command: string, options: JudgeCommandOptions): Promise<CommandVerdict> {
  const unreadable = reasonNotToRead(command);
  if (unreadable !== undefined) return notRead(unreadable);
  const isolation = isolationOf(options);
  const closed = isClosed(options) ? await import("./closed/index.ts") : undefined;
  const { reader, scripts } = await readWithScripts(command, options, isolation, closed?.closedReading);
  const touched = await judgeTouches(
    isolation === undefined ? reader.touches : reader.touches.flatMap((touch) => isolation.onHost(touch)),
    options,
  );
  const { places } = options;
  const uncertain =
    closed === undefined
      ? []
      : [
          ...(await closed.judgePlaces(reader.touches, places)),
          ...closed.judgeRepositories(reader.notes, places),
        ];
  const findings = [
    ...reader.findings,
    ...judgeForwarded(command, reader, options),
    ...touched,
    ...uncertain,
  ].map(inScript);
  return {
    findings,
    understood: reader.understood,
    effects: reader.effects,
    commands: reader.commands,
    scripts: scripts.all.map((file) => ({
      path: file.path,
      sha256: file.sha256,
      text: isWrittenByPerson(file.path, file, options.places) ? undefined : file.text,
    })),
  };
}

/** A script may run others, and those again. */
const maxRounds = 8;

async function readWithScripts(
  command: string,
  options: JudgeCommandOptions,
  isolation: Isolation | undefined,
  closed: ReaderOptions["closed"],
): Promise<{ readonly reader: CommandReader; readonly scripts: ScriptFiles }> {
  const { cwd, places, variables = {}, scripts: source = {} } = options;
  const { workspace, extraRoots = [] } = places;
  const hostOf = isolation && ((path: string) => isolation.hostOf(path));
  const scripts = new ScriptFiles({ ...source, hostOf, roots: [workspace, ...extraRoots] });
  for (let round = 0; ; round++) {
    const reader = new CommandReader({
      ...{ cwd, variables, scripts, isolation, closed, budget: new Budget(maxSteps) },
      places: isolation?.placesInside(places) ?? places,
    });
    readWithin(reader, command);
    if (!(await scripts.load())) return { reader, scripts };
    if (round < maxRounds) continue;
    reader.ask("code.unread", "It runs scripts that run further ones, too many to follow.");
    return { reader, scripts };
  }
}

function reasonNotToRead(command: string): string | undefined {
  if (command.length > maxLength)
    return `The command is ${command.length} characters long; only ${maxLength} are read.`;
  if ((command.match(/['"`\\$(){}|&;<>]/g)?.length ?? 0) > maxMarks)
    return "The command has too many parts to be read.";
  if (command.includes("\0") || command.includes(UNKNOWN))
    return "The command holds characters that no shell text holds.";
  // A terminal shows these as something else, or not at all.
  if (
    /[\u0001-\u0008\u000b\u000c\u000e-\u001a\u001c-\u001f\u007f\u0080-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/u.test(
      command,
    )
  )
    return "The command holds characters that cannot be seen.";
  return undefined;
}

function readWithin(reader: CommandReader, command: string): void {
  try {
    reader.read(command);
  } catch (error) {
    // Deep nesting may end the stack before the budget: both mean that the text was not read to its end.
    if (!(error instanceof BudgetSpent) && !(error instanceof RangeError)) throw error;
    reader.understood = false;
    reader.ask("command.unread", "The command is too large to be read to its end.");
  }
}

function notRead(reason: string): CommandVerdict {
  const finding: Finding = { id: "command.unread", severity: "ask", reason };
  return { findings: [finding], understood: false, effects: [], commands: [], scripts: [] };
}

function isClosed({ backend, reading }: JudgeCommandOptions): boolean {
  return reading === "closed" && backend?.isolated !== true;
}

function isolationOf({ backend }: JudgeCommandOptions): Isolation | undefined {
  return backend?.isolated === true ? new Isolation(backend.mounts) : undefined;
}

/** A person is told where it stands. */
function inScript(finding: Finding): Finding {
  const { reason, script } = finding;
  return script === undefined ? finding : { ...finding, reason: `${reason} (in ${script})` };
}

/** Credentials that were given along may be used, but where they are named or listed a person looks on. */
function judgeForwarded(
  command: string,
  { effects }: CommandReader,
  { backend }: JudgeCommandOptions,
): readonly Finding[] {
  const { isolated = false, forwarded = [] } = backend ?? {};
  if (!isolated || forwarded.length === 0) return [];
  const named = forwarded.find((name) => new RegExp(`\\b${name}\\b`).test(command));
  const lists =
    /(^|[\s;&|($`])(env|printenv|export|set|declare)\b(?!\s+\w)/.test(command) ||
    /\/proc\/\S+\/environ|os\.environ\b|process\.env\b(?!\.\w)/.test(command);
  const sends = effects.some(({ kind }) => kind === "network");
  if (named === undefined && !(lists && sends)) return [];
  const reason = `It uses ${named ?? forwarded.join(", ")}, which this machine has handed on.`;
  return [{ id: "credentials.forwarded", severity: "ask", reason }];
}
