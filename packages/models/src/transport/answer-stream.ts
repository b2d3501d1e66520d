import type { ModelEvent } from "../model.ts";
import type { AttemptEvents, AttemptIterator } from "../providers/attempt.ts";
import { AnswerBody } from "./answer-body.ts";
import type { AnswerDecoder } from "./answer-decoder.ts";
import type { OpenBodyReader } from "./body-reader.ts";
import type { ByteSource } from "./byte-source.ts";

export interface OpenAnswer {
  readonly source: ByteSource;
  readonly decoder: AnswerDecoder;
  /** Come before those of the answer. */
  readonly events?: readonly ModelEvent[] | undefined;
  /** For a body that is neither server-sent events nor a JSON document. */
  readonly reader?: OpenBodyReader | undefined;
  /** The error for a body that is no answer at all. */
  refusal(received: string): Error;
}

export interface AnswerStreamOptions {
  readonly signal: AbortSignal;
  /** Called for every chunk that comes, also for pings that make no event. */
  readonly onActivity?: (() => void) | undefined;
  /** What is thrown for this failure. Undefined: the failure itself. */
  readonly explain?: ((error: unknown) => Promise<unknown>) | undefined;
  /** Called once, when nothing more will be read or sent. */
  readonly onClose: () => void;
}

type Result = IteratorResult<ModelEvent, undefined>;

const ended: Result = { done: true, value: undefined };
const crowdedAt = 4096;

/**
 * The events of one answer. Nothing is sent before the first event is asked for; a slow reader slows the server down.
 * Written by hand, since every delta passes here: what was decoded is handed out without a step in between.
 */
export function answerStream(open: () => Promise<OpenAnswer>, options: AnswerStreamOptions): AttemptEvents {
  return { [Symbol.asyncIterator]: () => new AnswerIterator(open, options) };
}

class AnswerIterator implements AttemptIterator {
  readonly #open: () => Promise<OpenAnswer>;
  readonly #options: AnswerStreamOptions;
  readonly #events: ModelEvent[] = [];
  #position = 0;
  #state: "new" | "opening" | "open" | "closed" = "new";
  #source: ByteSource | undefined;
  #paused = false;
  #decoder: AnswerDecoder | undefined;
  #failure: { readonly error: unknown } | undefined;
  #waiting: { resolve(result: Result): void; reject(error: unknown): void } | undefined;

  constructor(open: () => Promise<OpenAnswer>, options: AnswerStreamOptions) {
    this.#open = open;
    this.#options = options;
  }

  take(): ModelEvent | undefined {
    const event = this.#events[this.#position];
    if (event === undefined) return undefined;
    this.#position += 1;
    if (this.#paused && this.#position === this.#events.length) this.#resume();
    return event;
  }

  next(): Promise<Result> {
    const event = this.take();
    if (event !== undefined) return Promise.resolve({ done: false, value: event });
    if (this.#failure !== undefined) return this.#throw(this.#failure);
    if (this.#state === "closed") return Promise.resolve(ended);
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      if (this.#state === "new") this.#begin();
    });
  }

  return(): Promise<Result> {
    this.#close();
    this.#events.length = 0;
    this.#position = 0;
    this.#failure = undefined;
    this.#wake();
    return Promise.resolve(ended);
  }

  async #throw({ error }: { readonly error: unknown }): Promise<never> {
    this.#failure = undefined;
    throw (await this.#options.explain?.(error)) ?? error;
  }

  #begin(): void {
    this.#state = "opening";
    this.#open().then(
      (answer) => {
        if (this.#state === "closed") answer.source.close(false);
        else this.#read(answer);
      },
      (error: unknown) => this.#fail(error),
    );
  }

  #read({ source, decoder, events = [], reader, refusal }: OpenAnswer): void {
    this.#state = "open";
    this.#events.push(...events);
    this.#wake();
    this.#source = source;
    this.#decoder = decoder;
    const options = { events: this.#events, refusal };
    const body = reader === undefined ? new AnswerBody(decoder, options) : reader(decoder, options);
    const decode = (step: () => void): void => {
      if (this.#state !== "open") return;
      if (this.#position === this.#events.length || this.#position > crowdedAt) this.#forgetRead();
      try {
        step();
      } catch (error) {
        return this.#fail(error);
      }
      this.#wake();
      if (this.#events.length - this.#position > crowdedAt) this.#pause();
    };
    source.start({
      chunk: (bytes) => {
        this.#options.onActivity?.();
        decode(() => body.push(bytes));
      },
      end: () => {
        decode(() => body.end());
        this.#close();
        this.#wake();
      },
      error: (error) => this.#fail(error),
    });
  }

  #forgetRead(): void {
    this.#events.splice(0, this.#position);
    this.#position = 0;
  }

  /** Answers a waiting reader when there is something to say. */
  #wake(): void {
    const waiting = this.#waiting;
    if (waiting === undefined) return;
    const event = this.#events[this.#position];
    if (event === undefined && this.#failure === undefined && this.#state !== "closed") return;
    this.#waiting = undefined;
    if (event !== undefined) {
      this.#position += 1;
      waiting.resolve({ done: false, value: event });
    } else if (this.#failure !== undefined) this.#throw(this.#failure).catch(waiting.reject);
    else waiting.resolve(ended);
  }

  #fail(error: unknown): void {
    if (this.#state === "closed") return;
    const { signal } = this.#options;
    // What the wire says about a request that was called off is of no interest.
    this.#failure = { error: signal.aborted ? signal.reason : error };
    this.#close();
    this.#wake();
  }

  #close(): void {
    if (this.#state === "closed") return;
    this.#state = "closed";
    this.#source?.close(this.#decoder?.finished === true);
    this.#options.onClose();
  }

  #pause(): void {
    this.#paused = true;
    this.#source?.pause();
  }

  #resume(): void {
    this.#paused = false;
    this.#source?.resume();
  }
}
