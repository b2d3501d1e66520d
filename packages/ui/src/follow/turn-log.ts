import type { Agent, AgentEvent } from "@hermes/agent-loop";
import { advance, hasShown, positionBehind } from "./cursor.ts";
import type { Position } from "./cursor.ts";

/** An event with the place behind it. */
export interface LoggedEvent {
  readonly event: AgentEvent;
  readonly position: Position;
}

/** Where a reader goes on: the events that are its due at once, then those of the log from `next` on. */
export interface LogEntrance {
  readonly events: readonly AgentEvent[];
  readonly next: number;
}

/** What one turn has told, for readers of any pace. Older messages are dropped once there are `maxEvents`: journals have them. */
export class TurnLog {
  /** Of the turn, among all turns of all processes. */
  readonly id: string = crypto.randomUUID().replaceAll("-", "").slice(0, 12);
  readonly #agent: Pick<Agent, "messages">;
  readonly #maxEvents: number;
  #events: LoggedEvent[] = [];
  /** Index of the first event that is kept. */
  #first = 0;
  /** Index from which positions count as they do in the journal: a compression shortens that. */
  #entrance = 0;
  #start: Position;
  #end: Position;
  #isEnded = false;
  #changed = Promise.withResolvers<void>();

  constructor(agent: Pick<Agent, "messages">, maxEvents: number) {
    this.#agent = agent;
    this.#maxEvents = maxEvents;
    this.#start = positionBehind(agent.messages.length, agent.messages.at(-1));
    this.#end = this.#start;
  }

  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** Readers from behind it can enter. */
  get start(): Position {
    return this.#start;
  }

  /** Whether the event is kept, or is the next one to come. */
  has(index: number): boolean {
    return index >= this.#first && index <= this.#first + this.#events.length;
  }

  at(index: number): LoggedEvent | undefined {
    return this.#events[index - this.#first];
  }

  add(event: AgentEvent): void {
    // Of no tool is it known how much it tells before its call ends.
    if (event.type === "tool-call-progress" && this.#events.length >= this.#maxEvents) return;
    this.#end = this.#behind(event);
    this.#events.push({ event, position: this.#end });
    if (event.type === "compression") this.#enterFrom(this.#first + this.#events.length);
    if (event.type === "message" && this.#events.length > this.#maxEvents) {
      this.#first += this.#events.length;
      this.#events = [];
      this.#enterFrom(this.#first);
    }
    this.#wake();
  }

  end(): void {
    this.#isEnded = true;
    this.#wake();
  }

  /** Resolves with the next event or the end. @throws the reason of the signal. */
  async changed(signal: AbortSignal | undefined): Promise<void> {
    const { promise } = this.#changed;
    if (signal === undefined) return await promise;
    signal.throwIfAborted();
    const aborted = Promise.withResolvers<never>();
    const abort = (): void => aborted.reject(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    try {
      await Promise.race([promise, aborted.promise]);
    } finally {
      signal.removeEventListener("abort", abort);
    }
  }

  /** For a reader that has everything up to a position that is not before `start`. */
  enter(position: Position): LogEntrance {
    let before = this.#start;
    let from = this.#entrance - this.#first;
    while (from < this.#events.length && before.message < position.message)
      before = this.#events[from++]?.position ?? before;
    const next = this.#first + from;
    return position.text === 0 && position.reasoning === 0
      ? { events: [], next }
      : this.#enterAnswer(position, from);
  }

  /** Goes on within an answer that the reader has seen a part of. */
  #enterAnswer(position: Position, from: number): LogEntrance {
    const ending = this.#events.findIndex(({ event }, index) => index >= from && event.type === "message");
    const answer = this.#events.slice(from, ending === -1 ? undefined : ending).map(({ event }) => event);
    const attempt = answer.slice(answer.findLastIndex(({ type }) => type === "text-restart") + 1);
    const next = this.#first + from + answer.length;
    const textOf = (type: "text-delta" | "reasoning-delta"): string =>
      attempt.map((event) => (event.type === type ? event.text : "")).join("");
    const shown = { text: textOf("text-delta"), reasoning: textOf("reasoning-delta") };
    if (!hasShown(position, shown))
      return { events: [{ type: "text-restart", reason: "The answer started anew." }, ...attempt], next };
    const skip = { "text-delta": position.text, "reasoning-delta": position.reasoning };
    const events = attempt.flatMap((event): AgentEvent[] => {
      if (event.type !== "text-delta" && event.type !== "reasoning-delta")
        return event.type === "request-start" ? [] : [event];
      const text = event.text.slice(skip[event.type]);
      skip[event.type] = Math.max(0, skip[event.type] - event.text.length);
      return text === "" ? [] : [{ ...event, text }];
    });
    return { events, next };
  }

  #behind(event: AgentEvent): Position {
    const { messages } = this.#agent;
    if (event.type === "turn-start") {
      // The session was perhaps read, and repaired, only now.
      this.#start = positionBehind(messages.length, messages.at(-1));
      return this.#start;
    }
    if (event.type === "compression") return positionBehind(event.after, messages.at(-1));
    if (event.type !== "message") return advance(this.#end, event);
    // Results of a batch find their place in the list of the agent later.
    const index = event.message.role === "tool" ? -1 : messages.lastIndexOf(event.message);
    return positionBehind(index === -1 ? this.#end.message + 1 : index + 1, event.message);
  }

  #enterFrom(index: number): void {
    this.#entrance = index;
    this.#start = this.#end;
  }

  #wake(): void {
    const { resolve } = this.#changed;
    this.#changed = Promise.withResolvers<void>();
    resolve();
  }
}
