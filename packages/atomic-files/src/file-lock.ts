import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { HermesError } from "@hermes/registry/errors";
import { createLock, findLock, isOrphaned, removeOwnLock, takeOver } from "./lock-entry.ts";
import type { LockEntry } from "./lock-entry.ts";
import { describeSelf, parseHolder } from "./lock-holder.ts";

export interface FileLockOptions {
  /** Code of the error when the lock isn't free in time. */
  readonly code: string;
  /** How long to wait for whoever holds it. @default 5_000 */
  readonly waitMs?: number | undefined;
}

/**
 * Runs short work while nobody else, in this process or another, holds the lock file. Makes missing folders. What a process
 * left behind that died is taken over at once.
 *
 * Within the work the same lock is held by somebody else, too: asking for it again waits, and fails.
 *
 * @param path The lock itself, such as `notes.md.lock`.
 * @throws {HermesError} with `code`, naming the holder, when it isn't free in time.
 * @throws the reason of `signal`, untouched, when aborted while waiting; the error of the file system where no lock can be made.
 */
export async function withFileLock<Result>(
  path: string,
  work: () => Result | Promise<Result>,
  { signal, ...options }: FileLockOptions & { readonly signal?: AbortSignal | undefined },
): Promise<Result> {
  const lock = startTaking(path, options);
  while (!lock.take()) {
    signal?.throwIfAborted();
    await wait(pauseMs());
  }
  try {
    return await work();
  } finally {
    lock.giveBack();
  }
}

/** `withFileLock` for work that must not let anything else of this process come between. It waits without yielding. */
export function withFileLockSync<Result>(path: string, work: () => Result, options: FileLockOptions): Result {
  const lock = startTaking(path, options);
  while (!lock.take()) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs());
  try {
    return work();
  } finally {
    lock.giveBack();
  }
}

interface Taking {
  /** False: not yet. */
  take(): boolean;
  giveBack(): void;
}

function startTaking(path: string, { code, waitMs = 5_000 }: FileLockOptions): Taking {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const deadline = performance.now() + waitMs;
  const line = describeSelf();
  return {
    take() {
      if (createLock(path, line)) return true;
      const found = findLock(path);
      if (found === undefined) return createLock(path, line);
      if (isOrphaned(found) && takeOver(path, found, line)) return true;
      if (performance.now() > deadline) throw locked(path, found, code);
      return false;
    },
    giveBack: () => removeOwnLock(path, line),
  };
}

/** Differs from one to the next, so that those who wait don't all come back at once. */
function pauseMs(): number {
  return 5 + Math.random() * 15;
}

function locked(path: string, { line, ageMs }: LockEntry, code: string): HermesError {
  return new HermesError(`${nameOf(line)} has held "${path}" for ${(ageMs / 1_000).toFixed(1)} seconds.`, {
    code,
    hint: "Nothing was written. Try again; if no other Hermes is running, delete the lock file.",
  });
}

function nameOf(line: string): string {
  const holder = parseHolder(line);
  if (holder === undefined) return "Another program";
  return `Process ${holder.processId} on ${holder.place.replace(/\/[^/]*$/, "")}`;
}
