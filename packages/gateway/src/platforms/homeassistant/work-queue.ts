import { setTimeout as delay } from "node:timers/promises";

export interface WorkQueue {
  add(work: () => Promise<void>): void;
  /** Resolves once nothing runs any more. */
  readonly done: Promise<void>;
}

const maxWaiting = 10_000;

/** One after another; what fails is done again until it succeeds or the signal comes, since Home Assistant says nothing twice. */
export function createWorkQueue(options: {
  readonly againMs: number;
  readonly signal: AbortSignal;
  readonly onFailure: (error: unknown) => void;
  /** The queue is full, so that this piece is left out. */
  readonly onFull: () => void;
}): WorkQueue {
  const { againMs, signal, onFailure, onFull } = options;
  let waiting = 0;
  let done = Promise.resolve();

  async function persist(work: () => Promise<void>): Promise<void> {
    while (!signal.aborted) {
      try {
        // oxlint-disable-next-line no-await-in-loop -- until it is done
        await work();
        return;
      } catch (error) {
        onFailure(error);
        // oxlint-disable-next-line no-await-in-loop -- until it is done
        await delay(againMs, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  return {
    add(work) {
      if (waiting >= maxWaiting) return onFull();
      waiting += 1;
      done = done.then(() => persist(work)).finally(() => (waiting -= 1));
    },
    get done() {
      return done;
    },
  };
}
