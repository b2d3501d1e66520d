/** How long things take, in milliseconds. */
export interface HomeassistantTimes {
  /** For any answer, and for connecting. */
  readonly answerMs: number;
  /** Between two pings, by which a silent connection is noticed. */
  readonly pingMs: number;
  /** Before each try to connect again; the last one for all that follow. */
  readonly reconnectMs: readonly number[];
  /** Before what could not be kept is handed over again. */
  readonly keepAgainMs: number;
}

export const homeassistantTimes: HomeassistantTimes = {
  answerMs: 10_000,
  pingMs: 30_000,
  reconnectMs: [5_000, 10_000, 30_000, 60_000],
  keepAgainMs: 1_000,
};
