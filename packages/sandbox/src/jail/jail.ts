/**
 * How much of the machine a run can reach.
 * `jail`: a system of its own that is read-only, without network, home, keys and other processes.
 * `process`: a process with an empty environment and limits; it can read and write what the person can.
 */
export type IsolationLevel = "jail" | "process";

export interface JailOptions {
  /** Folder of the run, which it may write. */
  readonly folder: string;
  /** Files and folders outside the system's own that it must be able to read. */
  readonly readable: readonly string[];
}

/** Puts a command into a jail. */
export interface Jail {
  readonly level: IsolationLevel;
  /** `bubblewrap`, `seatbelt`, `none`. */
  readonly name: string;
  wrap(command: readonly string[], options: JailOptions): readonly string[];
}

/** Runs a command as it is. */
export const noJail: Jail = { level: "process", name: "none", wrap: (command) => command };
