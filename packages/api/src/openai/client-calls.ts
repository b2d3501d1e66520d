import type { ToolCallPart } from "@hermes/models";
import type { FunctionFields, SharedFields } from "./client-request.ts";

/** What the client is to run of an answer of the model. */
export type ReadCalls = (content: readonly { readonly type: string }[]) => readonly ToolCallPart[];

/**
 * Calls of the client's tools. With `parallel_tool_calls: false` it gets the first of an answer: not every provider can be told, and a
 * call that has no result is answered as not run.
 */
export function clientCalls(
  tools: readonly FunctionFields[] | null | undefined,
  { parallel_tool_calls: isParallel }: SharedFields,
): ReadCalls {
  const names = new Set(tools?.map(({ name }) => name));
  const isTheirs = (part: { readonly type: string }): part is ToolCallPart =>
    part.type === "tool-call" && names.has((part as ToolCallPart).name);
  return (content) => content.filter(isTheirs).slice(0, isParallel === false ? 1 : undefined);
}
