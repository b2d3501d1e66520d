import type { CallWall } from "@hermes/registry";

/**
 * A place where commands run and files live. Tools see nothing else of the machine, so that they work unchanged
 * wherever the work is done. Paths are absolute or relative to the task's working directory.
 */
export interface Backend {
  /** `local`, `docker`, `ssh`, … */
  readonly kind: string;
  readonly capabilities: BackendCapabilities;
  /** Parts of the machine that the agent runs on which commands reach although the backend is isolated. */
  readonly mounts?: readonly BackendMount[] | undefined;
  /** Names of variables of this machine that were forwarded on purpose; they may hold credentials. */
  readonly forwarded?: readonly string[] | undefined;
  /**
   * Runs one command in a shell of its own and waits for its end. The working directory and the exported variables
   * that a command leaves behind are those of the next command of the same task.
   *
   * Never throws for what the command does: a timeout, a signal and an abort are part of the result.
   */
  exec(command: string, options: ExecOptions): Promise<ExecResult>;
  /** Begins with what the first command of a task would wait for. What fails here fails there as well. */
  prepare?(options: { readonly taskId: string; readonly wall?: CallWall | undefined }): Promise<void>;
  /**
   * Where a task that has not begun begins, instead of the backend's own folder; `release` forgets it. Absent: that can't be
   * chosen.
   *
   * @param folder Absolute, as `resolve` gives it.
   */
  startIn?(folder: string, options: { readonly taskId: string }): void;
  /** Starts a command that goes on by itself. It is ended by `kill`, by `release` of its task, or by `dispose`. */
  spawn(command: string, options: SpawnOptions): Promise<BackendProcess>;
  /**
   * Finds a process again that an earlier run of the program started; see `capabilities.reattach`. Undefined when it is
   * gone. What was started with `keepAs` gives its output and its exit, also when it ended meanwhile; of any other
   * process that is still there only the end can be waited for or brought about.
   */
  attach?(handle: ProcessHandle, options: { readonly taskId: string }): Promise<BackendProcess | undefined>;
  /** Absolute, normalised form of a path as a command of this task would see it. */
  resolve(path: string, options: { readonly taskId: string }): Promise<string>;
  /** @throws {HermesError} `FILE_NOT_FOUND`, `FILE_IS_DIRECTORY`, `FILE_ACCESS` or `FILE_TOO_LARGE`. */
  readFile(
    path: string,
    options: FileOptions & { readonly maxBytes?: number | undefined },
  ): Promise<Uint8Array>;
  /** Atomic: the file has the old bytes or the new ones. Makes missing folders; keeps the mode of a file that exists; follows symlinks. */
  writeFile(path: string, data: Uint8Array, options: FileOptions): Promise<void>;
  /** Undefined when nothing is there. Follows symlinks. */
  stat(path: string, options: FileOptions): Promise<FileStat | undefined>;
  /** Entries of a folder, by name. */
  list(path: string, options: FileOptions): Promise<readonly DirectoryEntry[]>;
  /**
   * Removes a file, a link or an empty folder; with `recursive` a folder with everything in it. A link is removed, not
   * what it points to.
   *
   * @throws {HermesError} `FILE_NOT_FOUND`, `FILE_NOT_EMPTY` or `FILE_ACCESS`.
   */
  remove(path: string, options: FileOptions & { readonly recursive?: boolean | undefined }): Promise<void>;
  /** Moves a file or folder; makes missing folders; replaces a file that is there. */
  rename(from: string, to: string, options: FileOptions): Promise<void>;
  /** A folder for scratch files of this task; made on first use, removed by `release`. */
  scratch(options: { readonly taskId: string }): Promise<string>;
  /**
   * Whether anything still runs that a command of the task has started. Absent where that can't be determined: then it may, until
   * the task is released.
   */
  isBusy?(taskId: string): Promise<boolean>;
  /** Ends every process of a task and forgets its shell state. */
  release(taskId: string): Promise<void>;
  /** Releases every task. */
  dispose(): Promise<void>;
}

/** What a backend can do beyond running commands. What is missing is refused in words, never done on the host instead. */
export interface BackendCapabilities {
  /** Runs programs in a pseudo terminal. */
  readonly pty: boolean;
  /** Commands can't reach the machine that the agent runs on. */
  readonly isolated: boolean;
  /** Finds processes again that an earlier run of the program left behind. */
  readonly reattach: boolean;
}

export interface BackendMount {
  /** Absolute path here, or the name of a volume. */
  readonly host: string;
  /** Absolute path there. */
  readonly inside: string;
  readonly writable: boolean;
}

