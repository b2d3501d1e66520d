/** Whoever was aborted has this long before the next one begins. */
const putBackMs = 2_000;

/** Lets one at a time work, in the order they came. */
export class Lock {
  #tail: Promise<void> = Promise.resolve();
  #count = 0;

  /** Whether somebody works or waits. */
  get isBusy(): boolean {
    return this.#count > 0;
  }

  /** @throws the reason of `signal`, at once, also while another one works. */
  async run<Value>(signal: AbortSignal, work: () => Promise<Value>): Promise<Value> {
    const before = this.#tail;
    let release = (): void => {};
    const done = new Promise<void>((resolve) => {
      release = resolve;
    });
    this.#tail = before.then(() => done);
    this.#count += 1;
    let running: Promise<unknown> = Promise.resolve();
    try {
      await untilAborted(before, signal);
      const started = work();
      running = started;
      return await untilAborted(started, signal);
    } finally {
      this.#count -= 1;
      // After an abort it may still be putting things back.
      within(putBackMs, running).then(release, release);
    }
  }
}

/** Waits for work that may never end, and not for how it ends. */
export async function within(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work.catch(() => undefined), over]);
  clearTimeout(timer);
}

/** Waits no longer than until an abort. What comes later counts for nothing. */
export async function untilAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  let stop = (): void => {};
  const aborted = new Promise<never>((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    stop = () => reject(signal.reason);
    signal.addEventListener("abort", stop, { once: true });
  });
  aborted.catch(() => undefined);
  work.catch(() => undefined);
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
