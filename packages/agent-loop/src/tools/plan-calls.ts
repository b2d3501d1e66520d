import type { ToolCallPart } from "@hermes/models";
import { actionsOf, describeCall, invalidArguments, nearest } from "@hermes/registry";
import type { NotRun, Provenance, Tool, ToolRegistry } from "@hermes/registry";
import { parseArgumentsText } from "@hermes/registry/arguments";
import { malformedArguments, toolCallName, toolSearchName } from "./waiting-tools.ts";
import type { UnwrappedCall, WaitingTools } from "./waiting-tools.ts";

/** One call of a batch and what is to be done about it. */
export interface PlannedCall {
  /** As the model made it, but under the name of the tool that it means. */
  readonly call: ToolCallPart;
  readonly tool: Tool | undefined;
  readonly args: unknown;
  /** Answered with this instead of being run. */
  readonly answer?: PlannedAnswer | undefined;
}

export interface PlannedAnswer {
  readonly content: string;
  readonly isError: boolean;
  readonly provenance?: readonly Provenance[] | undefined;
  readonly notRun?: NotRun | undefined;
}

export interface PlanOptions {
  readonly registry: ToolRegistry;
  /** Names of the tools that can be called, those that wait included. */
  readonly offered: ReadonlySet<string>;
  /** Undefined: every tool that can be called is in the request. */
  readonly waiting: WaitingTools | undefined;
}

/**
 * Decides for each call of an answer whether it runs. An exact repetition within one batch runs once: the second
 * one is answered with a pointer to the first, and a model that meant both can send it again.
 */
export function planCalls(calls: readonly ToolCallPart[], options: PlanOptions): readonly PlannedCall[] {
  const first = new Map<string, string>();
  return calls.map((asked) => {
    const meant = unwrapped(named(asked, options), options);
    if (!meant.ok) return refused(asked, undefined, meant.error);
    const call = named(meant.call, options);
    const key = `${call.name}\0${call.arguments}`;
    const original = first.get(key);
    if (original === undefined) first.set(key, call.id);
    return planCall(call, original, options);
  });
}

/** What a call of `tool_call` stands for; any other call as it is. */
function unwrapped(call: ToolCallPart, { waiting }: PlanOptions): UnwrappedCall {
  return waiting?.unwrap(call) ?? { ok: true, call };
}

/** The call under the name of the one offered tool that it can mean; else as it is, to be refused. */
function named(call: ToolCallPart, { registry, offered, waiting }: PlanOptions): ToolCallPart {
  if (offered.has(call.name) || registry.has(call.name)) return call;
  const spellings = new Set([folded(call.name), folded(withoutNamespace(call.name))]);
  const known = [...offered, ...(waiting === undefined ? [] : [toolSearchName, toolCallName])];
  const [name, ...others] = known.filter((each) => spellings.has(folded(each)));
  return name === undefined || others.length > 0 ? call : { ...call, name };
}

/** Models write `functions.read_file`, and `default_api:read_file`. */
function withoutNamespace(name: string): string {
  return name.slice(Math.max(name.lastIndexOf("."), name.lastIndexOf(":"), name.lastIndexOf("/")) + 1);
}

/** `readFile`, `read-file` and `Read File` are spellings of `read_file`; other words are another name. */
function folded(name: string): string {
  return name.toLowerCase().replaceAll(/[-_\s]/g, "");
}

/** Whether a call may run beside others. What will not run may; so may what only reads, unless its tool says otherwise. */
export function mayRunBeside({ tool, args, answer }: PlannedCall): boolean {
  if (tool === undefined || answer !== undefined) return true;
  if (tool.concurrency !== undefined) return tool.concurrency === "parallel";
  return onlyReads(tool, args);
}

function onlyReads(tool: Tool, args: unknown): boolean {
  const actions = actionsOf(tool);
  const [first = false] = actions.map(({ readOnly }) => readOnly === true);
  if (actions.every(({ readOnly = false }) => readOnly === first)) return first;
  try {
    const parsed = tool.parse(args);
    // What does not fit its tool will not run.
    return !parsed.ok || describeCall(tool, parsed.value).action.readOnly === true;
  } catch {
    return false;
  }
}

function planCall(
  call: ToolCallPart,
  duplicateOf: string | undefined,
  { registry, offered, waiting }: PlanOptions,
): PlannedCall {
  const isSearch = waiting !== undefined && call.name === toolSearchName;
  const tool = isSearch ? waiting.search : registry.get(call.name);
  if (duplicateOf !== undefined) {
    const note = "The same call stands earlier in this batch and ran once; its result counts for both.";
    return {
      call,
      tool,
      args: undefined,
      answer: { content: JSON.stringify({ duplicate_of: duplicateOf, note }), isError: false },
    };
  }
  // A tool that is registered but was not offered to this session stays out of reach, and unnamed. One that is not there any
  // more is answered by the registry.
  if (!isSearch && !offered.has(call.name) && (tool !== undefined || waiting !== undefined))
    return refused(call, tool, notOffered(call.name, { offered, waiting }));
  const parsed = parseArgumentsText(call.arguments);
  if (!parsed.ok) return refused(call, tool, malformedArguments(call.name, parsed.problem));
  return isSearch ? searched(call, waiting, parsed.value) : { call, tool, args: parsed.value };
}

function notOffered(name: string, { offered, waiting }: Pick<PlanOptions, "offered" | "waiting">): string {
  const near = nearest(name, offered);
  const waits = new Set(waiting?.callable);
  const listed = [...offered].filter((each) => !waits.has(each));
  return [
    `No tool "${name.slice(0, 100)}" in this conversation.`,
    ...(near === undefined ? [] : [`Did you mean "${near}"?`]),
    `Available: ${listed.join(", ")}${waiting === undefined ? "" : `; ${toolSearchName} finds more`}.`,
  ].join(" ");
}

/** A search runs nothing: it is answered where it is read. */
function searched(call: ToolCallPart, waiting: WaitingTools, args: unknown): PlannedCall {
  const { search: tool } = waiting;
  const parsed = tool.parse(args);
  if (!parsed.ok) return refused(call, tool, invalidArguments(call.name, parsed.problems));
  // What `parse` gives is what the schema puts out.
  const { answer, provenance } = waiting.find((parsed.value as { query: string }).query);
  return { call, tool, args, answer: { content: JSON.stringify(answer), isError: false, provenance } };
}

function refused(call: ToolCallPart, tool: Tool | undefined, error: string): PlannedCall {
  return {
    call,
    tool,
    args: undefined,
    answer: { content: JSON.stringify({ error }), isError: true, notRun: "invalid" },
  };
}
