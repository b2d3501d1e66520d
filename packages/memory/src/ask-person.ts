import { toolError } from "@hermes/registry";
import type { ToolContext } from "@hermes/registry";

/**
 * Asks the person whether something may be remembered that strangers may have wanted.
 *
 * @returns Why it is not saved; undefined when the person said it, or agrees.
 */
export async function askPerson(
  { summary, text }: { readonly summary: string; readonly text: string },
  {
    tool,
    approve,
    callId,
    signal,
    userTask = "",
  }: Pick<ToolContext, "approve" | "callId" | "signal" | "userTask"> & { readonly tool: string },
): Promise<object | undefined> {
  const { isSaidIn } = await import("./likeness/is-said-in.ts");
  if (isSaidIn(text, userTask)) return undefined;
  const problem = "Not saved: this conversation holds text of strangers, and the person has to agree first.";
  if (approve === undefined)
    return toolError(problem, { hint: "Nobody can be asked here. Go on without it." });
  const reason =
    "This conversation holds text of strangers, and what is remembered is read in every later one.";
  const answer = await approve({ callId, tool, summary, reason }, { signal });
  return answer.approved ? undefined : toolError(`Not saved: ${answer.reason}`);
}
