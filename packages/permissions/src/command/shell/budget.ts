/** Thrown when a command is too large to be read in time; whoever judges turns it into a question. */
export class BudgetSpent extends Error {
  override readonly name = "BudgetSpent";
}

export interface BudgetOptions {
  readonly maxSteps: number;
  readonly maxMs: number;
}

/** Counts what a reading costs, so that no command can hold up the program. */
export class Budget {
  readonly #maxSteps: number;
  readonly #deadline: number;
  #steps = 0;

  constructor({ maxSteps, maxMs }: BudgetOptions) {
    this.#maxSteps = maxSteps;
    this.#deadline = performance.now() + maxMs;
  }

  /** @throws {BudgetSpent} when the steps or the time are used up. */
  spend(steps = 1): void {
    const before = this.#steps;
    this.#steps += steps;
    if (this.#steps > this.#maxSteps) throw new BudgetSpent("steps");
    // The clock is read now and then only: it costs more than a step.
    if (before >> 6 !== this.#steps >> 6 && performance.now() > this.#deadline) throw new BudgetSpent("time");
  }
}
