import { readFile, rm, stat, writeFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { HermesError } from "@hermes/registry";

/** Work under the lock takes milliseconds: an older one was left behind, even if its process id is in use again. */
const staleAfterMs = 30_000;
const patienceMs = 5_000;

/**
 * Runs work while no other process holds the lock of a file. What a process left behind that died is taken over.
 *
 * @throws {HermesError} `PERMISSIONS_LOCKED` when it isn't free in time.
 */
export async function withFileLock<Result>(file: string, work: () => Promise<Result>): Promise<Result> {
  const lock = `${file}.lock`;
  const deadline = performance.now() + patienceMs;
  while (!(await tryTake(lock))) {
    if (await isLeftBehind(lock)) await takeAway(lock);
    else if (performance.now() > deadline) throw locked(lock);
    else await wait(5 + Math.random() * 15);
  }
  try {
    return await work();
  } finally {
    await rm(lock, { force: true });
  }
}

async function tryTake(lock: string): Promise<boolean> {
  try {
    await writeFile(lock, String(process.pid), { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
}

/** Of several processes that find the same dead lock, only the holder of a second lock removes it. */
async function takeAway(lock: string): Promise<void> {
  const breaker = `${lock}.break`;
  if (!(await tryTake(breaker))) {
    if ((await ageMs(breaker)) > staleAfterMs) await rm(breaker, { force: true });
    return;
  }
  try {
    if (await isLeftBehind(lock)) await rm(lock, { force: true });
  } finally {
    await rm(breaker, { force: true });
  }
}

async function isLeftBehind(lock: string): Promise<boolean> {
  const age = await ageMs(lock);
  if (age > staleAfterMs) return true;
  const holder = Number(await readFile(lock, "utf8").catch(() => ""));
  // Between its creation and its first byte a lock names nobody.
  return Number.isInteger(holder) && holder > 0 ? !isAlive(holder) : age > 1_000;
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
async function ageMs(file: string): Promise<number> {
  return await stat(file).then(
    ({ mtimeMs }) => Date.now() - mtimeMs,
    () => 0,
  );
}

function locked(lock: string): HermesError {
  return new HermesError(`Another program holds ${lock}.`, {
    code: "PERMISSIONS_LOCKED",
    hint: "Nothing was written. Try again; if no other Hermes is running, delete that file.",
  });
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
