import type { ProviderTurn } from "./memory-provider.ts";

/** Turns that wait for a memory that takes none; older ones go. */
const maxWaiting = 50;
const maxTries = 3;

interface WaitingTurn {
  readonly turn: ProviderTurn;
  tries: number;
}

/** Sends turns to a memory, in their order, one after another, and beside the session. */
export class TurnQueue {
  readonly #tell: (turn: ProviderTurn) => Promise<void>;
  readonly #waiting: WaitingTurn[] = [];
  #running: Promise<void> | undefined;
  #lost = 0;

  /** @param tell Rejects when the turn was not taken; it is offered again with the next one, three times at most. */
  constructor(tell: (turn: ProviderTurn) => Promise<void>) {
    this.#tell = tell;
  }

  /** Those that were not taken so far, and those that were given up. */
  get untold(): number {
    return this.#waiting.length + this.#lost;
  }

  add(turn: ProviderTurn): void {
    this.#waiting.push({ turn, tries: 0 });
    if (this.#waiting.length > maxWaiting) this.#drop();
    this.#start();
  }

  /** Tells what waits; resolves when all is told or one was not taken. Never rejects. */
  async drain(): Promise<void> {
    this.#start();
    await this.#running;
  }

  #start(): void {
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
    });
  }

  async #run(): Promise<void> {
    for (let next = this.#waiting[0]; next !== undefined; next = this.#waiting[0]) {
      next.tries++;
      try {
        // oxlint-disable-next-line no-await-in-loop -- in the order in which they were said
        await this.#tell(next.turn);
        this.#remove(next);
      } catch {
        // The one who tells has said why.
        if (next.tries >= maxTries && this.#remove(next)) this.#lost++;
        return;
      }
    }
  }

  #remove(turn: WaitingTurn): boolean {
    const index = this.#waiting.indexOf(turn);
    if (index === -1) return false;
    this.#waiting.splice(index, 1);
    return true;
  }

  #drop(): void {
    this.#waiting.shift();
    this.#lost++;
  }
}
