/** What Discord refuses above. @see https://discord.com/developers/docs/resources/message#create-message */
export const discordLimits = {
  text: 2_000,
  /** 10 MiB: what every server takes; those that are boosted take more. */
  fileBytes: 10_485_760,
  buttonsPerRow: 5,
  rows: 5,
  buttonLabel: 80,
  customId: 100,
  nonce: 25,
  commands: 100,
  commandSummary: 100,
  threadName: 100,
  /** Five edits in five seconds. */
  editEveryMs: 1_200,
  /** Messages in one answer. */
  page: 100,
} as const;
