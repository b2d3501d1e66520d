import { existsSync } from "node:fs";
import { setImmediate as nextTurn } from "node:timers/promises";
import { openDraft } from "@hermes/atomic-files";
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
  pieces: Iterable<string> | AsyncIterable<string>,
  { force = false, signal }: WriteOptions = {},
): Promise<void> {
  refuseExisting(path, force);
  try {
    using draft = openDraft(path, { mode: 0o600 });
    for await (const piece of pieces) {
      draft.write(piece);
      // oxlint-disable-next-line no-await-in-loop -- so that an interrupt is heard
      await nextTurn();
      signal?.throwIfAborted();
    }
    if (!draft.put(() => force || !existsSync(path))) throw isThere(path);
  } catch (error) {
    throw fileFailure(path, error);
  }
}

/** @throws {HermesError} `CLI_FILE_EXISTS`. */
export function refuseExisting(path: string, force: boolean): void {
  if (!force && existsSync(path)) throw isThere(path);
}

function isThere(path: string): HermesError {
  return new HermesError(`"${path}" is there already.`, {
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
