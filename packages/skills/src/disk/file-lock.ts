import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { dirname } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { HermesError } from "@hermes/registry";

export interface LockOptions {
  readonly signal?: AbortSignal | undefined;
  /** How long to wait for another process. @default 10_000 */
  readonly timeoutMs?: number | undefined;
}

/** Work under the lock takes milliseconds: an older lock was left behind, even if its process id is in use again. */
const staleAfterMs = 30_000;

/**
 * Runs short work while no other process (and nobody else in this one) holds the lock file. A lock left behind by a process
 * that died is taken over.
 *
 * @throws {HermesError} `SKILLS_LOCKED` when the lock isn't free in time.
 * @throws the reason of `signal`, untouched, when aborted; an error of the file system where no file can be made.
 */
export async function withFileLock<Result>(
  path: string,
  work: () => Result | Promise<Result>,
  { signal, timeoutMs = 10_000 }: LockOptions = {},
): Promise<Result> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const deadline = performance.now() + timeoutMs;
  while (!tryTake(path)) {
    signal?.throwIfAborted();
    if (isLeftBehind(path)) takeAway(path);
    else if (performance.now() > deadline) throw locked(path);
    else await wait(5 + Math.random() * 15);
  }
  try {
    return await work();
  } finally {
    rmSync(path, { force: true });
  }
}

function tryTake(path: string): boolean {
  try {
    writeFileSync(path, `${process.pid} ${hostname()}\n`, { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
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
  const [, processId, host] = /^(\d+) (.*)\n$/.exec(readHolder(path)) ?? [];
  // Until its line is whole a lock names nobody; a process in another container can't be asked.
  return processId === undefined ? age > 1_000 : host === hostname() && !isAlive(Number(processId));
}

function readHolder(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    // Given back meanwhile.
    return "";
  }
}

function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    // EPERM: it lives, but belongs to somebody else.
    return !(error instanceof Error && "code" in error && error.code === "ESRCH");
  }
}

/** 0 when the file is gone. */
function ageMs(path: string): number {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined ? 0 : Date.now() - found.mtimeMs;
}

function locked(path: string): HermesError {
  return new HermesError(`Another program holds "${path}".`, {
    code: "SKILLS_LOCKED",
    hint: "Nothing was written. Try again; if no other Hermes is running, delete the lock file.",
  });
}
