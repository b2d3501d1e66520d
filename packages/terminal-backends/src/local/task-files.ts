import { HermesError } from "@hermes/registry";
import type { Backend, DirectoryEntry, FileOptions, FileStat } from "../backend.ts";
import {
  explained,
  listDirectory,
  movePath,
  readWholeFile,
  removePath,
  statPath,
  writeFileAtomically,
} from "./local-files.ts";
import { isTemporary } from "./temporary-paths.ts";
import type { TemporaryPaths } from "./temporary-paths.ts";

export interface TaskFilesOptions {
  readonly resolve: Backend["resolve"];
  /** The `/tmp` of a task. Undefined: that of this machine. */
  readonly temporary: (taskId: string) => TemporaryPaths | undefined;
}

/** The files of this machine as a task finds them: a path means the same as in its commands. */
export class TaskFiles implements Pick<
  Backend,
  "readFile" | "writeFile" | "stat" | "list" | "remove" | "rename"
> {
  readonly #options: TaskFilesOptions;

  constructor(options: TaskFilesOptions) {
    this.#options = options;
  }

  async readFile(
    path: string,
    options: FileOptions & { readonly maxBytes?: number | undefined },
  ): Promise<Uint8Array> {
    return await this.#reach(path, options, { follow: true }, (absolute, at) =>
      readWholeFile(absolute, { ...options, at }),
    );
  }

  async writeFile(path: string, data: Uint8Array, options: FileOptions): Promise<void> {
    await this.#reach(path, options, { follow: true, create: true }, (absolute, at) =>
      writeFileAtomically(absolute, data, { ...options, at }),
    );
  }

  async stat(path: string, options: FileOptions): Promise<FileStat | undefined> {
    try {
      return await this.#reach(path, options, { follow: true }, (absolute, at) =>
        statPath(absolute, { ...options, at }),
      );
    } catch (error) {
      // On the way to it.
      if (HermesError.is(error) && /^FILE_NOT_(FOUND|DIRECTORY)$/.test(error.code)) return undefined;
      throw error;
    }
  }

  async list(path: string, options: FileOptions): Promise<readonly DirectoryEntry[]> {
    return await this.#reach(path, options, { follow: true }, (absolute, at) =>
      listDirectory(absolute, { ...options, at }),
    );
  }

  async remove(
    path: string,
    options: FileOptions & { readonly recursive?: boolean | undefined },
  ): Promise<void> {
    await this.#reach(path, options, { follow: false }, (absolute, at) =>
      removePath(absolute, { ...options, at }),
    );
  }

  async rename(from: string, to: string, options: FileOptions): Promise<void> {
    await this.#reach(from, options, { follow: false }, (absolute, at) =>
      this.#reach(to, options, { follow: false, create: true }, (target, toAt) =>
        movePath(absolute, target, { ...options, at, toAt }),
      ),
    );
  }

  /** Where a path is on this machine; see `TemporaryPaths`. */
  async #reach<Result>(
    path: string,
    { taskId }: FileOptions,
    how: Parameters<TemporaryPaths["reach"]>[1],
    use: (absolute: string, at: string | undefined) => Promise<Result>,
  ): Promise<Result> {
    const absolute = await this.#options.resolve(path, { taskId });
    const paths = isTemporary(absolute) ? this.#options.temporary(taskId) : undefined;
    if (paths?.has(absolute) !== true) return await use(absolute, undefined);
    const reached = await explained("reach", absolute, async () => paths.reach(absolute, how));
    try {
      return await use(absolute, reached.at);
    } finally {
      reached.close();
    }
  }
}
