export interface SteeringText {
  readonly text: string;
  /** Whether what it mentions is attached: a person typed all of it. */
  readonly mentions: boolean;
}

/** Words of the person that wait for the next tool result to ride on. */
export class Steering {
  #waiting: SteeringText[] = [];

  add(text: SteeringText): void {
    this.#waiting.push(text);
  }

  get pending(): string | undefined {
    return this.#waiting.length === 0 ? undefined : this.#waiting.map(({ text }) => text).join("\n");
  }

  take(): SteeringText | undefined {
    const { pending: text } = this;
    const mentions = this.#waiting.every((each) => each.mentions);
    this.#waiting = [];
    return text === undefined ? undefined : { text, mentions };
  }
}
