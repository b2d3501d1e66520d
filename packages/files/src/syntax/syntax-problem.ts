/** A mistake that keeps a file from being read by what it is for. */
export interface SyntaxProblem {
  /** From 1; undefined where it is not known. */
  readonly line: number | undefined;
  readonly message: string;
}
