import type { WaitingTool } from "@hermes/registry";

/**
 * Tools that come and go while a session is open, such as those of servers. They are found by the search and called by it, so
 * that no request ever begins differently. Everything is asked anew each time, and must be quick.
 */
export interface LiveTools {
  /** Of whom there are tools, for the description of the search: said once, when the session begins. */
  readonly about: readonly string[];
  /** Those that can be found now. */
  tools(): readonly WaitingTool[];
  /** Names of all that were there in this session: a call of one that has gone is answered by the tool itself. */
  names(): readonly string[];
}
