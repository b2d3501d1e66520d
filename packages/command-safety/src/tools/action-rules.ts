/** What a program with subcommands does that a person should be asked about. */
export interface ActionTable {
  /** Options that take the next word as their value, without dashes, blank-separated. */
  readonly values?: string | undefined;
  readonly rules: readonly ActionRule[];
}

/**
 * `[id, reason, ...patterns]`. A pattern is matched against the subcommand and its operands from the beginning, word by
 * word: `a|b` alternatives, `x*` any ending, `*` any word, `**` any words; `+f|force` an option that must be there,
 * `!f|force` one that must not.
 */
export type ActionRule = readonly [id: string, reason: string, ...patterns: readonly string[]];

export type ActionTables = Readonly<Record<string, ActionTable>>;
