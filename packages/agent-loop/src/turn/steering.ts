import { untrustedSources } from "@hermes/registry";
import type { Provenance } from "@hermes/registry";

export interface SteeringText {
  readonly text: string;
  /** Whether what it mentions is attached: a person typed all of it. */
  readonly mentions: boolean;
  /** Untrusted sources of what its author had before it. @default none */
  readonly provenance?: readonly Provenance[] | undefined;
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
    const provenance = untrustedSources(...this.#waiting.map((each) => each.provenance));
    this.#waiting = [];
    return text === undefined ? undefined : { text, mentions, provenance };
  }
}
