import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { HermesError } from "@hermes/registry";

export interface LockOptions {
  readonly signal?: AbortSignal | undefined;
  /** How long to wait for another process. @default 5_000 */
  readonly timeoutMs?: number | undefined;
}

/** Work under the lock takes milliseconds: an older lock was left behind, even if its process id is in use again. */
const staleAfterMs = 30_000;

/**
 * Runs short synchronous work while no other process (and nobody else in this one) holds the lock file.
 * A lock left behind by a process that died is taken over.
 *
 * @throws {HermesError} `MEMORY_LOCKED` when the lock isn't free in time.
 * @throws the reason of `signal`, untouched, when aborted.
 */
export async function withFileLock<Result>(
  path: string,
  work: () => Result,
  options: LockOptions = {},
): Promise<Result> {
  const { signal, timeoutMs = 5_000 } = options;
  const deadline = performance.now() + timeoutMs;
  while (!tryTake(path)) {
    signal?.throwIfAborted();
    if (isLeftBehind(path)) takeAway(path);
    else if (performance.now() > deadline) throw locked(path);
    else await pause(signal);
  }
  try {
    return work();
  } finally {
    rmSync(path, { force: true });
  }
}

function tryTake(path: string): boolean {
  try {
    writeFileSync(path, String(process.pid), { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
}

/** Of several processes that find the same dead lock, only the holder of a second lock removes it. */
function takeAway(path: string): void {
  const breaker = `${path}.break`;
  if (!tryTake(breaker)) {
    if (ageMs(breaker) > staleAfterMs) rmSync(breaker, { force: true });
    return;
  }
  try {
    if (isLeftBehind(path)) rmSync(path, { force: true });
  } finally {
    rmSync(breaker, { force: true });
  }
}

function isLeftBehind(path: string): boolean {
  const age = ageMs(path);
  if (age > staleAfterMs) return true;
  const holder = holderOf(path);
  // Between its creation and its first byte a lock names nobody.
  return holder === undefined ? age > 1_000 : !isAlive(holder);
}

function holderOf(path: string): number | undefined {
  try {
    const holder = Number(readFileSync(path, "utf8"));
    return Number.isInteger(holder) && holder > 0 ? holder : undefined;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    // EPERM: it lives, but belongs to somebody else.
    return codeOf(error) !== "ESRCH";
  }
}

/** 0 when the file is gone. */
function ageMs(path: string): number {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined ? 0 : Date.now() - found.mtimeMs;
}

async function pause(signal: AbortSignal | undefined): Promise<void> {
  try {
    await wait(5 + Math.random() * 15, undefined, signal === undefined ? {} : { signal });
  } catch (error) {
    // The timer wraps the reason of an abort; callers expect the reason itself.
    signal?.throwIfAborted();
    throw error;
  }
}

function locked(path: string): HermesError {
  return new HermesError(`Another program holds "${path}".`, {
    code: "MEMORY_LOCKED",
    hint: "Nothing was written. Try again; if no other Hermes is running, delete the lock file.",
  });
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}
