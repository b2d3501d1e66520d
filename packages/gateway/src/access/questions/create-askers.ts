import { randomBytes } from "node:crypto";
import type { ClarifyAnswer, Clarifier } from "@hermes/agent-loop";
import { approvalChoices } from "@hermes/agent-loop/controller";
import type { Approver } from "@hermes/registry";
import type { Chat } from "../../store/chat-store.ts";
import type { QuestionMessages } from "./question-messages.ts";
import type { KeptQuestion, QuestionRows } from "./question-rows.ts";
import { approvalText, clarifyText, duration } from "./question-text.ts";
import type { AnswerTaker } from "./take-answer.ts";

export interface AskersOptions {
  readonly rows: Pick<QuestionRows, "get" | "close">;
  readonly messages: QuestionMessages;
  readonly takeAnswer: Pick<AnswerTaker, "settle">;
  /** Who waits in this process, by the id of the question. */
  readonly waiting: Map<string, (answer: ClarifyAnswer) => void>;
  /** The session that a conversation goes on with now. */
  readonly sessionOf: (chat: string) => Promise<string | undefined>;
  /** Takes secrets out of what is shown. */
  readonly redact: (text: string) => string;
  /** @default 300_000 */
  readonly approvalWaitsMs?: number | undefined;
  /** @default 600_000 */
  readonly clarifyWaitsMs?: number | undefined;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

type Asker = Pick<Chat, "key" | "at" | "kind" | "userId">;

/** Puts the questions of sessions into chats. */
export interface Askers {
  /** Puts a question and does not wait: the turn ends, and goes on with the answer. What can't be run again later is waited for. */
  approver(chat: Asker): Approver;
  /** Puts a question and waits. */
  clarifier(chat: Asker): Clarifier;
  /** Ends a question of the agent that nobody has answered. */
  endClarify(id: string, outcome: string): Promise<void>;
}

export function createAskers(options: AskersOptions): Askers {
  const { rows, messages, takeAnswer, waiting, sessionOf, redact, now } = options;
  const { approvalWaitsMs = 300_000, clarifyWaitsMs = 600_000 } = options;

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

    endClarify,
  };

  async function endClarify(id: string, outcome: string): Promise<void> {
    const row = await rows.get(id);
    if (row?.state !== "open") return;
    await rows.close(id);
    await messages.end(row, outcome);
  }
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
