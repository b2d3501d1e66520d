import type { AgentEvent } from "../agent-event.ts";
import type { Notice, SessionNotices } from "../journal/session-notices.ts";
import type { EventChannel } from "./event-channel.ts";

export interface NoticeQueueOptions {
  /** Absent: nothing happens beside the session. */
  readonly notices: SessionNotices | undefined;
  readonly sessionId: string;
  readonly events: EventChannel<AgentEvent>;
}

/** Hands the notices of one session to one turn, each to one message alone. */
export class NoticeQueue {
  readonly #options: NoticeQueueOptions;
  /** Given to a message that is being written, or written. */
  readonly #given = new Set<string>();
  readonly #told: string[] = [];

  constructor(options: NoticeQueueOptions) {
    this.#options = options;
  }

  /** What waits. Whoever takes it writes it with the ids into the journal, and then calls `announce`. */
  async take(): Promise<readonly Notice[]> {
    const { notices, sessionId } = this.#options;
    if (notices === undefined) return [];
    // Calls that end side by side ask side by side.
    const fresh = (await notices.take(sessionId)).filter(({ id }) => !this.#given.has(id));
    for (const { id } of fresh) this.#given.add(id);
    return fresh;
  }

  /** The result of a call tells what these say; in this turn nobody else gets them. */
  claim(ids: readonly string[]): void {
    for (const id of ids) this.#given.add(id);
  }

  /** They are in the journal: people see them. */
  announce(notices: readonly Notice[]): void {
    for (const { id, text } of notices) {
      this.#told.push(id);
      this.#options.events.push({ type: "notice", id, text });
    }
  }

  /** The result of a call that is about to be written tells these; what was told before is no news. */
  async tellByResult(ids: readonly string[]): Promise<void> {
    const { notices, sessionId } = this.#options;
    const waiting = await notices?.waiting(sessionId);
    this.#told.push(...ids.filter((id) => waiting?.some((notice) => notice.id === id) ?? true));
  }

  /** Ids of what this turn has told so far. */
  get told(): readonly string[] {
    return this.#told;
  }
}
