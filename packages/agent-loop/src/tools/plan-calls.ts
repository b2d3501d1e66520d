import type { ToolCallPart } from "@hermes/models";
import { actionsOf, describeCall } from "@hermes/registry";
import type { Tool, ToolRegistry } from "@hermes/registry";
import { parseArgumentsText } from "@hermes/registry/arguments";

/** One call of a batch and what is to be done about it. */
export interface PlannedCall {
  /** As the model made it, but under the name of the tool that it means. */
  readonly call: ToolCallPart;
  readonly tool: Tool | undefined;
  readonly args: unknown;
  /** Answered with this instead of being run. */
  readonly answer?: { readonly content: string; readonly isError: boolean } | undefined;
}

export interface PlanOptions {
  readonly registry: ToolRegistry;
  readonly offered: ReadonlySet<string>;
}

/**
 * Decides for each call of an answer whether it runs. An exact repetition within one batch runs once: the second
 * one is answered with a pointer to the first, and a model that meant both can send it again.
 */
export function planCalls(calls: readonly ToolCallPart[], options: PlanOptions): readonly PlannedCall[] {
  const first = new Map<string, string>();
  return calls.map((asked) => {
    const call = named(asked, options);
    const key = `${call.name}\0${call.arguments}`;
    const original = first.get(key);
    if (original === undefined) first.set(key, call.id);
    return planCall(call, original, options);
  });
}

/** The call under the name of the one offered tool that it can mean; else as it is, to be refused. */
function named(call: ToolCallPart, { registry, offered }: PlanOptions): ToolCallPart {
  if (offered.has(call.name) || registry.has(call.name)) return call;
  const spellings = new Set([folded(call.name), folded(withoutNamespace(call.name))]);
  const [name, ...others] = [...offered].filter((known) => spellings.has(folded(known)));
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
  { registry, offered }: PlanOptions,
): PlannedCall {
  const tool = registry.get(call.name);
  if (duplicateOf !== undefined) {
    const note = "The same call stands earlier in this batch and ran once; its result counts for both.";
    return {
      call,
      tool,
      args: undefined,
      answer: { content: JSON.stringify({ duplicate_of: duplicateOf, note }), isError: false },
    };
  }
  // A tool that is registered but was not offered to this session stays out of reach.
  if (tool !== undefined && !offered.has(call.name)) {
    return refused(
      call,
      tool,
      `No tool "${call.name}" in this conversation. Available: ${[...offered].join(", ")}.`,
    );
  }
  const parsed = parseArgumentsText(call.arguments);
  return parsed.ok
    ? { call, tool, args: parsed.value }
    : refused(call, tool, malformed(call.name, parsed.problem));
}

function refused(call: ToolCallPart, tool: Tool | undefined, error: string): PlannedCall {
  return { call, tool, args: undefined, answer: { content: JSON.stringify({ error }), isError: true } };
}

function malformed(name: string, problem: string): string {
  return `The arguments of ${name} are not valid JSON, so it did not run: ${problem}. Send the call again with one complete JSON object.`;
}
