import type { HeadChanged } from "../agent-event.ts";

/** Tells the reader of the events that the head changed: once that it was kept to, and each time that another one was adopted. */
export class HeadNews {
  #last: HeadChanged | undefined;

  /** @param change As the session was opened for this turn. */
  of(change: HeadChanged | undefined): readonly HeadChanged[] {
    if (change === undefined || change === this.#last) return [];
    const isNews = change.adopted || this.#last === undefined;
    this.#last = change;
    return isNews ? [change] : [];
  }
}
