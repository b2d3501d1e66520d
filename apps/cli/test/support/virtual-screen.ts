import xterm from "@xterm/headless";

export interface VirtualScreenOptions {
  readonly columns: number;
  readonly rows: number;
  /** Whether a line that holds the cursor is broken anew at a resize, as most terminals do. @default false */
  readonly breaksCursorLine?: boolean | undefined;
}

/** A terminal in memory: what is written to it, and what a person would see of it. */
export class VirtualScreen {
  readonly #terminal: xterm.Terminal;
  readonly #listeners = new Set<() => void>();
  #written: Promise<void> = Promise.resolve();

  constructor({ columns, rows, breaksCursorLine = false }: VirtualScreenOptions) {
    this.#terminal = new xterm.Terminal({
      cols: columns,
      rows,
      scrollback: 10_000,
      allowProposedApi: true,
      reflowCursorLine: breaksCursorLine,
    });
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
}
