import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { StagedRun } from "@hermes/registry";
import { afterAll, expect, test } from "vitest";
import { createStager } from "../../src/index.ts";
import type { StageExec } from "../../src/index.ts";
import { call, temporaryPlace } from "./support/temporary-place.ts";

const exec: StageExec = (command, { cwd, signal }) =>
  new Promise((resolve) => {
    execFile("bash", ["-c", command], { cwd, signal }, (error, stdout, stderr) => {
      const exitCode = error === null ? 0 : typeof error.code === "number" ? error.code : null;
      resolve({ output: stdout + stderr, exitCode, timedOut: false, interrupted: false });
    });
  });

const scratch = await mkdtemp(join(tmpdir(), "permissions-trials-"));
afterAll(() => rm(scratch, { recursive: true, force: true }));
const stager = createStager({ exec, scratchFolders: [scratch] });
const obstacle = await stager.unavailable();

const section = { "terminal.*": "ask" };

test.skipIf(obstacle !== undefined)(
  "a command is tried on a copy; a yes makes that trial real, a no leaves everything (needs bubblewrap and overlayfs)",
  async () => {
    await using place = await temporaryPlace();
    const file = join(place.workspace, "a.txt");
    await writeFile(file, "old");
    const seen: (readonly string[])[] = [];
    const run = (approved: boolean) =>
      call(
        place.open({ stager, section }),
        "terminal",
        { command: "echo new > a.txt" },
        {
          toolset: "terminal",
          approve: async (_request, { stage }) => {
            const staged: StagedRun | undefined = await stage?.();
            seen.push(staged?.changes.map(({ change, path }) => `${change} ${path}`) ?? []);
            expect(await readFile(file, "utf8")).toBe("old");
            return approved ? { approved, scope: "once", staged } : { approved, reason: "No." };
          },
        },
      );

    expect((await run(false)).allow).toBe(false);
    expect(await readFile(file, "utf8")).toBe("old");
    expect(await run(true)).toMatchObject({ allow: true, result: { exit_code: 0 } });

    expect(await readFile(file, "utf8")).toBe("new\n");
    expect(seen).toEqual([[`changed ${file}`], [`changed ${file}`]]);
  },
);

test.skipIf(obstacle !== undefined)(
  "a trial is made real once it is written down that the call starts, and not where that fails (needs bubblewrap and overlayfs)",
  async () => {
    await using place = await temporaryPlace();
    const file = join(place.workspace, "a.txt");
    await writeFile(file, "old");
    const run = (onStart: () => Promise<void>) =>
      call(
        place.open({ stager, section }),
        "terminal",
        { command: "echo new > a.txt" },
        {
          toolset: "terminal",
          onStart,
          approve: async (_request, { stage }) => ({
            approved: true,
            scope: "once",
            staged: await stage?.(),
          }),
        },
      );
    let before = "";

    await expect(run(() => Promise.reject(new Error("disk full")))).rejects.toThrow("disk full");
    expect(await readFile(file, "utf8")).toBe("old");
    expect(await readdir(scratch)).toEqual([]);
    await run(async () => void (before = await readFile(file, "utf8")));

    expect([before, await readFile(file, "utf8")]).toEqual(["old", "new\n"]);
  },
);

test("no trial is offered for what reaches beyond this machine, in the background or in a pseudo terminal", async () => {
  await using place = await temporaryPlace();
  const offered: (readonly [object, boolean])[] = [];
  const always = { ...stager, unavailable: async () => undefined };
  for (const args of [
    { command: "echo x > a.txt" },
    { command: "curl -o a.txt https://x.example" },
    { command: "echo x > a.txt", background: true },
    { command: "echo x > a.txt", pty: true },
    { command: "ls" },
    { command: "git clean -fdx && echo cleaned" },
    { command: "git reset --hard && git push --force" },
  ]) {
    await call(place.open({ stager: always, section }), "terminal", args, {
      toolset: "terminal",
      approve: async (_request, { stage }) => {
        offered.push([args, stage !== undefined]);
        return { approved: false, reason: "No." };
      },
    });
  }

  expect(offered.map(([, isOffered]) => isOffered)).toEqual([true, false, false, false, false, true, false]);
});
