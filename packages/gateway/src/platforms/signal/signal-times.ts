/** How long things take, in milliseconds. */
export interface SignalTimes {
  /** For an answer of the daemon, which itself waits for Signal's servers. */
  readonly answerMs: number;
  /** A stream without a word, not even a keep-alive (every 15 s), is taken for dead after this. */
  readonly silenceMs: number;
  /** How long connecting waits for the stream: the daemon answers only with its first keep-alive. */
  readonly openMs: number;
  /** After the first failure in a row; doubled up to 30 times as much. */
  readonly backOffMs: number;
}

export const signalTimes: SignalTimes = {
  answerMs: 60_000,
  silenceMs: 45_000,
  openMs: 2_000,
  backOffMs: 2_000,
};
