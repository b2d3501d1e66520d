/**
 * The place whose files the tools work on. A backend of `@hermes/terminal-backends` is one by its shape.
 * Paths are absolute or relative to the working directory of the task.
 */
export interface FileBackend {
  /** Used by `search` to run ripgrep, and to ask Python about the syntax of its files. */
  exec(
    command: string,
    options: {
      readonly taskId: string;
      readonly cwd?: string | undefined;
      readonly timeoutMs?: number | undefined;
      readonly signal?: AbortSignal | undefined;
      readonly maxOutputChars?: number | undefined;
      readonly stdin?: string | undefined;
    },
  ): Promise<CommandResult>;
  resolve(path: string, options: { readonly taskId: string }): Promise<string>;
  /** @throws An error whose `code` is `FILE_NOT_FOUND`, `FILE_TOO_LARGE`, … */
  readFile(
    path: string,
    options: FileAccess & { readonly maxBytes?: number | undefined },
  ): Promise<Uint8Array>;
  /** Atomic: the old bytes or the new ones. Keeps the mode, follows links, makes missing folders. */
  writeFile(path: string, data: Uint8Array, options: FileAccess): Promise<void>;
  /** Undefined when nothing is there. */
  stat(path: string, options: FileAccess): Promise<FileFacts | undefined>;
  list(path: string, options: FileAccess): Promise<readonly FolderEntry[]>;
  /** Removes a file or a link, not what it points to. */
  remove(path: string, options: FileAccess): Promise<void>;
  /** Moves a file; makes missing folders. */
  rename(from: string, to: string, options: FileAccess): Promise<void>;
}

export interface FileAccess {
  readonly taskId: string;
  readonly signal?: AbortSignal | undefined;
}

export interface CommandResult {
  readonly output: string;
  readonly exitCode: number | null;
  readonly timedOut: boolean;
  readonly interrupted: boolean;
  readonly truncated: boolean;
}

export interface FileFacts {
  readonly kind: "file" | "directory" | "other";
  readonly sizeBytes: number;
  readonly modifiedAtMs: number;
}

export interface FolderEntry {
  readonly name: string;
  readonly kind: "file" | "directory" | "symlink" | "other";
}
