import type { IsolationLevel, Jail } from "./jail.ts";

/**
 * What a run may be.
 * `jail`: in a jail of the system or not at all. `prefer-jail`: in such a jail where there is one, else JavaScript in
 * Deno, and nothing else.
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
 * Finds the jail for a choice on this machine: `chooseIsolation` of `@hermes/jail`, or another that keeps the choice.
 * With `prefer-jail` it gives an ordinary process and `withoutJail` where there is none.
 *
 * @returns The reason where the choice can't be kept, and what to do.
 */
export type ChooseIsolation = (
  choice: IsolationChoice,
) => Promise<Isolation | { readonly refused: string; readonly hint: string }>;

/** The level in force, in one sentence for whoever writes the code. The same for as long as the program runs. */
export function describeIsolation({ jail }: Isolation): string {
  return sentences[jail.level];
}

const sentences: Readonly<Record<IsolationLevel, string>> = {
  jail:
    "Code runs in a jail: the system is read-only, there is no network, no home folder and none of the person's files; " +
    "only the working folder and /tmp can be written, and both are gone afterwards.",
  deno:
    "Code in JavaScript runs in Deno without network, other programs and the person's files; only the working folder " +
    "can be written, and it is gone afterwards. Python does not run.",
  process:
    "Code runs without a jail, as an ordinary process with an empty environment: it reaches the person's files and the network.",
};
