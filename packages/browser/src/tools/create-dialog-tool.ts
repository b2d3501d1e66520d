import { HermesError, defineTool } from "@hermes/registry";
import type { Tool } from "@hermes/registry";
import * as z from "zod";
import { perform } from "../session/perform.ts";
import { pageResult } from "./page-result.ts";
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
    findings: async ({ action, prompt_text: text, dialog_id: id }, context) => {
      const pending = parts.browsers.session(context.taskId).dialogs.pending();
      const asked = id === undefined ? pending[0] : pending.find((each) => each.id === id);
      const known = action === "accept" && text !== undefined ? { text } : {};
      return await parts.judged(context, "browser_dialog", { known, tab: asked?.tab });
    },
    async execute({ action, prompt_text: text, dialog_id: id }, context) {
      return await parts.call(context, async (session) => {
        const pending = session.dialogs.pending();
        const asked = id === undefined ? pending[0] : pending.find((each) => each.id === id);
        if (asked === undefined)
          throw new HermesError(id === undefined ? "No dialog is open." : `There is no dialog ${id}.`, {
            code: "BROWSER_NO_DIALOG",
            hint:
              pending.length === 0
                ? "Take a browser_snapshot."
                : `Open: ${pending.map((each) => each.id).join(", ")}.`,
          });
        const tab = session.tab(asked.tab);
        // It counts as answered from here on: the wait below is for the page, and for the next dialog.
        const answered = session.dialogs.answer(asked.id, action === "accept", text);
        const after = await perform(session, tab, async () => await answered, context);
        return await pageResult({
          parts,
          session,
          context,
          fields: { outcome: action, dialog: asked },
          after,
        });
      });
    },
  });
}
