import { existsSync } from "node:fs";
import { mkdir, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { HermesError } from "@hermes/registry/errors";

export interface WriteOptions {
  /** Replaces a file that is there. @default false */
  readonly force?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Writes a file for its owner alone, whole or not at all: nobody ever sees half of it.
 *
 * @throws {HermesError} `CLI_FILE_EXISTS`, `CLI_FILE_FAILED`.
 */
export async function writeAtomically(
  path: string,
  pieces: Iterable<string>,
  { force = false, signal }: WriteOptions = {},
): Promise<void> {
  refuseExisting(path, force);
  const draft = `${path}.${process.pid}.new`;
  try {
    await mkdir(dirname(path), { recursive: true });
    await using file = await open(draft, "w", 0o600);
    for (const piece of pieces) {
      // oxlint-disable-next-line no-await-in-loop -- one after another is the point
      await file.appendFile(piece);
      signal?.throwIfAborted();
    }
    await file.sync();
    await rename(draft, path);
  } catch (error) {
    throw fileFailure(path, error);
  } finally {
    await rm(draft, { force: true });
  }
}

/** @throws {HermesError} `CLI_FILE_EXISTS`. */
export function refuseExisting(path: string, force: boolean): void {
  if (force || !existsSync(path)) return;
  throw new HermesError(`"${path}" is there already.`, {
    code: "CLI_FILE_EXISTS",
    hint: "Nothing was written. Choose another name, or replace it with --force.",
  });
}

function fileFailure(path: string, error: unknown): unknown {
  if (!(error instanceof Error && "code" in error) || HermesError.is(error)) return error;
  return new HermesError(`"${path}" can't be written (${String(error.code)}).`, {
    code: "CLI_FILE_FAILED",
    hint: "Check the folder, its rights and the free space.",
    cause: error,
  });
}
