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
  readonly #maxMs: number;
  readonly #startedAt: NodeJS.CpuUsage = process.cpuUsage();
  #deadline: number;
  #steps = 0;

  constructor({ maxSteps, maxMs }: BudgetOptions) {
    this.#maxSteps = maxSteps;
    this.#maxMs = maxMs;
    this.#deadline = performance.now() + maxMs;
  }

  /** @throws {BudgetSpent} when the steps or the time are used up. */
  spend(steps = 1): void {
    const before = this.#steps;
    this.#steps += steps;
    if (this.#steps > this.#maxSteps) throw new BudgetSpent("steps");
    // The clock is read now and then only: it costs more than a step.
    if (before >> 6 !== this.#steps >> 6 && performance.now() > this.#deadline) this.#endOrGoOn();
  }

  /** On a busy machine time passes without a step: what others took of it is given back. */
  #endOrGoOn(): void {
    const { user, system } = process.cpuUsage(this.#startedAt);
    const leftMs = this.#maxMs - (user + system) / 1_000;
    if (leftMs < 1) throw new BudgetSpent("time");
    this.#deadline = performance.now() + leftMs;
  }
}
