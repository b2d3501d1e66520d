import type { Personality } from "./personality.ts";

/** How the agent can speak, and how its sessions do. */
export interface HomePersonalities {
  /** Those of the settings first. */
  list(): Promise<readonly Personality[]>;
  /** Of a session: what was chosen in it, or what it began with. Undefined: none. */
  current(sessionId: string): Promise<string | undefined>;
  /**
   * Has a session speak so. Its prompt stays as it is: the next message says it, and the prompt does once the
   * conversation was condensed.
   *
   * @param name In any case; `none`: as without one.
   * @returns The name; undefined for none.
   * @throws {HermesError} `RUNTIME_UNKNOWN_PERSONALITY`; the hint names the nearest.
   */
  choose(sessionId: string, name: string): Promise<string | undefined>;
  /**
   * Writes `display.personality`, for sessions to come. Comments of the file stay.
   *
   * @param name As `choose` gives it.
   * @returns The path of the file.
   */
  keep(name: string | undefined): Promise<string>;
}
