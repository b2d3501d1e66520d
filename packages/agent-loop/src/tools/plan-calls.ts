import type { ToolCallPart } from "@hermes/models";
import type { Tool, ToolRegistry } from "@hermes/registry";

/** One call of a batch and what is to be done about it. */
export interface PlannedCall {
  readonly call: ToolCallPart;
  readonly tool: Tool | undefined;
  readonly args: unknown;
  /** Answered with this instead of being run. */
  readonly refusal?: { readonly content: string; readonly isError: boolean } | undefined;
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
  return calls.map((call) => {
    const key = `${call.name}\0${call.arguments}`;
    const original = first.get(key);
    if (original === undefined) first.set(key, call.id);
    return planCall(call, original, options);
  });
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
      refusal: { content: JSON.stringify({ duplicate_of: duplicateOf, note }), isError: false },
    };
  }
  // A tool that is registered but was not offered to this conversation stays out of reach.
  if (tool !== undefined && !offered.has(call.name)) {
    return refused(
      call,
      tool,
      `No tool "${call.name}" in this conversation. Available: ${[...offered].join(", ")}.`,
    );
  }
  const parsed = parseArguments(call.arguments);
  return "problem" in parsed
    ? refused(call, tool, malformed(call.name, parsed.problem))
    : { call, tool, args: parsed.args };
}

function refused(call: ToolCallPart, tool: Tool | undefined, error: string): PlannedCall {
  return { call, tool, args: undefined, refusal: { content: JSON.stringify({ error }), isError: true } };
}

function malformed(name: string, problem: string): string {
  return `The arguments of ${name} are not valid JSON, so it did not run: ${problem}. Send the call again with one complete JSON object.`;
}

function parseArguments(text: string): { readonly args: unknown } | { readonly problem: string } {
  // Models leave the text empty for a tool without parameters.
  if (text.trim() === "") return { args: {} };
  try {
    return { args: JSON.parse(text) };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}
