import { HermesError } from "@hermes/registry";
import type { ToolContext, ToolFinding } from "@hermes/registry";
import type { PendingDialog } from "../session/dialog-queue.ts";
import { perform } from "../session/perform.ts";
import type { BrowserToolsOptions } from "../tools/browser-tools-options.ts";
import { inSession } from "./in-session.ts";
import { judged } from "./judged.ts";
import { pageResult } from "./page-result.ts";

interface AnswerInput {
  readonly action: "accept" | "dismiss";
  readonly prompt_text?: string | undefined;
  readonly dialog_id?: string | undefined;
}

/** Answers a dialog of a page. */
export async function answerDialog(
  { action, prompt_text: text, dialog_id: id }: AnswerInput,
  context: ToolContext,
  options: BrowserToolsOptions,
): Promise<unknown> {
  return await inSession(options, context, async (session) => {
    const pending = session.dialogs.pending();
    const asked = askedOf(pending, id);
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
      options,
      session,
      context,
      fields: { outcome: action, dialog: asked },
      after,
    });
  });
}

export async function judgeAnswer(
  { action, prompt_text: text, dialog_id: id }: AnswerInput,
  context: ToolContext,
  options: BrowserToolsOptions,
): Promise<readonly ToolFinding[]> {
  const { dialogs } = await options.browsers.session(context.taskId);
  const asked = askedOf(dialogs.pending(), id);
  const known = action === "accept" && text !== undefined ? { text } : {};
  return await judged(options, context, { tool: "browser_dialog", known, tab: asked?.tab });
}

/** The dialog that is meant: without an id the oldest one. */
function askedOf(pending: readonly PendingDialog[], id: string | undefined): PendingDialog | undefined {
  return id === undefined ? pending[0] : pending.find((each) => each.id === id);
}
