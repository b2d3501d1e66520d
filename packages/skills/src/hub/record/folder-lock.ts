import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { HermesError } from "@hermes/registry";

/** Work under the lock is some renames: an older lock was left behind, even if its process id is in use again. */
const staleAfterMs = 30_000;
const patienceMs = 5_000;

/**
 * Does short work while no other process holds the lock file. It waits without yielding, so that within one process nothing
 * can come between either. A lock of a process that died is taken over.
 *
 * @throws {HermesError} `HUB_LOCKED`
 */
export function underLock<Result>(path: string, work: () => Result): Result {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const deadline = performance.now() + patienceMs;
  while (!tryTake(path)) {
    if (isLeftBehind(path)) takeAway(path);
    else if (performance.now() > deadline) {
      throw new HermesError(`Another program holds "${path}".`, {
        code: "HUB_LOCKED",
        hint: "Nothing was changed. Try again; if no other Hermes is running, delete that file.",
      });
    } else pause(5 + Math.random() * 15);
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
    if (isCode(error, "EEXIST")) return false;
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
    if (isCode(error, "ENOENT")) return undefined;
    throw error;
  }
}

export function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    // EPERM: it lives, but belongs to somebody else.
    return !isCode(error, "ESRCH");
  }
}

function ageMs(path: string): number {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined ? 0 : Date.now() - found.mtimeMs;
}

function pause(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

export function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
