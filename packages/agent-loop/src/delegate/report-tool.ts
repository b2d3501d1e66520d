import type { AssistantMessage } from "@hermes/models";
import { defineTool } from "@hermes/registry";
import type { Tool } from "@hermes/registry";
import { parseArgumentsText } from "@hermes/registry/arguments";
import * as z from "zod";

/** What a child says of its work. */
export interface ChildReport {
  readonly outcome: "done" | "partial" | "failed";
  readonly findings?: readonly string[] | undefined;
  readonly left?: readonly string[] | undefined;
}

export const reportToolName = "report";

const report = z.object({
  outcome: z
    .enum(["done", "partial", "failed"])
    .describe("partial: some of it is done. failed: the goal can't be reached."),
  findings: z.array(z.string()).optional().describe("What was found out, one fact each."),
  left: z.array(z.string()).optional().describe("What is not done, or needs a decision."),
});

/** The tool by which a child says how its work ended. For children alone; the last report of a run counts. */
export function reportTool(): Tool {
  return defineTool({
    name: reportToolName,
    toolset: "report",
    audience: "child",
    description:
      "Say how your task ended: call it once, when you are finished or can't go on. Then give your final answer, a short summary for whoever gave you the task.",
    emoji: "📝",
    action: { name: "report.write", summary: "report how a task ended", readOnly: true },
    readOnly: false,
    input: report,
    execute: async () => ({ ok: true, next: "Give your final answer." }),
    detail: ({ outcome }) => outcome,
  });
}

/** @returns Undefined where the arguments are none of a report. */
export function parseReport(
  call: Extract<AssistantMessage["content"][number], { type: "tool-call" }>,
): ChildReport | undefined {
  const written = parseArgumentsText(call.arguments);
  const parsed = written.ok ? reportTool().parse(written.value) : undefined;
  // What the tool parsed is what its schema puts out.
  return parsed?.ok === true ? (parsed.value as z.output<typeof report>) : undefined;
}
