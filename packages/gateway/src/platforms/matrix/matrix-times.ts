/** How long things take, in milliseconds. */
export interface MatrixTimes {
  /** How long the homeserver holds a sync while there is nothing. */
  readonly syncMs: number;
  /** How much longer an answer may take: after that the connection is taken for dead. */
  readonly graceMs: number;
  /** For any other answer. */
  readonly answerMs: number;
  /** After the first failure in a row; doubled up to 60 times as much. */
  readonly backOffMs: number;
}

export const matrixTimes: MatrixTimes = {
  syncMs: 30_000,
  graceMs: 10_000,
  answerMs: 30_000,
  backOffMs: 1_000,
};
