import type { ToolContext } from "@hermes/registry";
import type { CallAssessment } from "./call-assessment.ts";
import type { PermissionsOptions } from "./permissions.ts";

/** In the mode `auto` a model may let an uncertain call pass. Whatever goes wrong with it, a person is asked. */
export async function classifierAllows(
  { analysis, decision }: Pick<CallAssessment, "analysis" | "decision">,
  { userTask, signal, sessionId }: Pick<ToolContext, "userTask" | "signal" | "sessionId">,
  { classifier }: Pick<PermissionsOptions, "classifier">,
): Promise<boolean> {
  if (classifier === undefined || decision.byModel !== true) return false;
  const call = [analysis.summary, ...(analysis.behind?.leaving ?? [])].join("\n");
  try {
    return (
      (await classifier({ call, tool: analysis.tool, words: userTask, sessionId }, { signal })) === "allow"
    );
  } catch {
    signal.throwIfAborted();
    return false;
  }
}
