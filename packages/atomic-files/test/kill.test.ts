import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { appendLine, replaceFile, withFileLock } from "../src/index.ts";
import { long } from "./support/long-runs.ts";
import { runProgram } from "./support/run-program.ts";
import type { RunningProgram } from "./support/run-program.ts";
import { tempFolder } from "./support/temp-folder.ts";

const code = "FILE_TEST_LOCKED";

/** Kills a program at its first step, its second and so on, until it ends by itself. */
async function killAtEachStep(
  start: () => { readonly args: readonly (string | number)[]; readonly check: (signal: boolean) => unknown },
  env: Readonly<Record<string, string>> = {},
): Promise<number> {
  for (let at = 1; ; at += 1) {
    const { args, check } = start();
    // oxlint-disable-next-line no-await-in-loop -- it is not known how many there are
    const ended = await runProgram("work.ts", args, { ...env, DIE_AT: String(at) }).ended;
    // oxlint-disable-next-line no-await-in-loop -- the same
    await check(ended === "SIGKILL");
    if (ended === 0) return at - 1;
  }
}

test.each([{}, { DIE_HALFWAY: "1" }])(
  "wherever a process is killed that replaces a file, it has the old text or the new one (%j)",
  { timeout: 60_000 },
  async (env) => {
    const seen = new Set<string>();
    const steps = await killAtEachStep(() => {
      const path = join(tempFolder(), "notes.md");
      writeFileSync(path, "old");
      return {
        args: ["replace", path, "new", 10_000],
        check: () => {
          seen.add(readFileSync(path, "utf8"));
          replaceFile(path, "next");
          expect(readFileSync(path, "utf8")).toBe("next");
        },
      };
    }, env);

    expect(steps).toBeGreaterThan(4);
    expect([...seen]).toEqual(["old", "new".repeat(10_000)]);
  },
);

test.each([{}, { NO_LINKS: "1", DIE_HALFWAY: "1" }])(
  "wherever a process is killed that takes a lock and gives it back, the next one has it (%j)",
  { timeout: 60_000 },
  async (env) => {
    const steps = await killAtEachStep(() => {
      const folder = tempFolder();
      return {
        args: ["lock", join(folder, "lock")],
        check: async () => {
          expect(await withFileLock(join(folder, "lock"), () => "had", { code, waitMs: 3_000 })).toBe("had");
          expect(readdirSync(folder)).toEqual([]);
        },
      };
    }, env);

    expect(steps).toBeGreaterThan(1);
  },
);

test("wherever a process is killed that appends a line, the line is whole or torn, and the next one is whole", async () => {
  const steps = await killAtEachStep(
    () => {
      const path = join(tempFolder(), "lines");
      return {
        args: ["append", path, "x", 1_000],
        check: (wasKilled) => {
          const isWhole = existsSync(path) && readFileSync(path, "utf8") === `${"x".repeat(1_000)}\n`;
          if (!wasKilled) expect(isWhole).toBe(true);
          appendLine(path, "next");
          expect(readFileSync(path, "utf8")).toMatch(/^(x+\n)?next\n$/);
        },
      };
    },
    { DIE_HALFWAY: "1" },
  );

  expect(steps).toBeGreaterThan(1);
});

test(
  "processes killed at any moment leave a whole file, whole lines but for their last, one at a time, and no lock that nobody frees",
  { timeout: long ? 600_000 : 60_000 },
  async () => {
    const folder = tempFolder();
    const kills = long ? 1_000 : 10;
    const start = (): RunningProgram => runProgram("work.ts", ["busy", folder]);
    const programs = [start(), start(), start()];
    for (let done = 0; done < kills; done += 1) {
      const program = programs[done % 3] ?? start();
      // oxlint-disable no-await-in-loop -- one after the other, while two others are at work
      await program.ready;
      await wait(Math.random() * 8);
      program.child.kill("SIGKILL");
      expect(await program.ended).toBe("SIGKILL");
      programs[done % 3] = start();
      // It fails when nobody frees the lock of the dead.
      await withFileLock(join(folder, "lock"), () => undefined, { code });
      // oxlint-enable no-await-in-loop
      if (existsSync(join(folder, "whole")))
        expect(readFileSync(join(folder, "whole"), "utf8")).toMatch(/^(\d)\1{19999}$/);
    }
    for (const { child } of programs) child.kill("SIGKILL");
    await Promise.all(programs.map(({ ended }) => ended));
    await withFileLock(join(folder, "lock"), () => undefined, { code });

    const torn = readFileSync(join(folder, "lines"), "utf8")
      .trimEnd()
      .split("\n")
      .filter((line) => !/^\{"text":"(\d)\1{499}"\}$/.test(line));
    expect(torn.length).toBeLessThanOrEqual(kills + 3);
    expect(existsSync(join(folder, "two-inside"))).toBe(false);
    expect(readdirSync(folder).filter((name) => !name.startsWith(".lock"))).toEqual(
      expect.arrayContaining(["lines", "whole"]),
    );
    // Of the dead, drafts are left for an hour, and a right to take over of one who came too late and died of it.
    expect(readdirSync(folder)).not.toContain("lock");
  },
);
