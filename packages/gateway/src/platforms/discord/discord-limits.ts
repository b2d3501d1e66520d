/** What Discord refuses above. @see https://discord.com/developers/docs/resources/message#create-message */
export const discordLimits: Readonly<
  Record<
    | "text"
    | "fileBytes"
    | "buttonsPerRow"
    | "rows"
    | "buttonLabel"
    | "customId"
    | "nonce"
    | "commands"
    | "commandSummary"
    | "threadName"
    | "editEveryMs"
    | "page",
    number
  >
> = {
  text: 2_000,
  /** What every server takes; those that are boosted take more. */
  fileBytes: 10 * 1_024 * 1_024,
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
};
