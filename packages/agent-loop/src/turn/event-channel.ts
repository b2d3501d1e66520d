/** Items that wait for the reader beyond this number pause the writer of deltas. */
const crowdedAt = 1024;

interface Reader<T> {
  resolve(result: IteratorResult<T, undefined>): void;
  reject(error: unknown): void;
}

/**
 * Carries events from a turn to its reader, in order. Writing never waits; a writer of many small events asks
 * `crowded` and waits for `drained()`.
 */
export class EventChannel<T> {
  #items: T[] = [];
  #position = 0;
  #reader: Reader<T> | undefined;
  #ended = false;
  #failure: { readonly error: unknown } | undefined;
  #onDrained: (() => void) | undefined;

  get crowded(): boolean {
    return this.#items.length - this.#position >= crowdedAt;
  }

  /** Ignored after the end: nobody reads any more. */
  push(item: T): void {
    if (this.#ended) return;
    const reader = this.#reader;
    if (reader === undefined) {
      this.#items.push(item);
      return;
    }
    this.#reader = undefined;
    reader.resolve({ done: false, value: item });
  }

  /** Resolves when the reader has taken everything, or when the channel ends. */
  async drained(): Promise<void> {
    if (this.#ended || this.#position === this.#items.length) return;
    await new Promise<void>((resolve) => {
      this.#onDrained = resolve;
    });
  }

  end(): void {
    this.#ended = true;
    this.#settle();
    this.#reader?.resolve({ done: true, value: undefined });
    this.#reader = undefined;
  }

  /** Ends the channel with an error, which the reader meets after the items that are already in it. */
  fail(error: unknown): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#settle();
    const reader = this.#reader;
    this.#reader = undefined;
    if (reader === undefined) this.#failure = { error };
    else reader.reject(error);
  }

  /**
   * What comes through, for one reader.
   *
   * @param work Begins with the first event that is asked for; its promise ends with it and never rejects. `leave` is called where
   * the reader leaves before the end, and the work is waited for.
   */
  iterate(work: {
    readonly start: () => Promise<void>;
    readonly leave: () => void;
  }): AsyncIterableIterator<T, undefined> {
    let running: Promise<void> | undefined;
    return {
      [Symbol.asyncIterator]() {
        return this;
      },
      next: () => {
        running ??= work.start();
        return this.next();
      },
      return: async () => {
        work.leave();
        this.end();
        await (running ??= Promise.resolve());
        return { done: true, value: undefined };
      },
    };
  }

  /** One reader, one call at a time. */
  next(): Promise<IteratorResult<T, undefined>> {
    if (this.#position < this.#items.length) return Promise.resolve({ done: false, value: this.#take() });
    const failure = this.#failure;
    if (failure !== undefined) {
      this.#failure = undefined;
      return Promise.reject(failure.error);
    }
    if (this.#ended) return Promise.resolve({ done: true, value: undefined });
    return new Promise((resolve, reject) => {
      this.#reader = { resolve, reject };
    });
  }

  #take(): T {
    // The caller has checked that there is an item at this position.
    const item = this.#items[this.#position++] as T;
    if (this.#position === this.#items.length) {
      this.#items = [];
      this.#position = 0;
      this.#settle();
    }
    return item;
  }

  #settle(): void {
    const onDrained = this.#onDrained;
    this.#onDrained = undefined;
    onDrained?.();
  }
}
