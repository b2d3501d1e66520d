/** How long things take, in milliseconds. */
export interface TelegramTimes {
  /** How long Telegram holds a request for updates while there are none. Whole seconds. */
  readonly pollMs: number;
  /** How much longer an answer may take: after that the connection is taken for dead. */
  readonly graceMs: number;
  /** For any other answer. */
  readonly answerMs: number;
  /** After the first failure in a row; doubled up to 60 times as much. */
  readonly backOffMs: number;
  /** Between tries while another program asks for the updates of this bot. */
  readonly conflictMs: number;
}

export const telegramTimes: TelegramTimes = {
  pollMs: 30_000,
  graceMs: 10_000,
  answerMs: 30_000,
  backOffMs: 1_000,
  conflictMs: 300_000,
};
