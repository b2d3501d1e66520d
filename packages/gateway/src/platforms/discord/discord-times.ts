/** How long things take, in milliseconds. */
export interface DiscordTimes {
  /** For an answer of the REST API. */
  readonly answerMs: number;
  /** Without a sign for so long the gateway is taken for dead: longer than Discord's heartbeat of 41 seconds. */
  readonly silentMs: number;
  /** After the first failure in a row; doubled up to 60 times as much. */
  readonly backOffMs: number;
}

export const discordTimes: DiscordTimes = { answerMs: 15_000, silentMs: 75_000, backOffMs: 1_000 };
