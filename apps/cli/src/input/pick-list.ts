import { columnsOf, fit, oneLine, pad } from "../render/fit.ts";
import type { Style } from "../render/style.ts";

export interface PickRow {
  readonly label: string;
  readonly summary?: string | undefined;
}

/** Rows of which one is chosen with the arrows. */
export class PickList<Item> {
  readonly items: readonly Item[];
  readonly #rowOf: (item: Item) => PickRow;
  #at = 0;
  #moved = false;

  constructor(items: readonly Item[], rowOf: (item: Item) => PickRow) {
    this.items = items;
    this.#rowOf = rowOf;
  }

  /** Where the mark stands; undefined in an empty list. */
  get chosen(): Item | undefined {
    return this.items[this.#at];
  }

  /** Whether the person has moved the mark. */
  get moved(): boolean {
    return this.#moved;
  }

  /** Past either end it goes on at the other. */
  move(by: number): void {
    if (this.items.length === 0) return;
    this.#moved = true;
    this.#at = (this.#at + by + this.items.length) % this.items.length;
  }

  /** @param rows At most so many, the marked one among them. */
  lines({
    columns,
    rows,
    style,
  }: {
    readonly columns: number;
    readonly rows: number;
    readonly style: Style;
  }): string[] {
    if (rows < 1) return [];
    const from = Math.max(0, Math.min(this.#at - Math.floor(rows / 2), this.items.length - rows));
    const shown = this.items.slice(from, from + rows).map((item) => {
      const { label, summary = "" } = this.#rowOf(item);
      return { label: oneLine(label), summary: oneLine(summary) };
    });
    const width = columns - 2;
    const widest = Math.max(0, ...shown.map(({ label, summary }) => (summary === "" ? 0 : columnsOf(label))));
    const left = Math.min(widest, Math.max(12, Math.floor(width / 2)));
    return shown.map(({ label, summary }, row) => {
      const isChosen = from + row === this.#at;
      const room = width - left - 2;
      const text = summary === "" || room < 8 ? fit(label, width) : pad(fit(label, left), left);
      const more = summary === "" || room < 8 ? "" : `  ${style.dim(fit(summary, room))}`;
      return fitMarked(isChosen ? `${style.cyan(`❯ ${text}`)}${more}` : `  ${text}${more}`, columns);
    });
  }
}

/** In a terminal of a few columns nothing fits: there it is cut without its colours. */
function fitMarked(line: string, columns: number): string {
  // oxlint-disable-next-line no-control-regex -- colours of our own
  return columns < 8 ? fit(line.replace(/\u001b\[\d*m/g, ""), columns) : line;
}
