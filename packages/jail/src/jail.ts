import type { Child, JailedProcess } from "./child.ts";
import type { JailLimits } from "./limits.ts";

/**
 * How much of the machine a run can reach.
 * `jail`: a system of its own that is read-only, without network, home, keys and other processes.
 * `process`: a process with an empty environment and limits; it can read and write what the person can.
 */
export type IsolationLevel = "jail" | "process";

export interface JailRun {
  readonly command: readonly string[];
  /** Folder of the run. Its files are there already, and belong to whoever runs this. */
  readonly folder: string;
  /** Files and folders outside the system's own that the command must be able to read. */
  readonly readable: readonly string[];
  /** Whether a limit on addresses may be set: some interpreters reserve far more than they use. */
  readonly limitAddresses: boolean;
}

/** A command within its jail, ready to start. */
export interface JailedCommand extends JailedProcess {
  /** The scratch folder, as the command sees it. */
  readonly work: string;
  /** Starts it, once, in a process group of its own. `env` is its whole environment. */
  start(env: Readonly<Record<string, string>>): Child;
  /**
   * Called when the run is over and all its processes are gone.
   *
   * @throws {HermesError} `JAIL_LIMITS_FAILED` when the limits could not be put on the run, which was then ended.
   */
  dispose(): Promise<void>;
}

/** Puts commands into jails. */
export interface Jail {
  readonly level: IsolationLevel;
  /** `bubblewrap`, `seatbelt`, `none`. */
  readonly name: string;
  /** What this level does not give here, one plain sentence each. */
  readonly gaps: readonly string[];
  /** Begins with what takes long, so that it goes on beside the preparations of the run. */
  reserve(limits: JailLimits): JailPlace;
}

/** Room for one run, which must be entered or released. */
export interface JailPlace {
  enter(run: JailRun): Promise<JailedCommand>;
  release(): Promise<void>;
}
