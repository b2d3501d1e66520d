/** The folders that a verdict on a path depends on. All absolute. */
export interface Places {
  /** Root of the work: writing inside needs no question. */
  readonly workspace: string;
  /** Further folders that count as workspace. */
  readonly extraRoots?: readonly string[] | undefined;
  /** Home of Hermes. */
  readonly home: string;
  /** Home of the person. */
  readonly homedir: string;
  /** A folder for scratch files beside the usual ones. */
  readonly scratch?: string | undefined;
}
