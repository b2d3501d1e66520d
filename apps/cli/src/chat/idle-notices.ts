import type { OpenSession } from "@hermes/runtime";
import { noticeText } from "../render/event-texts.ts";

export interface IdleNoticesOptions {
  /** While a turn goes on, its events show what happens. */
  readonly isBusy: () => boolean;
  readonly show: (line: string) => void;
}

/** Shows at once what happens beside a conversation where nothing else goes on. The model is told with the next message. */
export class IdleNotices implements Disposable {
  readonly #options: IdleNoticesOptions;
  readonly #shown = new Set<string>();
  #agent: Pick<OpenSession["agent"], "waitingNotices" | "watchNotices"> | undefined;
  #leave: (() => void) | undefined;

  constructor(options: IdleNoticesOptions) {
    this.#options = options;
  }

  /** From here on it is this conversation. */
  follow({ agent }: Pick<OpenSession, "agent">): void {
    this.#leave?.();
    this.#agent = agent;
    // What goes wrong here goes wrong for the next message, too, and is said there.
    this.#leave = agent.watchNotices(() => void this.show().catch(() => undefined));
  }

  /** What waits, such as what was too late for the turn that ended. */
  async show(): Promise<void> {
    if (this.#agent === undefined || this.#options.isBusy()) return;
    const waiting = await this.#agent.waitingNotices();
    if (this.#options.isBusy()) return;
    for (const { id, source, text } of waiting) {
      if (this.#shown.has(id)) continue;
      this.#shown.add(id);
      // The answer to the command has said so.
      if (source === "personality") continue;
      this.#options.show(`${noticeText(text)} (Told to the model with your next message.)`);
    }
  }

  /** Whether the person has seen it. */
  wasShown(id: string): boolean {
    return this.#shown.has(id);
  }

  [Symbol.dispose](): void {
    this.#leave?.();
    this.#agent = undefined;
  }
}
