import type { ToolContext, ToolFinding } from "@hermes/registry";

/**
 * What speaks against remembering a text in a conversation that holds untrusted content: it may be a stranger who wants it
 * kept. Nothing, when the person has just said it.
 */
export async function untrustedFinding(
  text: string,
  { userTask = "" }: Pick<ToolContext, "userTask">,
): Promise<readonly ToolFinding[]> {
  const { isSaidIn } = await import("./likeness/is-said-in.ts");
  if (isSaidIn(text, userTask)) return [];
  const reason =
    "This conversation holds text of strangers, and what is remembered is read in every later one.";
  return [{ id: "memory.untrusted", severity: "ask", reason }];
}
