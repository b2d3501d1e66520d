import { spawnSync } from "node:child_process";
import { chmodSync, readdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { withFileLock, withFileLockSync } from "../src/index.ts";
import { runProgram, stopped } from "./support/run-program.ts";
import type { RunningProgram } from "./support/run-program.ts";
import { tempFolder } from "./support/temp-folder.ts";

const code = "FILE_TEST_LOCKED";

/** What a lock of this process says. */
async function ownLine(): Promise<string> {
  const path = join(tempFolder(), "own.lock");
  return await withFileLock(path, () => readlinkSync(path), { code });
}

/** How long it takes until the lock is had. */
async function takingMs(path: string): Promise<number> {
  const before = performance.now();
  await withFileLock(path, () => undefined, { code });
  return performance.now() - before;
}

describe.each([{}, { NO_LINKS: "1" }])("on a disk with %j", (disk) => {
  test("four processes that count to two hundred each lose no count", { timeout: 60_000 }, async () => {
    const folder = tempFolder();
    writeFileSync(join(folder, "count"), "0");

    const programs = Array.from({ length: 4 }, () =>
      runProgram("work.ts", ["count", join(folder, "lock"), join(folder, "count"), 200], disk),
    );
    expect(await Promise.all(programs.map(({ ended }) => ended))).toEqual([0, 0, 0, 0]);

    expect(readFileSync(join(folder, "count"), "utf8")).toBe("800");
    expect(readdirSync(folder)).toEqual(["count"]);
  });

  test("the lock of a killed process is taken over at once, by one process", async () => {
    const folder = tempFolder();
    const path = join(folder, "lock");
    const { child, ended, ready } = runProgram("work.ts", ["hold", path], disk);
    await ready;
    child.kill("SIGKILL");
    await ended;
    let inside = 0;

    const before = performance.now();
    await Promise.all(
      Array.from({ length: 8 }, () =>
        withFileLock(
          path,
          async () => {
            expect((inside += 1)).toBe(1);
            await Promise.resolve();
            inside -= 1;
          },
          { code },
        ),
      ),
    );

    expect(performance.now() - before).toBeLessThan(20_000);
    expect(readdirSync(folder)).toEqual([]);
  });
});

test.skipIf(process.platform !== "linux")("the lock of a zombie process is taken over at once", async () => {
  const path = join(tempFolder(), "lock");
  await runProgram("work.ts", ["hold", path], { UNBURIED: "1" }).ready;
  const processId = Number(readlinkSync(path).split(" ")[0]);
  process.kill(processId, "SIGKILL");
  expect(() => process.kill(processId, 0)).not.toThrow();

  expect(await takingMs(path)).toBeLessThan(20_000);
});

test("a lock whose process id was reused is taken over at once", async () => {
  const path = join(tempFolder(), "lock");
  const line = await ownLine();
  symlinkSync(line.replace(/^(\d+) \d+/, "$1 1"), path);

  expect(await takingMs(path)).toBeLessThan(20_000);
});

test("a live process keeps its lock at any age, and the error names it", async () => {
  const path = join(tempFolder(), "lock");
  const line = await ownLine();
  symlinkSync(line, path);
  // The modification time of a link is set by no function of Node for the lock alone; the command of the system does it.
  spawnSync("touch", ["-h", "-d", "2 hours ago", path]);

  await expect(withFileLock(path, () => undefined, { code, waitMs: 30 })).rejects.toThrow(
    expect.objectContaining({
      code,
      message: expect.stringMatching(
        `^Process ${process.pid} on ${hostname()} has held "${path}" for 72\\d\\d\\.\\d seconds\\.$`,
      ),
      hint: expect.stringContaining("Nothing was written"),
    }),
  );
  expect(() => withFileLockSync(path, () => undefined, { code, waitMs: 30 })).toThrow("has held");
  expect(readlinkSync(path)).toBe(line);
});

test("a lock held on another host is taken over after 30 s", async () => {
  const path = join(tempFolder(), "lock");
  symlinkSync((await ownLine()).replace(/^(\d+) \d+ \S+/, "$1 1 elsewhere/1"), path);

  await expect(withFileLock(path, () => undefined, { code, waitMs: 30 })).rejects.toThrow("on elsewhere");
  spawnSync("touch", ["-h", "-d", "31 seconds ago", path]);

  expect(await takingMs(path)).toBeLessThan(20_000);
});

test("a half-written lock file counts as stale after a moment", async () => {
  for (const half of ["", "12", "123 456 host/1 abc"]) {
    const path = join(tempFolder(), "lock");
    writeFileSync(path, half);

    // oxlint-disable-next-line no-await-in-loop -- so that none waits for another
    const tookMs = await takingMs(path);

    expect(tookMs).toBeGreaterThan(500);
    expect(tookMs).toBeLessThan(20_000);
  }
});

test("a process that dies while it takes over a stale lock blocks nobody", async () => {
  const folder = tempFolder();
  const path = join(folder, "lock");
  await runProgram("work.ts", ["lock", path], { DIE_AT: "2" }).ended;
  // It found the lock of the dead, took the right to remove it, and died. So did the next, who found that right too.
  await runProgram("work.ts", ["lock", path], { DIE_AT: "3" }).ended;
  await runProgram("work.ts", ["lock", path], { DIE_AT: "4" }).ended;
  expect(readdirSync(folder)).toHaveLength(3);

  expect(await takingMs(path)).toBeLessThan(20_000);
  expect(readdirSync(folder)).toEqual([]);
});

/** A folder with the lock of a process that died, and a program that stops at its n-th step towards having it. */
async function stoppedAt(step: number): Promise<{ readonly path: string; readonly program: RunningProgram }> {
  const path = join(tempFolder(), "lock");
  await runProgram("work.ts", ["lock", path], { DIE_AT: "2" }).ended;
  const program = runProgram("work.ts", ["lock", path], { STOP_AT: String(step) });
  await stopped(program);
  return { path, program };
}

test("a process that saw a stale lock does not take it after another process has (TOCTOU)", async () => {
  const { path, program } = await stoppedAt(2);

  const first = await withFileLock(
    path,
    async () => {
      program.child.kill("SIGCONT");
      return await Promise.race([program.ended, wait(500, "nobody else")]);
    },
    { code },
  );

  expect(first).toBe("nobody else");
  expect(await program.ended).toBe(0);
});

test("a takeover of a stale lock in progress is waited for", async () => {
  const { path, program } = await stoppedAt(3);

  await expect(withFileLock(path, () => undefined, { code, waitMs: 100 })).rejects.toThrow("has held");
  program.child.kill("SIGCONT");

  expect(await program.ended).toBe(0);
  expect(await takingMs(path)).toBeLessThan(20_000);
});

test("the lock is released when the work throws, and the error is passed on", async () => {
  const folder = tempFolder();
  const path = join(folder, "deep", "lock");
  const fails = (): never => {
    throw new Error("no");
  };

  await expect(withFileLock(path, fails, { code })).rejects.toThrow("no");
  expect(() => withFileLockSync(path, fails, { code })).toThrow("no");

  expect(readdirSync(join(folder, "deep"))).toEqual([]);
});

test("waiting ends with the reason of the signal", async () => {
  const path = join(tempFolder(), "lock");
  symlinkSync(await ownLine(), path);
  const reason = new Error("stop");
  const controller = new AbortController();

  const waiting = withFileLock(path, () => undefined, { code, signal: controller.signal });
  controller.abort(reason);

  await expect(waiting).rejects.toBe(reason);
});

test("asking for a lock within the work under it fails and names this process", async () => {
  const path = join(tempFolder(), "lock");

  const nested = withFileLock(path, () => withFileLock(path, () => undefined, { code, waitMs: 30 }), {
    code,
  });

  await expect(nested).rejects.toThrow(`Process ${process.pid} on`);
});

test("a folder that can't be written says so at once", async () => {
  const folder = tempFolder();
  chmodSync(folder, 0o555);

  const { ended } = runProgram("work.ts", ["lock", join(folder, "lock")], { AS_NOBODY: "1" });

  await expect(ended).rejects.toThrow(/EACCES: permission denied, symlink/);
  chmodSync(folder, 0o700);
});

test("a name as long as a disk allows can be a lock, and be taken over", async () => {
  const folder = tempFolder();
  const path = join(folder, "x".repeat(255));
  const { child, ended, ready } = runProgram("work.ts", ["hold", path]);
  await ready;
  child.kill("SIGKILL");
  await ended;

  expect(await takingMs(path)).toBeLessThan(20_000);
  expect(readdirSync(folder)).toEqual([]);
});
