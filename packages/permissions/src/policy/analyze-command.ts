import { isAbsolute, join } from "node:path";
import type { Finding } from "../finding.ts";
import type { CommandVerdict, Effect, FoundCommand, PathAccess } from "@hermes/command-safety";
import { followHardLink, hostPath, judgeCommand, judgePath, realPath } from "@hermes/command-safety";
import { oneBlank } from "./operation.ts";
import { connectOperation, hostsOf } from "./connect-operation.ts";
import type { Operation } from "./operation.ts";
import { isReader } from "./reading-commands.ts";
import type { CallAnalysis, TouchedPath } from "./call-analysis.ts";
import { editsItself } from "./typed-text.ts";
import { analyzePush } from "./pushed-files.ts";
import type { GuardEnvironment } from "./guard-environment.ts";
import { pathOperation } from "./touched-path.ts";

export interface CommandCall {
  readonly tool: string;
  readonly toolset: string;
  /** What the tool calls it. */
  readonly action: string;
  /** What it is for rules that ask or deny, whatever the tool calls it. */
  readonly strictAction: string;
  readonly text: string;
  /** Absolute. */
  readonly cwd: string;
  /** All that a running process would have got with this text at its end. */
  readonly typed?: string | undefined;
}

/** Reads a shell text without running it. */
export async function analyzeCommand(call: CommandCall, options: GuardEnvironment): Promise<CallAnalysis> {
  const { tool, toolset, action, strictAction, text, cwd } = call;
  const { places, backend, scripts, reading } = options;
  const judge = (script: string) => judgeCommand(script, { cwd, places, backend, scripts, reading });
  const verdict = withTyped(
    await judge(text),
    call.typed === undefined ? undefined : await judge(call.typed),
    text,
  );
  const names = { tool, toolset };
  const operationNames = { ...names, actions: [action], strictActions: [strictAction] };
  const [paths, pushed] = await Promise.all([
    touchedBy(verdict.effects, cwd, options),
    analyzePush(verdict, cwd, options),
  ]);
  const ofLinks = await findingsOfLinks(paths, verdict.findings, options);
  const findings = [
    ...verdict.findings,
    ...ofLinks,
    ...pushed.findings,
    ...(call.typed === undefined ? [] : findingsOfInput(options)),
  ];
  return {
    tool,
    action,
    summary: text,
    readOnly: isReadOnly(verdict),
    operations: commandOperations(verdict.commands.filter(isNamed), operationNames, text),
    // An allow rule matches the command that was given; what its scripts do can be denied and asked about by name.
    sideOperations: [
      ...paths.map((path) => pathOperation(names, path)),
      ...hostsOf(verdict).map(connectOperation),
      ...verdict.commands
        .filter((each) => !isNamed(each))
        .flatMap((each) => commandOperations([each], operationNames, each.text)),
    ],
    findings,
    command: { ...verdict, scripts: [...verdict.scripts, ...pushed.files], findings, text, cwd },
    paths,
  };
}

/** Also of a shell it shows only then which program takes the text. */
function findingsOfInput({ backend, reading }: GuardEnvironment): readonly Finding[] {
  if (reading !== "closed" || backend.isolated) return [];
  const reason = "It types into a program, and what that makes of the text is not known here.";
  return [{ id: "input.typed", severity: "ask", reason }];
}

function isNamed({ script }: FoundCommand): boolean {
  return script === undefined;
}

/** What a link on the way leads to is judged like a path that is named. */
async function findingsOfLinks(
  paths: readonly TouchedPath[],
  known: readonly Finding[],
  options: GuardEnvironment,
): Promise<readonly Finding[]> {
  const linked = paths.filter(({ path, real }) => path !== real);
  const found = await Promise.all(linked.map(({ path, access }) => judgePath(path, access, options.places)));
  const ids = new Set(known.map(({ id }) => id));
  return found.flatMap((finding) => (finding === undefined || ids.has(finding.id) ? [] : [finding]));
}

/** What is typed line by line may only together be what nothing allows. */
function withTyped(verdict: CommandVerdict, typed: CommandVerdict | undefined, text: string): CommandVerdict {
  if (typed === undefined) return verdict;
  const limits = typed.findings
    .filter(({ severity }) => severity === "refuse")
    .map(({ span: _whole, ...finding }) => finding);
  const keys = {
    id: "input.keys",
    severity: "ask",
    reason: "Keys that change what was typed make it impossible to read.",
  } as const;
  return { ...verdict, findings: [...limits, ...verdict.findings, ...(editsItself(text) ? [keys] : [])] };
}

function commandOperations(
  commands: readonly FoundCommand[],
  names: Pick<Operation, "tool" | "toolset" | "actions" | "strictActions">,
  text: string,
): readonly Operation[] {
  const wholeForms = [oneBlank(text)];
  const operations = commands.map((command): Operation => ({
    ...names,
    kind: "command",
    forms: commandForms(command),
    wholeForms,
  }));
  return operations.length > 0 ? operations : [{ ...names, kind: "command", forms: [], wholeForms }];
}

/** A command as people would write it in a rule: with and without the folder of its program and options of git. */
function commandForms({ argv, text }: FoundCommand): readonly string[] {
  const [program = "", ...rest] = argv;
  const plain = [program.slice(program.lastIndexOf("/") + 1), ...rest].join(" ");
  return [...new Set([oneBlank(text), oneBlank(plain), withoutLeadingOptions(oneBlank(plain))])];
}

/** `git -C sub push` is a push. */
function withoutLeadingOptions(text: string): string {
  return text.replace(
    /^(git)(?: (?:-[Cc] \S+|--(?:git-dir|work-tree|namespace)[= ]\S+|--no-pager|-P|--bare))+ /,
    "$1 ",
  );
}

/** Of an isolated place only what lies on a mount is a path of this machine. */
async function touchedBy(
  effects: readonly Effect[],
  cwd: string,
  { backend: { isolated, mounts }, places }: Pick<GuardEnvironment, "backend" | "places">,
): Promise<readonly TouchedPath[]> {
  const paths = effects.flatMap((effect): { path: string; access: PathAccess }[] => {
    if (effect.kind !== "read" && effect.kind !== "write" && effect.kind !== "delete") return [];
    const named = isAbsolute(effect.path) ? effect.path : join(cwd, effect.path);
    const path = isolated ? hostPath(named, effect.kind, mounts) : named;
    return path === undefined ? [] : [{ path, access: effect.kind }];
  });
  return await Promise.all(
    paths.map(async (each) => ({ ...each, real: followHardLink(await realPath(each.path), places) })),
  );
}

/** Whether a command surely changes nothing: everything in it is understood and known to read alone. */
function isReadOnly({ understood, findings, effects, commands }: CommandVerdict): boolean {
  return (
    understood &&
    findings.length === 0 &&
    effects.every(({ kind }) => kind === "read" || kind === "execute" || kind === "git") &&
    commands.every(({ argv }) => isReader(argv))
  );
}
