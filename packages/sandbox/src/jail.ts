/**
 * The port through which code gets into a jail. `@hermes/jail` fits it.
 *
 * `jail`: a system of its own that is read-only, without network, home, keys and other processes.
 * `deno`: JavaScript with the permissions of Deno, which reads and writes its own folder alone; nothing else runs.
 * `process`: a process with an empty environment and limits; it can read and write what the person can.
 */
export type IsolationLevel = "jail" | "deno" | "process";

/** What a jail is told to run. */
export interface JailRun {
  readonly command: readonly string[];
  /** Folder of the run. Its files are there already, and belong to whoever runs this. */
  readonly folder: string;
  /** Files and folders outside the system's own that the command must be able to read. */
  readonly readable: readonly string[];
  /** Whether a limit on addresses may be set: some interpreters reserve far more than they use. */
  readonly limitAddresses: boolean;
}

/** What a jail limits by itself; a run's other limits are held from outside. */
export interface JailLimits {
  readonly memoryMegabytes: number;
  readonly maxProcesses: number;
  readonly fileMegabytes: number;
}

/** Puts commands into jails. */
export interface Jail {
  readonly level: IsolationLevel;
  /** `bubblewrap`, `seatbelt`, `deno`, `none`. */
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

/** A command within its jail, ready to start. */
export interface JailedCommand {
  /** The scratch folder, as the command sees it. */
  readonly work: string;
  /** Starts it, once, in a process group of its own. `env` is its whole environment. */
  start(env: Readonly<Record<string, string>>): Child;
  /** Called when the run is over and all its processes are gone. Throws when its limits did not hold. */
  dispose(): Promise<void>;
}

export type ChildStream = "output" | "errors";

export interface ChildExit {
  /** Null when a signal ended it. */
  readonly exitCode: number | null;
  readonly exitSignal: NodeJS.Signals | null;
}

/** A process in a group of its own. */
export interface Child {
  /** @param options `last`: nothing more will be sent. */
  send(bytes: string | Uint8Array, options: { readonly last: boolean }): void;
  /** Takes the place of the listener before. What comes while there is none waits in the pipe. */
  listen(listener: (stream: ChildStream, chunk: Buffer) => void): void;
  /** Rejects when it could not be started. */
  readonly exited: Promise<ChildExit>;
  /** Whether its exit was seen. */
  readonly hasExited: boolean;
  /** Its pipes are closed too: nothing that it started holds them. */
  readonly closed: Promise<void>;
  killGroup(signal: NodeJS.Signals): void;
  /** Whether the program waits for it. */
  hold(held: boolean): void;
  /** Lets go of its pipes. */
  release(): void;
}
