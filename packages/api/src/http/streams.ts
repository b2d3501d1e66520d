import { refused } from "../errors/refusal.ts";
import { eventStream } from "./event-stream.ts";
import type { EventStreamOptions, SentEvent } from "./event-stream.ts";

/** The streams that are open, of which there are only so many, and which end with the server. */
export class Streams {
  readonly #max: number;
  readonly #heartbeatMs: number;
  readonly #closing = new AbortController();
  #open = 0;

  constructor({ max, heartbeatMs }: { readonly max: number; readonly heartbeatMs: number }) {
    this.#max = max;
    this.#heartbeatMs = heartbeatMs;
  }

  get count(): number {
    return this.#open;
  }

  /**
   * Counts one that begins.
   *
   * @returns What is called when it is over; a second call does nothing.
   * @throws {HermesError} `API_TOO_MANY_STREAMS`
   */
  enter(): () => void {
    if (this.#open >= this.#max)
      throw refused("API_TOO_MANY_STREAMS", "Too many streams are open.", {
        hint: "End one, and try again.",
      });
    this.#open++;
    let isOver = false;
    return () => {
      if (!isOver) this.#open--;
      isOver = true;
    };
  }

  /** @throws {HermesError} `API_TOO_MANY_STREAMS` */
  open(
    source: (signal: AbortSignal) => AsyncIterable<SentEvent>,
    options: Omit<EventStreamOptions, "heartbeatMs"> = {},
  ): Response {
    const leave = this.enter();
    return eventStream((signal) => source(AbortSignal.any([signal, this.#closing.signal])), {
      ...options,
      heartbeatMs: this.#heartbeatMs,
      onClose: () => {
        leave();
        options.onClose?.();
      },
    });
  }

  close(): void {
    this.#closing.abort(refused("API_CLOSED", "The server stops."));
  }
}