export interface ExecOptions {
  /** Names the shell state that this command continues. */
  readonly taskId: string;
  /** For this command alone; the working directory it leaves behind is kept all the same. */
  readonly cwd?: string | undefined;
  /** Added to the environment of this command alone. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** @default 180_000 */
  readonly timeoutMs?: number | undefined;
  readonly stdin?: string | Uint8Array | undefined;
  /** Runs the command in a pseudo terminal where the backend can. */
  readonly pty?: boolean | undefined;
  /** Aborting kills the whole process group. */
  readonly signal?: AbortSignal | undefined;
  /** Output as it comes, for progress. */
  readonly onOutput?: ((text: string) => void) | undefined;
  /** What holds the processes. A backend without a wall ignores it. @default the wall's own */
  readonly wall?: CallWall | undefined;
  /**
   * Runs a command that nothing holds in a terminal of somebody else, such as an editor; undefined: they can't, and it is run here.
   * A command with an input or a pseudo terminal is run here, and a backend elsewhere ignores it.
   */
  readonly openTerminal?: OpenTerminal | undefined;
  /** Called with the id of the terminal in which it runs. */
  readonly onTerminal?: ((id: string) => void) | undefined;
  /** Longest output in characters; more is cut, 40 % from the start and 60 % from the end kept. @default 50_000 */
  readonly maxOutputChars?: number | undefined;
}

/** @throws what the command then fails with: nothing was run. */
export type OpenTerminal = (program: {
  readonly command: string;
  /** Words that no shell takes apart. */
  readonly args: readonly string[];
  /** Absolute. */
  readonly cwd: string;
}) => Promise<OpenedTerminal | undefined>;

/** A terminal of somebody else, in which a program runs. */
export interface OpenedTerminal {
  readonly id: string;
  /** Rejects where they can't say. */
  readonly exited: Promise<{ readonly exitCode: number | null; readonly signal?: string | undefined }>;
  /** What was written so far; its newest part. */
  output(): Promise<string>;
  kill(): Promise<void>;
  /** Nothing is asked of it any more. */
  release(): Promise<void>;
}

export interface ExecResult {
  /** stdout and stderr in the order in which they were written, as UTF-8 text. */
  readonly output: string;
  /** Null when a signal ended the command. */
  readonly exitCode: number | null;
  readonly signal?: string | undefined;
  readonly timedOut: boolean;
  readonly interrupted: boolean;
  /** Characters before the cut. */
  readonly outputChars: number;
  readonly truncated: boolean;
  readonly durationMs: number;
  /** Working directory after the command. */
  readonly cwd: string;
  /** What happened to the place that the reader of the output must know, such as a loss of the shell state. */
  readonly notice?: string | undefined;
}

export interface SpawnOptions {
  readonly taskId: string;
  readonly cwd?: string | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** Runs it in a pseudo terminal of this size. Refused with `BACKEND_NO_PTY` where there is none. */
  readonly pty?: { readonly columns: number; readonly rows: number } | undefined;
  /** What holds the processes. A backend without a wall ignores it. @default the wall's own */
  readonly wall?: CallWall | undefined;
  /**
   * It goes on when its task is released, and when this program ends; `attach` finds it by this name. Letters, digits
   * and dashes, never used before. Not together with `pty`. Refused with `BACKEND_UNSUPPORTED` where `reattach` is missing.
   */
  readonly keepAs?: string | undefined;
}

/** What a process is found by in a later run. Serialisable. */
export type ProcessHandle =
  /** The start time tells it from a later process with its id; what it looks like is the backend's own affair. */
  { readonly pid: number; readonly startedAt: string } | { readonly keptAs: string };

export interface BackendProcess {
  readonly id: string;
  readonly pid: number | undefined;
  /** Absent where it can't be found again. */
  readonly handle?: ProcessHandle | undefined;
  /** The newest output, at most 200 000 characters; from a pseudo terminal as the program wrote it, with its line ends and controls. */
  output(): string;
  /** Resolves when the process has ended. */
  readonly exited: Promise<{ readonly exitCode: number | null; readonly signal?: string | undefined }>;
  /** Calls back with output as it comes. Returns the way to stop. */
  onOutput(listener: (text: string) => void): () => void;
  /** Sends input. @throws {HermesError} `BACKEND_PROCESS_ENDED` when it can't be delivered any more. */
  write(text: string): Promise<void>;
  /** Ends the input: the program reads its end. */
  closeInput(): Promise<void>;
  /** Ends the whole process group: TERM, then KILL. */
  kill(): Promise<void>;
  /** Removes what was kept for `attach` of a process that has ended. Absent where there is nothing. */
  discard?(): Promise<void>;
}

export interface FileOptions {
  readonly taskId: string;
  readonly signal?: AbortSignal | undefined;
}

export interface FileStat {
  readonly kind: "file" | "directory" | "other";
  readonly sizeBytes: number;
  readonly modifiedAtMs: number;
  /** Permission bits, such as 0o644. */
  readonly mode: number;
}

export interface DirectoryEntry {
  readonly name: string;
  readonly kind: "file" | "directory" | "symlink" | "other";
}
