import type { FollowedEvent } from "../follow-session.ts";

/** Events that wait for whoever reads them; beyond it the server is told to send no more until they are read. */
const maxWaiting = 1_000;

/** What comes of one session over a WebSocket, which can't be told to wait. */
export class Subscription {
  readonly sessionId: string;
  /** Of the last event that came. */
  cursor: string | undefined;
  /** Whether what comes is behind the cursor: the last request for it was answered. */
  isListening = false;
  /** Whether the server was told to send no more. */
  isFull = false;
  readonly #ask: (type: "subscribe" | "unsubscribe") => void;
  readonly #waiting: FollowedEvent[] = [];
  #end: { readonly error: unknown } | undefined;
  #wake: () => void = () => undefined;

  constructor(
    sessionId: string,
    cursor: string | undefined,
    { ask }: { readonly ask: (type: "subscribe" | "unsubscribe") => void },
  ) {
    this.sessionId = sessionId;
    this.cursor = cursor;
    this.#ask = ask;
  }

  take(followed: FollowedEvent): void {
    if (!this.isListening || this.#end !== undefined) return;
    this.cursor = followed.cursor;
    this.#waiting.push(followed);
    if (this.#waiting.length >= maxWaiting) {
      this.isFull = true;
      this.#ask("unsubscribe");
    }
    this.#wake();
  }

  /** @param error Undefined: nothing went wrong. */
  end(error: unknown): void {
    this.#end ??= { error };
    this.#wake();
  }

  async *read(): AsyncGenerator<FollowedEvent, undefined> {
    for (;;) {
      const woken = new Promise<void>((resolve) => (this.#wake = resolve));
      const next = this.#waiting.shift();
      if (next !== undefined) {
        yield next;
        continue;
      }
      if (this.#end !== undefined) {
        if (this.#end.error === undefined) return undefined;
        // The reason of a signal can be anything.
        // oxlint-disable-next-line typescript/only-throw-error
        throw this.#end.error;
      }
      if (this.isFull) {
        this.isFull = false;
        this.#ask("subscribe");
      }
      // oxlint-disable-next-line no-await-in-loop -- until there is more
      await woken;
    }
  }
}
