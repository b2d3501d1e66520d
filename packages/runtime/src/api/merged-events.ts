import type { AgentEvent } from "@hermes/agent-loop";
import type { SessionEvent } from "@hermes/api";

/** The events of a turn, and between them what else its readers are told. */
export class MergedEvents implements AsyncIterableIterator<SessionEvent, undefined> {
  readonly #events: AsyncIterator<AgentEvent>;
  readonly #told: SessionEvent[] = [];
  #pending: Promise<IteratorResult<AgentEvent>> | undefined;
  #reader: PromiseWithResolvers<IteratorResult<SessionEvent, undefined>> | undefined;

  constructor(events: AsyncIterable<AgentEvent>) {
    this.#events = events[Symbol.asyncIterator]();
  }

  tell(event: SessionEvent): void {
    const reader = this.#reader;
    this.#reader = undefined;
    if (reader === undefined) this.#told.push(event);
    else reader.resolve({ value: event });
  }

  next(): Promise<IteratorResult<SessionEvent, undefined>> {
    const told = this.#told.shift();
    if (told !== undefined) return Promise.resolve({ value: told });
    const reader = Promise.withResolvers<IteratorResult<SessionEvent, undefined>>();
    this.#reader = reader;
    this.#pending ??= this.#events.next();
    // A reader that was told something else has left: the event waits for the next one.
    this.#pending.then(
      (result) => this.#settle(reader, () => reader.resolve(result.done === true ? over : result)),
      (error: unknown) => this.#settle(reader, () => reader.reject(error)),
    );
    return reader.promise;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  #settle(reader: PromiseWithResolvers<IteratorResult<SessionEvent, undefined>>, settle: () => void): void {
    if (this.#reader !== reader) return;
    this.#reader = undefined;
    this.#pending = undefined;
    settle();
  }
}

const over: IteratorReturnResult<undefined> = { done: true, value: undefined };
