import { isStatedIn } from "./close-entries.ts";
import { describeSources } from "@hermes/registry";
import type { ToolContext, ToolFinding } from "@hermes/registry";

/**
 * Finding against a change of memory in a session that holds untrusted content: it may be an injected text that
 * wants it. Nothing, when the person has just said it.
 */
export async function untrustedFinding(
  text: string,
  { userTask = "", provenance = [] }: Pick<ToolContext, "userTask" | "provenance">,
): Promise<readonly ToolFinding[]> {
  if (provenance.length === 0) return [];
  if (isStatedIn(text, userTask)) return [];
  const reason = `This conversation holds text of ${describeSources(provenance)}, and what is remembered is read in every later one.`;
  return [{ id: "untrusted.persist", severity: "ask", reason, sources: provenance }];
}
