/** Lines with the place where the person types. */
export interface Frame {
  /** Each fits the width that was asked for. */
  readonly lines: readonly string[];
  /** Where the cursor stands; undefined: it is hidden. */
  readonly caret?: { readonly row: number; readonly column: number } | undefined;
}

/** Size of the terminal, in characters. */
export interface Size {
  readonly columns: number;
  readonly rows: number;
}

/** What stands on the screen at one moment. */
export interface Picture extends Frame {
  /** Lines that go above the frame, into the scrollback, and are never drawn again. */
  readonly settled: readonly string[];
}
