import { findJail } from "./find-jail.ts";
import type { Jail } from "./jail.ts";
import { plainProcess } from "./plain-process.ts";

/**
 * What a run may be.
 * `jail`: in a jail or not at all. `prefer-jail`: in a jail where there is one, else an ordinary process.
 * `process`: an ordinary process.
 */
export type IsolationChoice = "jail" | "prefer-jail" | "process";

/** What is in force. */
export interface Isolation {
  readonly jail: Jail;
  /** Why there is no jail; undefined where there is one, or none was wanted. */
  readonly withoutJail?: string | undefined;
  /** How a jail is had; undefined where there is one, or none was wanted. */
  readonly hint?: string | undefined;
}

/**
 * Finds what the choice means on this machine.
 *
 * @returns The reason where the choice can't be kept, and what to do.
 */
export async function chooseIsolation(
  choice: IsolationChoice,
): Promise<Isolation | { readonly refused: string; readonly hint: string }> {
  if (choice === "process") return { jail: plainProcess() };
  const search = await findJail();
  if (search.jail !== undefined) return { jail: search.jail };
  const { reason, hint } = search;
  return choice === "jail" ? { refused: reason, hint } : { jail: plainProcess(), withoutJail: reason, hint };
}
