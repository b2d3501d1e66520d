/** How many turns run at once; those that wait get their turn in the order in which they asked. */
export class TurnSlots {
  readonly #size: number;
  readonly #waiting: (() => void)[] = [];
  #taken = 0;

  constructor(size: number) {
    this.#size = size;
  }

  get taken(): number {
    return this.#taken;
  }

  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#taken < this.#size) this.#taken += 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      // The slot goes from hand to hand, so that nobody gets in between.
      if (next === undefined) this.#taken -= 1;
      else next();
    }
  }
}
