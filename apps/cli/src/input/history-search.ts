import { decodePrintableKey, matchesKey } from "@earendil-works/pi-tui/dist/keys.js";
import type { HistoryEntry } from "../prompt/input-history.ts";
import { columnsOf, fit } from "../render/fit.ts";
import type { Style } from "../render/style.ts";
import type { Frame } from "../screen/picture.ts";
import { searchHistory } from "./history-walk.ts";
import { PickList } from "./pick-list.ts";

export type SearchOutcome =
  | { readonly type: "taken"; readonly entry: HistoryEntry }
  | { readonly type: "cancelled" };

const prompt = "search: ";

/** Ctrl-R: earlier inputs that hold what is typed. */
export class HistorySearch {
  readonly #entries: readonly HistoryEntry[];
  #typed = "";
  #found: PickList<HistoryEntry>;

  /** @param entries Newest first. */
  constructor(entries: readonly HistoryEntry[]) {
    this.#entries = entries;
    this.#found = this.#find();
  }

  /** Undefined: it goes on. */
  press(key: string): SearchOutcome | undefined {
    if (["escape", "ctrl+c", "ctrl+g"].some((name) => isKey(key, name))) return { type: "cancelled" };
    if (["enter", "tab"].some((name) => isKey(key, name))) {
      const entry = this.#found.chosen;
      return entry === undefined ? { type: "cancelled" } : { type: "taken", entry };
    }
    if (isKey(key, "up")) this.#found.move(-1);
    else if (isKey(key, "down") || isKey(key, "ctrl+r")) this.#found.move(1);
    else if (isKey(key, "ctrl+u")) this.#set("");
    else if (isKey(key, "backspace")) this.#set([...this.#typed].slice(0, -1).join(""));
    else this.type(decodePrintableKey(key) ?? (key < " " ? "" : key));
    return undefined;
  }

  type(text: string): void {
    // oxlint-disable-next-line no-control-regex -- no part of a search
    if (!/^[\u007f-\u009f]/.test(text) && text !== "") this.#set(this.#typed + text);
  }

  frame({
    columns,
    rows,
    style,
  }: {
    readonly columns: number;
    readonly rows: number;
    readonly style: Style;
  }): Frame {
    if (rows < 1) return { lines: [] };
    const head = fit(prompt, Math.max(0, columns - 2));
    const room = Math.max(1, columns - columnsOf(head) - 1);
    let typed = this.#typed;
    while (columnsOf(typed) > room) typed = [...typed].slice(1).join("");
    const found = this.#found.lines({ columns, rows: rows - 1, style });
    const none = rows > 1 && found.length === 0 ? [style.dim(fit("  nothing found", columns))] : [];
    return {
      lines: [style.dim(head) + typed, ...found, ...none],
      caret: { row: 0, column: Math.min(columns - 1, columnsOf(head) + columnsOf(typed)) },
    };
  }

  #set(typed: string): void {
    this.#typed = typed;
    this.#found = this.#find();
  }

  #find(): PickList<HistoryEntry> {
    return new PickList(searchHistory(this.#entries, this.#typed), ({ text }) => ({ label: text }));
  }
}

function isKey(key: string, name: string): boolean {
  // pi-tui lists the names of keys as a type that no list of them satisfies.
  return matchesKey(key, name as Parameters<typeof matchesKey>[1]);
}
