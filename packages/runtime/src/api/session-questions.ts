import type { Clarifier, ClarifyAnswer } from "@hermes/agent-loop";
import type { SessionEvent } from "@hermes/api";
import type { QuestionInfo } from "@hermes/client/contract";
import type { ApprovalDecision, Approver } from "@hermes/registry";
import { randomUUID } from "node:crypto";
import type { RunNews } from "./push/run-news.ts";

interface WaitingQuestion {
  readonly info: QuestionInfo;
  readonly answer: (given: ClarifyAnswer) => void;
}

/** What turns ask people while they wait: any of the clients may answer. */
export class SessionQuestions {
  readonly #tell: (sessionId: string, event: SessionEvent) => void;
  readonly #timeoutMs: number;
  readonly #onNews: (news: RunNews) => void;
  readonly #questions = new Map<string, WaitingQuestion>();
  readonly #approvals = new Map<string, (answer: ApprovalDecision & { readonly actor: string }) => void>();

  /** @param options.tell Tells the readers of a session. */
  constructor({
    tell,
    timeoutMs,
    onNews = () => undefined,
  }: {
    readonly tell: (sessionId: string, event: SessionEvent) => void;
    readonly timeoutMs: number;
    readonly onNews?: ((news: RunNews) => void) | undefined;
  }) {
    this.#tell = tell;
    this.#timeoutMs = timeoutMs;
    this.#onNews = onNews;
  }

  /** Oldest first. */
  list(): readonly QuestionInfo[] {
    return [...this.#questions.values()].map(({ info }) => info);
  }

  /** The first answer holds. @returns False where it does not wait any more. */
  answer(id: string, answer: string | undefined): boolean {
    const waiting = this.#questions.get(id);
    waiting?.answer(
      answer === undefined
        ? { answered: false, reason: "The person skipped the question." }
        : { answered: true, answer },
    );
    return waiting !== undefined;
  }

  clarifierOf(sessionId: string): Clarifier {
    return async ({ question, choices, allowFreetext }, { signal }) => {
      const id = randomUUID();
      const answered = Promise.withResolvers<ClarifyAnswer>();
      const info = { id, sessionId, question, choices, allowFreetext, askedAt: Date.now() };
      const leave = (): void => answered.reject(signal.reason);
      const timer = setTimeout(
        () => answered.resolve({ answered: false, reason: "Nobody answered in time." }),
        this.#timeoutMs,
      );
      timer.unref();
      signal.addEventListener("abort", leave, { once: true });
      this.#questions.set(id, { info, answer: answered.resolve });
      this.#tell(sessionId, { type: "question", question: info });
      this.#onNews({ type: "asked", id });
      try {
        return await answered.promise;
      } finally {
        this.#questions.delete(id);
        clearTimeout(timer);
        signal.removeEventListener("abort", leave);
        this.#tell(sessionId, { type: "question-end", id });
        this.#onNews({ type: "settled", id });
      }
    };
  }

  /** Waits for an answer to the approval; the time that it has is that of the approval itself. */
  readonly approver: Approver = async ({ id }, { signal }) => {
    const answered = Promise.withResolvers<ApprovalDecision & { readonly actor: string }>();
    const leave = (): void => answered.reject(signal.reason);
    signal.addEventListener("abort", leave, { once: true });
    this.#approvals.set(id, answered.resolve);
    this.#onNews({ type: "asked", id });
    try {
      signal.throwIfAborted();
      return await answered.promise;
    } finally {
      this.#approvals.delete(id);
      this.#onNews({ type: "settled", id });
      signal.removeEventListener("abort", leave);
    }
  };

  /** Hands an answer that is in the log to the turn that waits for it. @returns False where none does here. */
  decide(approvalId: string, answer: ApprovalDecision & { readonly actor: string }): boolean {
    const decide = this.#approvals.get(approvalId);
    decide?.(answer);
    return decide !== undefined;
  }
}
