/** What several sessions would do, one after another; what was done under a key is not done again. */
export class OnceEach {
  readonly #done = new Set<string>();
  #last: Promise<unknown> = Promise.resolve();

  /** Waits for what was begun before, under whatever key. */
  async run(key: string, work: () => Promise<void> | void): Promise<void> {
    const now = this.#last.then(async () => {
      if (this.isFirst(key)) await work();
    });
    this.#last = now.catch(() => undefined);
    await now;
  }

  /** Whether nothing was done under this key yet. It counts as done from here on. */
  isFirst(key: string): boolean {
    if (this.#done.has(key)) return false;
    this.#done.add(key);
    return true;
  }
}
