/** @see https://docs.slack.dev/reference/methods/chat.postMessage and https://docs.slack.dev/reference/block-kit/blocks */
export const slackLimits = {
  /** Characters with marks; Slack cuts a text off at 40,000. */
  text: 39_000,
  caption: 4_000,
  /** Longest text of an edit; what is longer goes as blocks. */
  editText: 4_000,
  /** Of one section block. */
  section: 3_000,
  buttonLabel: 75,
  editEveryMs: 1_500,
  fileBytes: 1_000_000_000,
  buttonsPerRow: 5,
} as const;
