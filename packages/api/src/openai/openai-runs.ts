import type { FollowedEvent, RunsPort, StartedRun, StartRun } from "../ports/runs-port.ts";

/** A turn that requests of OpenAI's APIs read. */
export interface OpenAiRun extends StartedRun {
  /** Counts a client that waits for it. @returns What says that it has gone; a second call does nothing. */
  enter(): () => void;
  /** From its first event on, to its end. */
  events(signal: AbortSignal): AsyncGenerator<FollowedEvent, undefined>;
}

export interface KeepOptions {
  /** How long the turn goes on without a client; undefined: to its end. */
  readonly aloneMs: number | undefined;
}

/** Turns end with the last client that waits for them. */
export class OpenAiRuns {
  readonly #runs: RunsPort;
  readonly #alone = new Set<NodeJS.Timeout>();

  constructor(runs: RunsPort) {
    this.#runs = runs;
  }

  async start(run: StartRun, { aloneMs }: KeepOptions): Promise<OpenAiRun> {
    return this.resume(await this.#runs.start(run), { aloneMs });
  }

  /** One that was started before, here or by a process that has ended. */
  resume(started: StartedRun, { aloneMs }: KeepOptions): OpenAiRun {
    const runs = this.#runs;
    const alone = this.#alone;
    let clients = 0;
    let isOver = false;
    let timer: NodeJS.Timeout | undefined;
    const stop = (): void => {
      if (timer !== undefined) alone.delete(timer);
      // What goes wrong with it, its turn tells.
      if (!isOver) void runs.stop(started.sessionId).catch(() => undefined);
    };
    return {
      ...started,
      enter() {
        clients++;
        clearTimeout(timer);
        let isHere = true;
        return () => {
          if (!isHere) return;
          isHere = false;
          if (--clients > 0 || isOver || aloneMs === undefined) return;
          if (aloneMs === 0) return stop();
          timer = setTimeout(stop, aloneMs);
          timer.unref();
          alone.add(timer);
        };
      },
      async *events(signal) {
        for await (const followed of runs.follow(started.sessionId, { cursor: started.cursor, signal })) {
          if (followed.event.type === "turn-end") isOver = true;
          yield followed;
        }
        isOver = true;
        return undefined;
      },
    };
  }

  async stop(sessionId: string): Promise<void> {
    await this.#runs.stop(sessionId);
  }

  close(): void {
    for (const timer of this.#alone) clearTimeout(timer);
  }
}
