import type { Sender } from "../../platforms/platform.ts";
import type { QuestionReply } from "../access.ts";
import type { ApprovalCommand } from "./parse-answer.ts";
import type { KeptQuestion } from "./question-rows.ts";
import { shortId } from "./question-text.ts";
import { taken } from "./take-answer.ts";
import type { AnswerTaker } from "./take-answer.ts";

/**
 * What `/approve` and `/deny` do to the questions of a chat. Where several wait, the command has to say which: an owner who sees one
 * must not allow another.
 *
 * @param live Questions about permission in the chat, the oldest first.
 */
export async function answerByCommand(
  { approve, id, all, scope, rest }: ApprovalCommand,
  live: readonly KeptQuestion[],
  { sender, takeAnswer }: { readonly sender: Sender; readonly takeAnswer: Pick<AnswerTaker, "take"> },
): Promise<readonly QuestionReply[]> {
  const open = live.filter(({ state }) => state === "open");
  if (open.length === 0) return [taken("Nothing waits for permission in this chat.")];
  const named = id === undefined ? [] : open.filter((row) => row.id.startsWith(id));
  if (approve && rest !== "") return [taken(`Not understood: "${rest.slice(0, 60)}". Write ${ways}.`)];
  if (approve && id !== undefined && named.length !== 1)
    return [taken(`No question "${id}" waits in this chat.`)];
  const meant = all ? open : named.length === 1 ? named : open;
  if (!all && meant.length > 1) {
    const ids = open.map((row) => `\`${shortId(row.id)}\``).join(", ");
    return [
      taken(
        `${open.length} questions wait: ${ids}. Name one, as in \`/${approve ? "approve" : "deny"} ${shortId(open[0]?.id ?? "")}\`, or write \`all\`.`,
      ),
    ];
  }
  const replies: QuestionReply[] = [];
  for (const row of meant) {
    const choice = approve ? scope : "no";
    const isOffered = row.choices.some((each) => each.id === choice);
    replies.push(
      isOffered
        ? // oxlint-disable-next-line no-await-in-loop -- in the order in which they were asked
          await takeAnswer.take(row, { choice, reason: rest }, sender)
        : taken("This can't be allowed for good. Write `/approve` or `/approve session`."),
    );
  }
  return replies;
}

const ways = "`/approve`, `/approve session`, `/approve always` or `/deny`";
