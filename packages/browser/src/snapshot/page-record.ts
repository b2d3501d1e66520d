import type { Page } from "playwright-core";
import { openPageWorlds, type PageWorlds, type World } from "./page-worlds.ts";

/** An element that the last snapshot of a page has shown. */
export interface ShownElement {
  readonly world: World;
  readonly id: number;
  /** Playwright's reference. */
  readonly ref: string;
  readonly role: string;
  readonly name: string;
}

/** What is known of a page between its snapshots. */
export interface PageRecord {
  readonly worlds: Promise<PageWorlds>;
  /** Number of a reference by that of its element. Never given twice, also not to an element of the next document. */
  readonly numbers: Map<number, number>;
  shown: Map<number, ShownElement>;
  /** Ends when the snapshot that is being taken does. */
  turn: Promise<unknown>;
}

// Belongs to the pages and goes with them: a page comes from Playwright and has no room for it.
const records = new WeakMap<Page, PageRecord>();

export function recordOf(page: Page): PageRecord {
  let record = records.get(page);
  if (record === undefined) {
    record = {
      worlds: openPageWorlds(page),
      numbers: new Map(),
      shown: new Map(),
      turn: Promise.resolve(),
    };
    // One that failed is not kept, so that the next call tries again.
    record.worlds.catch(() => records.delete(page));
    records.set(page, record);
  }
  return record;
}
