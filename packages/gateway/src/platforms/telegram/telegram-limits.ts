/** @see https://core.telegram.org/bots/api and https://core.telegram.org/bots/faq */
export const telegramLimits = {
  /** UTF-16 units, after the marks are read. */
  text: 4_096,
  caption: 1_024,
  /** A message to the same chat each second, 20 a minute in groups. */
  editEveryMs: 1_500,
  fileBytes: 50_000_000,
  photoBytes: 10_000_000,
  /** What a bot may fetch. */
  fetchBytes: 20_000_000,
  buttonsPerRow: 3,
  commands: 30,
  commandSummary: 40,
} as const;
