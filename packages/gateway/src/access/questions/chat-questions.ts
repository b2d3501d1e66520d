import { randomBytes } from "node:crypto";
import type { ClarifyAnswer, Clarifier } from "@hermes/agent-loop";
import { approvalChoices } from "@hermes/agent-loop/controller";
import type { Approver } from "@hermes/registry";
import type { InboundMessage, InboundPress } from "../../platforms/platform.ts";
import type { Chat } from "../../store/chat-store.ts";
import type { QuestionReply } from "../access.ts";
import { answerByCommand } from "./answer-command.ts";
import { choiceOf, parseApprovalCommand } from "./parse-answer.ts";
import { createQuestionMessages } from "./question-messages.ts";
import type { QuestionMessagesOptions } from "./question-messages.ts";
import type { KeptQuestion, QuestionRows } from "./question-rows.ts";
import { approvalText, clarifyText, duration, parseButton } from "./question-text.ts";
import { createAnswerTaker, taken } from "./take-answer.ts";
import type { TakeAnswerOptions } from "./take-answer.ts";

export interface ChatQuestionsOptions
  extends
    Pick<TakeAnswerOptions, "approvals" | "tierOf">,
    Pick<QuestionMessagesOptions, "outbox" | "chunks" | "keepFile"> {
  readonly rows: QuestionRows;
  /** The session that a conversation goes on with now. */
  readonly sessionOf: (chat: string) => Promise<string | undefined>;
  /** Takes secrets out of what is shown. */
  readonly redact: (text: string) => string;
  /** @default 300_000 */
  readonly approvalWaitsMs?: number | undefined;
  /** @default 600_000 */
  readonly clarifyWaitsMs?: number | undefined;
  /** Milliseconds since 1970. @default Date.now */
  readonly now?: (() => number) | undefined;
}

type Asker = Pick<Chat, "key" | "at" | "kind" | "userId">;

/** Questions of sessions to the people of a chat, and their answers. */
export interface ChatQuestions {
  /** Puts a question and does not wait: the turn ends, and goes on with the answer. What can't be run again later is waited for. */
  approver(chat: Asker): Approver;
  /** Puts a question and waits. */
  clarifier(chat: Asker): Clarifier;
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
  const { rows, sessionOf, redact, now = Date.now } = options;
  const { approvalWaitsMs = 300_000, clarifyWaitsMs = 600_000 } = options;
  const waiting = new Map<string, (answer: ClarifyAnswer) => void>();
  const messages = createQuestionMessages({ ...options, now });
  const takeAnswer = createAnswerTaker({ ...options, messages, waiting, now });

  return {
    approver:
      (chat) =>
      async (request, { signal }) => {
        const sessionId = await sessionOf(chat.key);
        const askedAt = now();
        // A moment before the log's own time, so that the no is still taken.
        const inLog = request.expiresAt === undefined ? Infinity : request.expiresAt - 2_000;
        const expiresAt = Math.min(askedAt + approvalWaitsMs, inLog);
        const choices = approvalChoices(request).map(({ id, label }) => ({ id, label }));
        await messages.put(
          {
            ...{ id: request.id, kind: "approval", ...placeOf(chat), choices },
            ...{ allowFreetext: false, askedAt, expiresAt },
          },
          approvalText(request, { redact, waitsMs: expiresAt - askedAt }),
        );
        // A call of a script, or of a child, is not dispatched again: its answer comes through the log, which aborts the signal.
        const isOfChild = sessionId !== undefined && sessionId !== request.sessionId;
        if (request.byScript !== true && !isOfChild) return { pending: true };
        try {
          return await aborted(signal);
        } finally {
          const row = await rows.get(request.id);
          if (row?.state === "open") await takeAnswer.settle(row);
        }
      },

    clarifier:
      (chat) =>
      async (asked, { signal }) => {
        const [id, askedAt] = [randomBytes(5).toString("hex"), now()];
        const choices = asked.choices.map((label, index) => ({ id: String(index), label }));
        const answered = new Promise<ClarifyAnswer>((resolve) => waiting.set(id, resolve));
        const late = AbortSignal.timeout(clarifyWaitsMs);
        try {
          await messages.put(
            {
              ...{ id, kind: "clarify", ...placeOf(chat), choices },
              ...{ allowFreetext: asked.allowFreetext, askedAt, expiresAt: askedAt + clarifyWaitsMs },
            },
            clarifyText(asked, { redact, waitsMs: clarifyWaitsMs }),
          );
          return await Promise.race([answered, aborted(AbortSignal.any([signal, late]))]);
        } catch (error) {
          signal.throwIfAborted();
          if (!late.aborted) throw error;
          return { answered: false, reason: `nobody answered within ${duration(clarifyWaitsMs)}` };
        } finally {
          waiting.delete(id);
          await endClarify(id, signal.aborted ? "Not asked any more." : "Nobody answered in time.");
        }
      },

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

  async function endClarify(id: string, outcome: string): Promise<void> {
    const row = await rows.get(id);
    if (row?.state !== "open") return;
    await rows.close(id);
    await messages.end(row, outcome);
  }
}

/** A single answer to a command that answered several: the others are given by `due`. */
function one(replies: readonly QuestionReply[]): QuestionReply | undefined {
  return replies.find(({ type }) => type === "approval") ?? replies[0];
}

function placeOf({
  key,
  at,
  kind,
  userId,
}: Asker): Pick<KeptQuestion, "chat" | "at" | "chatKind" | "userId"> {
  return { chat: key, at, chatKind: kind, userId };
}

/** Rejects with the reason of the signal. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const end = (): void => reject(signal.reason);
    if (signal.aborted) end();
    else signal.addEventListener("abort", end, { once: true });
  });
}
