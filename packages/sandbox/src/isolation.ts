import { findJail } from "./jail/find-jail.ts";
import type { Jail } from "./jail/jail.ts";
import { plainProcess } from "./jail/plain-process.ts";

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
}

/**
 * Finds what the choice means on this machine.
 *
 * @returns The reason where the choice can't be kept.
 */
export async function chooseIsolation(
  choice: IsolationChoice,
): Promise<Isolation | { readonly refused: string }> {
  if (choice === "process") return { jail: plainProcess() };
  const search = await findJail();
  if (search.jail !== undefined) return { jail: search.jail };
  return choice === "jail"
    ? { refused: search.reason }
    : { jail: plainProcess(), withoutJail: search.reason };
}
