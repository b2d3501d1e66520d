import type { Model } from "@hermes/models";

/** What the model of a session takes of pictures. */
export class SessionSight {
  #model: (() => Model) | undefined;

  /** From when there is a model; it may change from turn to turn. */
  follow(model: () => Model): void {
    this.#model = model;
  }

  /** Of a model that nothing is known of, it is believed. */
  async sees(): Promise<boolean> {
    const model = this.#model?.();
    if (model === undefined) return true;
    if (model.abilities?.images !== undefined) return model.abilities.images;
    const { describeModel } = await import("@hermes/models");
    return describeModel(model.id).abilities.images !== false;
  }

  /** Undefined outside of a session. */
  get provider(): string | undefined {
    return this.#model?.().provider;
  }
}
