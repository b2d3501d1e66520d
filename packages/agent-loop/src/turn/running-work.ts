import { busyError, closedError } from "../agent-errors.ts";
import type { AgentEvent, TurnEnd } from "../agent-event.ts";
import { EventChannel } from "./event-channel.ts";

/** What goes on while the session is busy. @returns The last event, if there is one. */
export type Work = (events: EventChannel<AgentEvent>, signal: AbortSignal) => Promise<TurnEnd | undefined>;

export interface RunningWorkOptions {
  /** Called before each piece of work. */
  readonly onStart: () => void;
  /** Awaited after each piece of work, which still counts as running then. */
  readonly onEnd: (outcome: "done" | "failed") => Promise<void>;
}

interface WorkWires {
  readonly channel: EventChannel<AgentEvent>;
  readonly controller: AbortController;
  readonly outer: AbortSignal | undefined;
}

/** What an agent does, one piece at a time, until it is closed. */
export class RunningWork {
  readonly #options: RunningWorkOptions;
  #running: { readonly controller: AbortController; readonly ended: Promise<void> } | undefined;
  #closed = false;

  constructor(options: RunningWorkOptions) {
    this.#options = options;
  }

  get running(): boolean {
    return this.#running !== undefined;
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** Begins with the first event that is asked for. */
  events(work: Work, outer: AbortSignal | undefined): AsyncIterableIterator<AgentEvent, undefined> {
    const channel = new EventChannel<AgentEvent>();
    const controller = new AbortController();
    return channel.iterate({
      start: () => this.#run(work, { channel, controller, outer }),
      leave: () => controller.abort(new DOMException("Nobody reads the events any more.", "AbortError")),
    });
  }

  abort(reason: Error): void {
    this.#running?.controller.abort(reason);
  }

  /** Interrupts what runs, and refuses everything from now on. */
  async close(): Promise<void> {
    this.#closed = true;
    this.abort(closedError());
    await this.#running?.ended;
  }

  /** Never rejects: what goes wrong reaches the reader of the channel. */
  async #run(work: Work, { channel, controller, outer }: WorkWires): Promise<void> {
    const refusal = this.#closed ? closedError() : this.#running === undefined ? undefined : busyError();
    if (refusal !== undefined) {
      channel.fail(refusal);
      return;
    }
    const abort = (): void => controller.abort(outer?.reason);
    if (outer?.aborted === true) abort();
    else outer?.addEventListener("abort", abort, { once: true });
    let finished = (): void => undefined;
    const ended = new Promise<void>((resolve) => {
      finished = resolve;
    });
    this.#options.onStart();
    this.#running = { controller, ended };
    try {
      const end = await work(channel, controller.signal);
      await this.#options.onEnd("done");
      this.#running = undefined;
      if (end !== undefined) channel.push(end);
      channel.end();
    } catch (error) {
      await this.#options.onEnd("failed");
      this.#running = undefined;
      channel.fail(error);
    } finally {
      outer?.removeEventListener("abort", abort);
      finished();
    }
  }
}
