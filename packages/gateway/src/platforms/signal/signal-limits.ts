export const signalLimits = {
  /** UTF-16 units; above 2,000 bytes signal-cli sends the rest as an attachment, which clients show as text. */
  text: 8_000,
  /** Signal takes 100 MB, but a file goes through JSON as Base64. */
  fileBytes: 50_000_000,
  /** Of an answer of the daemon, and of one event. */
  answerChars: 4_000_000,
} as const;
