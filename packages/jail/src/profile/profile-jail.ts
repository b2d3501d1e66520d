import type { JailProfile } from "./jail-profile.ts";

export interface EnterOptions {
  /** Whether the command goes on when this program ends, also when that is killed. @default false */
  readonly outlivesParent?: boolean | undefined;
}

/** Puts commands behind profiles. */
export interface ProfileJail {
  /** `bubblewrap`, `seatbelt`. */
  readonly name: string;
  /** What it does not hold here, one plain sentence each. */
  readonly gaps: readonly string[];
  /**
   * The command line that runs a command behind a profile, for one start: how it is started is the caller's choice
   * (pipes, a terminal, detached), and so are environment and working folder. The profile is looked at now: what it names and
   * comes into being later is not held.
   *
   * The exit code is that of the command, or 128 and the number of the signal that ended it. Signals go to the process
   * group: what is started here lives on until the command has ended, unless it is killed.
   *
   * @throws {HermesError} `JAIL_DESCRIPTOR_OPEN` when this program was given open files that can't be kept back.
   */
  enter(profile: JailProfile, command: readonly string[], options?: EnterOptions): readonly string[];
  /** Lets go of what it holds. Commands that were started go on. */
  close(): void;
}
