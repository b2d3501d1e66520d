import { BlockAtOnce } from "./block-at-once.ts";

export type LinesAt = (columns: number) => readonly string[];

/** Lines that are known from the start, such as a remark. */
export class FixedBlock extends BlockAtOnce {
  readonly #lines: LinesAt;
  readonly whole?: LinesAt;

  constructor(lines: LinesAt, whole?: LinesAt) {
    super();
    this.done = true;
    this.#lines = lines;
    if (whole !== undefined) this.whole = whole;
  }

  protected lines(columns: number): readonly string[] {
    return this.#lines(columns);
  }
}
