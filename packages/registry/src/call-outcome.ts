import { messageOf } from "./message-of.ts";
import type { Provenance } from "./provenance.ts";
import { encodeOutcome, encodeResult, toolError } from "./tool-result.ts";
import type { ToolOutcome, ToolResult } from "./tool-result.ts";
import type { PendingCall, Tool } from "./tool.ts";

/** The outcome of a call as JSON; what JSON can't express is a failure of the tool. */
export function encode(tool: Tool, outcome: ToolOutcome): ToolResult {
  try {
    return encodeOutcome(outcome);
  } catch (error) {
    return encodeResult(
      toolError(`${tool.name} ran, but JSON can't express what it returned: ${reasonOf(error)}`),
    );
  }
}

/** What the tool says of its results. One that can't say it has results of an unknown source. */
export function provenanceOf({ tool: { provenance }, args }: PendingCall): readonly Provenance[] | undefined {
  if (provenance === undefined) return undefined;
  if (typeof provenance !== "function") return [provenance];
  try {
    const source = provenance(args);
    return source && [source];
  } catch {
    return [{ source: "unknown" }];
  }
}

const longestReason = 2_000;

export function reasonOf(error: unknown): string {
  const text = messageOf(error);
  return text.length > longestReason ? `${text.slice(0, longestReason)}…` : text;
}

export function hintOf(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null || !("hint" in error)) return undefined;
  return typeof error.hint === "string" ? error.hint : undefined;
}
