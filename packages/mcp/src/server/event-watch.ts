import { setTimeout as pause } from "node:timers/promises";
import type { EventPlace, EventsPort } from "./hermes-ports.ts";

type Filter = Parameters<EventsPort["after"]>[1];
type Page = Awaited<ReturnType<EventsPort["after"]>>;

/** Waits for events of the store: one look for all who wait, and none while nobody does. */
export class EventWatch {
  readonly #events: EventsPort;
  readonly #everyMs: number;
  /** What wakes each of them, and the place that it knows. */
  readonly #waiting = new Map<() => void, EventPlace>();
  #looking: Promise<void> | undefined;

  constructor(events: EventsPort, everyMs = 500) {
    this.#events = events;
    this.#everyMs = everyMs;
  }

  /** @returns What came after a place, once there is something; nothing, once `signal` is aborted. */
  async next(from: EventPlace, filter: Filter, signal: AbortSignal): Promise<Page> {
    for (let place = from; ;) {
      // oxlint-disable-next-line no-await-in-loop -- one look after another
      const page = await this.#events.after(place, filter);
      if (page.events.length > 0 || signal.aborted) return page;
      place = page.place;
      // oxlint-disable-next-line no-await-in-loop
      await this.#changeSince(place, signal);
    }
  }

  /** Resolves when there is another place, or when `signal` is aborted. */
  async #changeSince(place: EventPlace, signal: AbortSignal): Promise<void> {
    await new Promise<void>((resolve) => {
      const done = (): void => {
        signal.removeEventListener("abort", done);
        this.#waiting.delete(done);
        resolve();
      };
      signal.addEventListener("abort", done, { once: true });
      this.#waiting.set(done, place);
      this.#looking ??= this.#look();
    });
  }

  async #look(): Promise<void> {
    while (this.#waiting.size > 0) {
      // oxlint-disable-next-line no-await-in-loop -- now and then
      const now = await this.#place();
      for (const [done, known] of this.#waiting)
        if (now?.message !== known.message || now.approval !== known.approval) done();
      // oxlint-disable-next-line no-await-in-loop
      await pause(this.#everyMs, undefined, { ref: false });
    }
    this.#looking = undefined;
  }

  /** Undefined where the store can't be read: whoever waits then asks, and hears why. */
  async #place(): Promise<EventPlace | undefined> {
    try {
      return await this.#events.place();
    } catch {
      return undefined;
    }
  }
}
