import xterm from "@xterm/headless";

export interface VirtualScreenOptions {
  readonly columns: number;
  readonly rows: number;
  /** Whether a line that holds the cursor is broken anew at a resize, as most terminals do. @default false */
  readonly breaksCursorLine?: boolean | undefined;
}

/** What a program has asked of a terminal, and must take back before it leaves. */
export interface TerminalState {
  readonly cursorShown: boolean;
  readonly bracketedPaste: boolean;
  readonly wraps: boolean;
  /** How often keys were asked for in another form, and not given back. */
  readonly keyForms: number;
}

/** A terminal in memory: what is written to it, and what a person would see of it. */
export class VirtualScreen {
  readonly #terminal: xterm.Terminal;
  readonly #listeners = new Set<() => void>();
  #written: Promise<void> = Promise.resolve();
  #cursorShown = true;
  #keyForms = 0;
  #calls: string[] = [];

  constructor({ columns, rows, breaksCursorLine = false }: VirtualScreenOptions) {
    this.#terminal = new xterm.Terminal({
      cols: columns,
      rows,
      scrollback: 10_000,
      allowProposedApi: true,
      reflowCursorLine: breaksCursorLine,
    });
    const { parser } = this.#terminal;
    for (const [final, shown] of [
      ["h", true],
      ["l", false],
    ] as const)
      parser.registerCsiHandler({ prefix: "?", final }, (params) => {
        if (params.includes(25)) this.#cursorShown = shown;
        return false;
      });
    parser.registerCsiHandler({ prefix: ">", final: "u" }, () => Boolean(++this.#keyForms));
    parser.registerCsiHandler({ prefix: "<", final: "u" }, () => Boolean(this.#keyForms-- || true));
    parser.registerOscHandler(9, (text) => Boolean(this.#calls.push(`notification: ${text}`)));
    this.#terminal.onBell(() => this.#calls.push("bell"));
  }

  get columns(): number {
    return this.#terminal.cols;
  }

  get rows(): number {
    return this.#terminal.rows;
  }

  write(text: string): void {
    const written = new Promise<void>((resolve) => {
      this.#terminal.write(text, resolve);
    });
    this.#written = this.#written.then(() => written);
  }

  on(_event: "resize", listener: () => void): void {
    this.#listeners.add(listener);
  }

  off(_event: "resize", listener: () => void): void {
    this.#listeners.delete(listener);
  }

  /** As at a real terminal: its size changes first, then the program is told. */
  async resize(columns: number, rows: number): Promise<void> {
    await this.#written;
    this.#terminal.resize(columns, rows);
    for (const listener of this.#listeners) listener();
  }

  /** Rows in sight and those that were scrolled away, without blanks at their ends. */
  async lines(): Promise<{ readonly scrolled: readonly string[]; readonly shown: readonly string[] }> {
    await this.#written;
    const { active } = this.#terminal.buffer;
    const all = Array.from({ length: active.length }, (_, index) =>
      (active.getLine(index)?.translateToString(true) ?? "").trimEnd(),
    );
    return {
      scrolled: all.slice(0, active.baseY),
      shown: all.slice(active.baseY, active.baseY + this.#terminal.rows),
    };
  }

  /** Row in sight and column of the cursor. */
  async cursor(): Promise<{ readonly row: number; readonly column: number }> {
    await this.#written;
    return { row: this.#terminal.buffer.active.cursorY, column: this.#terminal.buffer.active.cursorX };
  }

  async state(): Promise<TerminalState> {
    await this.#written;
    const { bracketedPasteMode, wraparoundMode } = this.#terminal.modes;
    return {
      cursorShown: this.#cursorShown,
      bracketedPaste: bracketedPasteMode,
      wraps: wraparoundMode,
      keyForms: this.#keyForms,
    };
  }

  /** Bells and notifications so far. */
  async calls(): Promise<readonly string[]> {
    await this.#written;
    return this.#calls;
  }
}
