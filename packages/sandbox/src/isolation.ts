import type { Jail } from "./jail.ts";

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
 * Finds what a choice means on this machine: `chooseIsolation` of `@hermes/jail`, or another that keeps the choice.
 *
 * @returns The reason where the choice can't be kept, and what to do.
 */
export type ChooseIsolation = (
  choice: IsolationChoice,
) => Promise<Isolation | { readonly refused: string; readonly hint: string }>;

/** The level in force, in one sentence for whoever writes the code. The same for as long as the program runs. */
export function describeIsolation({ jail }: Isolation): string {
  return jail.level === "jail"
    ? "Code runs in a jail: the system is read-only, there is no network, no home folder and none of the person's files; " +
        "only the working folder and /tmp can be written, and both are gone afterwards."
    : "Code runs without a jail, as an ordinary process with an empty environment: it reaches the person's files and the network.";
}
