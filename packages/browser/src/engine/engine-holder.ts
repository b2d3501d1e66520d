import type { BrowserSettings } from "../browsers-options.ts";
import type { Engine } from "./engine.ts";
import { openEngine } from "./open-engine.ts";

/** The one browser of a program: opened when it is asked for, and anew when it is gone. */
export class EngineHolder {
  readonly #settings: BrowserSettings;
  #opening: Promise<Engine> | undefined;
  #running: Engine | undefined;

  constructor(settings: BrowserSettings) {
    this.#settings = settings;
  }

  /** Whether there is one, or will be. */
  get isOpen(): boolean {
    return this.#opening !== undefined;
  }

  /** The one that runs now. */
  get running(): Engine | undefined {
    return this.#running?.browser.isConnected() === true ? this.#running : undefined;
  }

  /** However many ask at once, one is opened. */
  async open(): Promise<Engine> {
    if (this.#running !== undefined && !this.#running.browser.isConnected()) await this.close();
    const opening = (this.#opening ??= openEngine(this.#settings));
    try {
      return (this.#running = await opening);
    } catch (error) {
      if (this.#opening === opening) this.#opening = undefined;
      throw error;
    }
  }

  async close(): Promise<void> {
    const opening = this.#opening;
    this.#opening = undefined;
    this.#running = undefined;
    const engine = await opening?.catch(() => undefined);
    await engine?.close();
  }
}
