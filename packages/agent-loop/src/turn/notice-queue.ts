import type { Message } from "@hermes/models";
import type { AgentEvent } from "../agent-event.ts";
import type { Notice, NoticeSource } from "../notice-source.ts";
import type { EventChannel } from "./event-channel.ts";

export interface NoticeQueueOptions {
  readonly source: NoticeSource | undefined;
  readonly sessionId: string;
  readonly events: EventChannel<AgentEvent>;
}

/** Hands the notices of one session to one turn, each to one message alone. */
export class NoticeQueue {
  readonly #options: NoticeQueueOptions;
  /** Given to a message that is being written, or written. */
  readonly #given = new Set<string>();

  constructor(options: NoticeQueueOptions) {
    this.#options = options;
  }

  /** What waits. Whoever takes it writes it into the journal and then calls `delivered`. */
  take(): readonly Notice[] {
    const { source, sessionId } = this.#options;
    if (source === undefined) return [];
    const fresh = source.waiting(sessionId).filter(({ id }) => !this.#given.has(id));
    for (const { id } of fresh) this.#given.add(id);
    return fresh;
  }

  /** They are in the journal: people see them, and they are not offered again. */
  async delivered(notices: readonly Notice[]): Promise<void> {
    for (const { id, text } of notices) this.#options.events.push({ type: "notice", id, text });
    await this.#confirm(notices);
  }

  /** A program that died between the writing and the confirming left them in the history already. */
  async skipKnown(history: readonly Message[]): Promise<void> {
    const { source, sessionId } = this.#options;
    const waiting = source?.waiting(sessionId) ?? [];
    if (waiting.length === 0) return;
    const known = waiting.filter(({ text }) => history.some((message) => holds(message, text)));
    for (const { id } of known) this.#given.add(id);
    if (known.length > 0) await this.#confirm(known);
  }

  async #confirm(notices: readonly Notice[]): Promise<void> {
    const { source, sessionId } = this.#options;
    const ids = notices.map(({ id }) => id);
    await source?.delivered(sessionId, ids);
  }
}

function holds(message: Message, text: string): boolean {
  if (message.role === "tool") return message.notes?.includes(text) === true;
  if (message.role !== "user") return false;
  return message.content.some((part) => part.type === "text" && part.text.includes(text));
}
