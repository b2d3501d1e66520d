/** Words of the person that wait for the next tool result to ride on. */
export class Steering {
  #waiting: string[] = [];

  add(text: string): void {
    this.#waiting.push(text);
  }

  get pending(): string | undefined {
    return this.#waiting.length === 0 ? undefined : this.#waiting.join("\n");
  }

  take(): string | undefined {
    const pending = this.pending;
    this.#waiting = [];
    return pending;
  }
}
