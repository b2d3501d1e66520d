/** An update as the Bot API sends it. */
export interface QueuedUpdate {
  readonly update_id: number;
  readonly [kind: string]: unknown;
}

export type Poll = { readonly updates: readonly QueuedUpdate[] } | "taken-over";

/** Updates in the order they are given out, until a request confirms them by a greater offset. */
export class UpdateQueue {
  #updates: QueuedUpdate[] = [];
  #nextId = 100_001;
  #waiting: ((poll: Poll) => void) | undefined;
  #held = false;
  #last: QueuedUpdate | undefined;
  #onPush: (() => void) | undefined;

  /** The one that was pushed last. */
  get last(): QueuedUpdate | undefined {
    return this.#last;
  }

  get pending(): readonly QueuedUpdate[] {
    return this.#updates;
  }

  /** @returns The id of the update. */
  push(content: Readonly<Record<string, unknown>>): number {
    const update = { update_id: this.#nextId++, ...content };
    this.#add(update);
    return update.update_id;
  }

  /** The very same update once more, as after an answer that got lost. */
  repeat(update: QueuedUpdate): void {
    this.#add(update);
  }

  /** What is pushed meanwhile is given out afterwards, at once and in this order. */
  hold<Result>(
    push: () => Result,
    order: (updates: readonly QueuedUpdate[]) => readonly QueuedUpdate[],
  ): Result {
    const before = this.#updates.length;
    this.#held = true;
    const result = push();
    this.#held = false;
    this.#updates = [...this.#updates.slice(0, before), ...order(this.#updates.slice(before))];
    this.#wake();
    return result;
  }

  /** As `getUpdates`: confirms what is before the offset, then waits up to `waitMs` for something to give. */
  async poll(offset: number | undefined, limit: number, waitMs: number): Promise<Poll> {
    this.#waiting?.("taken-over");
    if (offset !== undefined) this.confirm(offset);
    if (this.#updates.length > 0 || waitMs === 0) return { updates: this.#updates.slice(0, limit) };
    return await new Promise<Poll>((resolve) => {
      const timer = setTimeout(() => this.#waiting?.({ updates: [] }), waitMs);
      this.#waiting = (poll) => {
        clearTimeout(timer);
        this.#waiting = undefined;
        resolve(poll);
      };
    });
  }

  confirm(offset: number): void {
    this.#updates = this.#updates.filter(({ update_id: id }) => id >= offset);
  }

  /** Called for each update while a webhook is set. */
  set onPush(listener: (() => void) | undefined) {
    this.#onPush = listener;
    if (this.#updates.length > 0) listener?.();
  }

  /** Ends the request that waits. */
  close(): void {
    this.#waiting?.("taken-over");
  }

  #add(update: QueuedUpdate): void {
    this.#updates.push(update);
    this.#last = update;
    if (!this.#held) this.#wake();
  }

  #wake(): void {
    if (this.#updates.length === 0) return;
    this.#waiting?.({ updates: [...this.#updates] });
    this.#onPush?.();
  }
}
