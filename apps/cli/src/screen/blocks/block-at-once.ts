import type { Block } from "../block.ts";

/** A block that settles as a whole, once nothing of it changes any more. */
export abstract class BlockAtOnce implements Block {
  done = false;
  #settled = false;

  /** All of it as it stands now. */
  protected abstract lines(columns: number): readonly string[];

  settle(columns: number): readonly string[] {
    if (!this.done || this.#settled) return [];
    this.#settled = true;
    return this.lines(columns);
  }

  live(columns: number): readonly string[] {
    return this.#settled ? [] : this.lines(columns);
  }
}
