import { defineTool } from "@hermes/registry";
import type { Tool } from "@hermes/registry";
import * as z from "zod";
import { actions } from "./tool-parts.ts";
import type { ToolParts } from "./tool-parts.ts";

const input = z.object({
  action: z.enum(["accept", "dismiss"]).describe("OK or Cancel."),
  prompt_text: z.string().optional().describe("What to enter into a prompt."),
  dialog_id: z.string().optional().describe("Which one of pending_dialogs. The oldest by default."),
});

/** Answers a dialog of a page. */
export function createDialogTool(parts: ToolParts): Tool {
  return defineTool({
    ...parts.shared,
    name: "browser_dialog",
    description:
      "Answer a dialog (alert, confirm, prompt, beforeunload) that pending_dialogs names. The page stands still until then.",
    input,
    action: actions.act,
    detail: ({ action }) => action,
    findings: parts.lazily(({ judgeAnswer }) => judgeAnswer),
    execute: parts.lazily(({ answerDialog }) => answerDialog),
  });
}
