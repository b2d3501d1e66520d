import { fuzzyMatch } from "@earendil-works/pi-tui/dist/fuzzy.js";

/**
 * How far a text is from what was typed; lower is better, undefined: it does not have its letters in this order. First what
 * begins like it, then what has it inside, then what has its letters; of those the shortest.
 *
 * @param typed In lower case.
 * @param text In lower case.
 * @param nameStart Where the last name of a path begins: what is found there comes before what is found in front of it.
 */
export function distance(typed: string, text: string, nameStart = 0): number | undefined {
  const inName = text.indexOf(typed, nameStart);
  if (inName === nameStart) return text.length;
  if (inName > 0) return 1e4 + text.length;
  const inside = nameStart === 0 ? -1 : text.indexOf(typed);
  if (inside >= 0) return (inside === 0 ? 2e4 : 3e4) + text.length;
  if (!hasLetters(typed, text)) return undefined;
  return 5e4 + Math.max(-1e4, Math.min(1e4, fuzzyMatch(typed, text).score));
}

function hasLetters(typed: string, text: string): boolean {
  let at = -1;
  for (const letter of typed) {
    at = text.indexOf(letter, at + 1);
    if (at < 0) return false;
  }
  return true;
}

/** The best of many, without sorting all of them. */
export class Best<Item> {
  readonly #most: number;
  readonly #found: { readonly item: Item; readonly distance: number }[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  offer(item: Item, far: number | undefined): void {
    if (far === undefined) return;
    const last = this.#found.at(-1);
    if (this.#found.length === this.#most && last !== undefined && last.distance <= far) return;
    const after = this.#found.findIndex((each) => each.distance > far);
    this.#found.splice(after < 0 ? this.#found.length : after, 0, { item, distance: far });
    if (this.#found.length > this.#most) this.#found.pop();
  }

  get items(): readonly Item[] {
    return this.#found.map(({ item }) => item);
  }
}

/** The items whose name is like what was typed, best first; all of them where nothing was. */
export function ranked<Item>(
  items: readonly Item[],
  typed: string,
  nameOf: (item: Item) => string,
): readonly Item[] {
  const wanted = typed.toLowerCase();
  const best = new Best<Item>(items.length);
  for (const item of items)
    best.offer(item, wanted === "" ? 0 : distance(wanted, nameOf(item).toLowerCase()));
  return best.items;
}
