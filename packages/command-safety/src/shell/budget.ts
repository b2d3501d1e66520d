/** Thrown when a command is too large to be read; whoever judges turns it into a question. */
export class BudgetSpent extends Error {
  override readonly name = "BudgetSpent";
}

/** Of one text; they take about 50 ms. */
export const maxSteps = 20_000;

/** For the work that a text of so many characters makes. */
export function stepsOfText(length: number): number {
  return length >> 8;
}

/** Far beyond what the steps of one text take: only a text that costs more than is known here gets there. */
const maxCpuMs = 1_000;

/**
 * Counts what a reading costs, so that no command can hold up the program. Steps decide, and not time, so that a command
 * is judged the same on every machine, however busy.
 */
export class Budget {
  readonly #maxSteps: number;
  readonly #whole: Budget | undefined;
  readonly #startedAt: NodeJS.CpuUsage = process.cpuUsage();
  #steps = 0;

  /** @param whole What the steps are taken from as well. */
  constructor(maxSteps: number, whole?: Budget) {
    this.#maxSteps = maxSteps;
    this.#whole = whole;
  }

  /** @throws {BudgetSpent} when the steps are used up. */
  spend(steps = 1): void {
    const before = this.#steps;
    this.#take(steps);
    // The clock is read now and then only: it costs more than a step.
    if (before >> 8 !== this.#steps >> 8 && this.#cpuMs() > maxCpuMs) throw new BudgetSpent("time");
  }

  #take(steps: number): void {
    if (this.#whole !== undefined) this.#whole.#take(steps);
    this.#steps += steps;
    if (this.#steps > this.#maxSteps) throw new BudgetSpent("steps");
  }

  /** What others take of a busy machine does not count. */
  #cpuMs(): number {
    const { user, system } = process.cpuUsage(this.#startedAt);
    return (user + system) / 1_000;
  }
}
