/** How long things take, in milliseconds. */
export interface SlackTimes {
  /** For an answer of the Web API. */
  readonly answerMs: number;
  /** A connection on which nothing was heard for so long is made anew. Slack pings about every ten seconds. */
  readonly silentMs: number;
  /** After the first failure in a row; doubled up to 30 times as much. */
  readonly backOffMs: number;
  /** For a name or a title that is only shown. */
  readonly nameMs: number;
  /** Within that time a post of Slack is answered. Slack waits for three seconds. */
  readonly acknowledgeMs: number;
}

export const slackTimes: SlackTimes = {
  answerMs: 30_000,
  silentMs: 60_000,
  backOffMs: 1_000,
  nameMs: 1_500,
  acknowledgeMs: 2_500,
};
