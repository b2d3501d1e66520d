import { TailBuffer } from "./capped-output.ts";

const keptChars = 200_000;

/** Output of a process in the background: the newest 200 000 characters, and listeners for what comes. */
export class SpawnedOutput {
  readonly #tail = new TailBuffer(keptChars);
  readonly #listeners = new Set<(text: string) => void>();

  append(text: string): void {
    this.#tail.append(text);
    for (const listener of this.#listeners) listener(text);
  }

  /** @returns The way to stop. */
  listen(listener: (text: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  toString(): string {
    return this.#tail.toString();
  }
}
