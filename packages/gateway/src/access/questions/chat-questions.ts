import type { ClarifyAnswer } from "@hermes/agent-loop";
import type { InboundMessage, InboundPress } from "../../platforms/platform.ts";
import type { QuestionReply } from "../access.ts";
import { answerByCommand } from "./answer-command.ts";
import { createAskers } from "./create-askers.ts";
import type { Askers, AskersOptions } from "./create-askers.ts";
import { choiceOf, parseApprovalCommand } from "./parse-answer.ts";
import { createQuestionMessages } from "./question-messages.ts";
import type { QuestionMessagesOptions } from "./question-messages.ts";
import type { KeptQuestion, QuestionRows } from "./question-rows.ts";
import { parseButton } from "./question-text.ts";
import { createAnswerTaker, taken } from "./take-answer.ts";
import type { TakeAnswerOptions } from "./take-answer.ts";

export interface ChatQuestionsOptions
  extends
    Pick<TakeAnswerOptions, "approvals" | "tierOf">,
    Pick<QuestionMessagesOptions, "outbox" | "chunks" | "keepFile">,
    Pick<AskersOptions, "sessionOf" | "redact" | "approvalWaitsMs" | "clarifyWaitsMs"> {
  readonly rows: QuestionRows;
  /** Milliseconds since 1970. @default Date.now */
  readonly now?: (() => number) | undefined;
}

/** Questions of sessions to the people of a chat, and their answers. */
export interface ChatQuestions extends Omit<Askers, "endClarify"> {
  /** Undefined: the button is of no question. */
  press(press: InboundPress): Promise<QuestionReply | undefined>;
  /** Undefined: the message answers no question. */
  reply(message: InboundMessage): Promise<QuestionReply | undefined>;
  /**
   * To be asked every few seconds: what nobody has answered in time is a no, and an answer that got lost on its way to the session,
   * because the process died, is given again.
   */
  due(): Promise<readonly QuestionReply[]>;
}

const givenAgainMs = 10_000;
const keptMs = 7 * 86_400_000;

export function createChatQuestions(options: ChatQuestionsOptions): ChatQuestions {
  const { rows, now = Date.now } = options;
  const waiting = new Map<string, (answer: ClarifyAnswer) => void>();
  const messages = createQuestionMessages({ ...options, now });
  const takeAnswer = createAnswerTaker({ ...options, messages, waiting, now });
  const { endClarify, ...askers } = createAskers({ ...options, messages, takeAnswer, waiting, now });

  return {
    ...askers,

    async press({ data, at, sender }) {
      const button = parseButton(data);
      if (button === undefined) return undefined;
      const row = await rows.get(button.id);
      // What a button holds comes from whoever pressed it.
      const isHere = row?.at.platform === at.platform && row.at.chatId === at.chatId;
      if (row === undefined || !isHere) return taken("This question is not kept any more.");
      return await takeAnswer.take(row, { choice: row.choices[button.index]?.id ?? "" }, sender);
    },

    async reply({ at, sender, text, sentAt, isEdit }) {
      const command = parseApprovalCommand(text);
      if (command !== undefined) {
        if (isEdit === true) return taken("An edited message answers nothing: send it anew.");
        const live = (await rows.live(at)).filter(({ kind }) => kind === "approval");
        return one(await answerByCommand(command, live, { sender, takeAnswer }));
      }
      if (isEdit === true || text.trim() === "" || text.trimStart().startsWith("/")) return undefined;
      const open = (await rows.live(at)).filter(
        ({ state, userId, askedAt }) =>
          // Clocks of platforms count whole seconds.
          state === "open" && (userId ?? sender.userId) === sender.userId && sentAt + 1_000 > askedAt,
      );
      const [row] = open;
      // To which of several it is an answer is anybody's guess.
      if (row === undefined || open.length > 1) return undefined;
      const index = choiceOf(row, text);
      if (index !== undefined)
        return await takeAnswer.take(row, { choice: row.choices[index]?.id ?? "" }, sender);
      return row.allowFreetext ? await takeAnswer.take(row, { words: text }, sender) : undefined;
    },

    async due() {
      const found: QuestionReply[] = [];
      for (const row of await rows.live()) {
        // oxlint-disable-next-line no-await-in-loop -- there are few, and each may change the next
        const reply = await dueOf(row);
        if (reply !== undefined) found.push(reply);
      }
      await rows.prune(now() - keptMs);
      return found;
    },
  };

  async function dueOf(row: KeptQuestion): Promise<QuestionReply | undefined> {
    const { id, kind, chat, given, givenAt = 0, expiresAt } = row;
    if (kind === "clarify") {
      // Of another process: while it lives, it ends its own.
      if (!waiting.has(id) && now() > expiresAt + givenAgainMs)
        await endClarify(id, "Nobody answered in time.");
      return undefined;
    }
    if (given === undefined) {
      const isOpen = (await takeAnswer.settle(row)) !== undefined;
      return isOpen && now() >= expiresAt ? await takeAnswer.expire(row) : undefined;
    }
    if (now() - givenAt <= givenAgainMs) return undefined;
    // Closed once the log has it: the process may still have died before the turn went on.
    await takeAnswer.settle(row);
    return { type: "approval", chat, id, given };
  }
}

/** A single answer to a command that answered several: the others are given by `due`. */
function one(replies: readonly QuestionReply[]): QuestionReply | undefined {
  return replies.find(({ type }) => type === "approval") ?? replies[0];
}
