import type { HistoryEntry } from "../prompt/input-history.ts";

/** Where a person stands among their earlier inputs, with what they were writing at the end. */
export class HistoryWalk {
  readonly #entries: readonly HistoryEntry[];
  #at = -1;
  #draft = "";
  #shown: string | undefined;

  /** @param entries Newest first. */
  constructor(entries: readonly HistoryEntry[]) {
    this.#entries = entries;
  }

  /** @param by 1: an older one. @returns The entry, or what was being written; undefined: there is none. */
  step(by: 1 | -1, text: string): { readonly entry: HistoryEntry } | { readonly draft: string } | undefined {
    // What was changed is a draft of its own.
    if (text !== this.#shown) this.#at = -1;
    if (this.#at === -1) this.#draft = text;
    const next = this.#at + by;
    const entry = this.#entries[next];
    if (next < -1 || (next >= 0 && entry === undefined)) return undefined;
    this.#at = next;
    return entry === undefined ? { draft: this.#draft } : { entry };
  }

  /** The text as it stands now, with the entry that `step` gave. */
  shown(text: string): void {
    this.#shown = text;
  }

  reset(): void {
    this.#at = -1;
    this.#shown = undefined;
  }
}

/** The entries that hold all words that were typed, newest first, each text once. */
export function searchHistory(entries: readonly HistoryEntry[], typed: string): readonly HistoryEntry[] {
  const words = typed
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  const found = new Map<string, HistoryEntry>();
  for (const entry of entries) {
    const text = entry.text.toLowerCase();
    if (!found.has(entry.text) && words.every((word) => text.includes(word))) found.set(entry.text, entry);
  }
  return [...found.values()];
}
