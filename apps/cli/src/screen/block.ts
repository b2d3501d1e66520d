/** A piece of a conversation as it stands on the screen: an answer, a call, a diff, a remark. */
export interface Block {
  /** Nothing more will come: the next `settle` gives all that is left. */
  readonly done: boolean;
  /**
   * Lines that do not change any more, each given once. They go to the scrollback, where nothing is touched again.
   *
   * @param columns No line is wider.
   */
  settle(columns: number): readonly string[];
  /** The lines behind those, as they stand now. */
  live(columns: number): readonly string[];
  /** What is folded away, in full; undefined: nothing is. */
  whole?(columns: number): readonly string[] | undefined;
}
