import type { AndOr, Command, CommandNode, CompoundList, PipelineNode, WhileKind } from "unbash";
import type { FunctionBody } from "./state.ts";

/** Whether a command surely ends with success, so that what stands behind `&&` surely runs. */
export function surelySucceeds(node: PipelineNode): boolean {
  if (node.type !== "Command") return false;
  if (node.name === undefined) return node.prefix.every((each) => each.type === "Assignment");
  return /^(true|:|echo|printf|export|set|shopt|declare|local|readonly|alias|unset)$/.test(node.name.value);
}

export function isEndless({ commands }: CompoundList, kind: WhileKind): boolean {
  const [only] = commands;
  if (commands.length !== 1 || only === undefined) return false;
  if (only.command.type === "ArithmeticCommand")
    return kind === "while" && /^\(\(\s*1\s*\)\)$/.test(`((${only.command.body}))`);
  const name = only.command.type === "Command" ? only.command.name?.value : undefined;
  return kind === "while" ? name === "true" || name === ":" : name === "false";
}

/** Whether a command gives what comes from the network. */
export function isDownload(node: CommandNode): boolean {
  if (node.type === "Subshell" || node.type === "BraceGroup")
    return node.body.commands.some(({ command }) => command.type === "Command" && isDownload(command));
  const name = node.type === "Command" ? node.name?.value : undefined;
  return name !== undefined && /^(.*\/)?(curl|wget|fetch|aria2c|lynx|http|https|xh|nc|ncat|GET)$/.test(name);
}

const waiting = /^(sleep|wait|read|timeout|break|exit|return|inotifywait|fswatch)$/;

/** Whether a body starts something in the background and goes on at once. */
export function startsWithoutWaiting(body: CompoundList): boolean {
  let starts = false;
  let waits = false;
  visitCommands(body, (command, { background }) => {
    starts ||= background;
    waits ||= !background && waiting.test(command.name?.value ?? "");
  });
  return starts && !waits;
}

/** `f() { f | f & }`: a function that starts itself more than once, or behind itself. */
export function isForkBomb(name: string, body: FunctionBody): boolean {
  let calls = 0;
  let multiplies = false;
  visitCommands(body, (command, { background, piped }) => {
    const value = command.name?.value;
    const isCall = value === name || value === "$0" || value === "$FUNCNAME" || value === "${FUNCNAME[0]}";
    if (!isCall) return;
    calls++;
    multiplies ||= background || piped;
  });
  return multiplies || calls > 1;
}

interface Surroundings {
  readonly background: boolean;
  readonly piped: boolean;
}

function visitCommands(
  node: FunctionBody | CommandNode | PipelineNode | AndOr,
  visit: (command: Command, surroundings: Surroundings) => void,
  surroundings: Surroundings = { background: false, piped: false },
): void {
  const go = (
    inner: FunctionBody | CommandNode | PipelineNode | AndOr,
    more: Partial<Surroundings> = {},
  ): void => visitCommands(inner, visit, { ...surroundings, ...more });
  switch (node.type) {
    case "Command":
      visit(node, surroundings);
      return;
    case "CompoundList":
      for (const { command, background } of node.commands)
        go(command, background === true ? { background: true } : {});
      return;
    case "AndOr":
      for (const command of node.commands) go(command);
      return;
    case "Pipeline":
      for (const command of node.commands) go(command, node.commands.length > 1 ? { piped: true } : {});
      return;
    case "Redirected":
      go(node.command);
      return;
    case "Subshell":
    case "BraceGroup":
    case "For":
    case "ArithmeticFor":
    case "Select":
      go(node.body);
      return;
    case "While":
      go(node.clause);
      go(node.body);
      return;
    case "If":
      for (const list of [node.clause, node.then, ...node.elif.flatMap((each) => [each.clause, each.then])])
        go(list);
      if (node.else !== undefined) go(node.else);
      return;
    case "Case":
      for (const item of node.items) go(item.body);
      return;
    default:
  }
}

export function assignedNames(list: CompoundList): ReadonlySet<string> {
  const names = new Set<string>();
  visitCommands(list, (command) => {
    for (const prefix of command.prefix) if (prefix.type === "Assignment") names.add(prefix.name);
    for (const argument of command.args)
      names.add(argument.type === "Assignment" ? argument.name : argument.value);
  });
  return names;
}

export function hasConditions(list: CompoundList): boolean {
  return list.commands.some(({ command }) => command.type !== "Command");
}
