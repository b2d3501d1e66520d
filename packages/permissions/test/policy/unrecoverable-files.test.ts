import { execFileSync } from "node:child_process";
import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Permissions } from "../../src/index.ts";
import { call, no, personWho, temporaryPlace } from "./support/temporary-place.ts";
import type { TemporaryPlace } from "./support/temporary-place.ts";

/** A repository with files of each kind, all older than the program. */
async function repository(place: TemporaryPlace): Promise<Permissions> {
  const { workspace } = place;
  const git = (...args: readonly string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b.c", ...args], { cwd: workspace });
  await mkdir(join(workspace, "sub"));
  for (const name of ["clean.txt", "changed.txt", "sub/clean.txt", ".gitignore"])
    await writeFile(join(workspace, name), name === ".gitignore" ? "*.out\n" : "text\n");
  git("init", "-q");
  git("add", ".");
  git("commit", "-qm", "x");
  for (const name of ["changed.txt", "untracked.txt", "also.txt", "made.out"])
    await writeFile(join(workspace, name), "another text\n");
  await writeFile(join(workspace, "empty.txt"), "");
  await symlink("untracked.txt", join(workspace, "link"));
  return place.open({
    now: () => Date.now() + 60_000,
    readText: async (path) => await readFile(path, "utf8").catch(() => undefined),
  });
}

/** What a person is asked about: ids, and what they speak of. */
async function asked(permissions: Permissions, tool: string, args: object): Promise<readonly string[]> {
  const person = personWho(no);
  await call(permissions, tool, args, { approve: person.approve });
  return person.requests.flatMap(({ findings = [] }) => findings.map(({ id }) => id));
}

function deletion(...paths: readonly string[]): { readonly patch: string } {
  const sections = paths.map((path) => `*** Delete File: ${path}\n`).join("");
  return { patch: `*** Begin Patch\n${sections}*** End Patch` };
}

test.each([
  ["untracked.txt", ["delete.untracked"]],
  ["changed.txt", ["delete.untracked"]],
  ["clean.txt", []],
  ["sub/clean.txt", []],
  ["made.out", []],
  ["empty.txt", []],
  ["link", []],
  ["not-there.txt", []],
  ["../outside.txt", ["delete.outside"]],
  [".git/config", ["startup.write"]],
])("to delete %s is asked about in the same way by a patch and by rm: %j", async (path, findings) => {
  await using place = await temporaryPlace();
  const permissions = await repository(place);

  expect(await asked(permissions, "patch", deletion(path))).toEqual(findings);
  expect(await asked(permissions, "terminal", { command: `rm ${path}` })).toEqual(findings);
});

test("each file that would be lost is named, those that a star stands for, too", async () => {
  await using place = await temporaryPlace();
  const permissions = await repository(place);
  const lost = ["delete.untracked", "delete.untracked"];

  expect(await asked(permissions, "patch", deletion("untracked.txt", "clean.txt", "also.txt"))).toEqual(lost);
  expect(
    await asked(permissions, "terminal", { command: "cd sub && rm ../untracked.txt ../also.txt" }),
  ).toEqual(lost);
  expect(await asked(permissions, "terminal", { command: "rm -f *t*ked.txt al*.txt" })).toEqual(lost);
});

test("what is moved is not lost, nor what the agent made, nor what a rule lets go", async () => {
  await using place = await temporaryPlace();
  const permissions = await repository(place);
  const move = "*** Begin Patch\n*** Move File: untracked.txt -> kept.txt\n*** End Patch";

  expect(await asked(permissions, "patch", { patch: move })).toEqual([]);
  expect(await asked(permissions, "terminal", { command: "mv untracked.txt kept.txt" })).toEqual([]);
  await call(permissions, "write_file", { path: "untracked.txt", content: "mine" });
  expect(await asked(permissions, "patch", deletion("untracked.txt"))).toEqual([]);
  const young = place.open({ now: () => 7 });
  expect(await asked(young, "patch", deletion("also.txt"))).toEqual([]);
  const ruled = place.open({
    now: () => Date.now() + 60_000,
    section: { "file.delete(also.txt)": "allow" },
  });
  expect(await asked(ruled, "patch", deletion("also.txt"))).toEqual([]);
  expect(await asked(ruled, "terminal", { command: "rm also.txt" })).toEqual([]);
});

test("to ask git about a file runs nothing that the repository names", async () => {
  await using place = await temporaryPlace();
  const permissions = await repository(place);
  const trap = join(place.workspace, "trap.sh");
  await writeFile(trap, `#!/bin/sh\necho run >> ${place.workspace}/ran\n`, { mode: 0o755 });
  await writeFile(join(place.workspace, ".gitattributes"), "*.txt filter=trap\n");
  const settings = `\n[core]\n\tfsmonitor = ${trap}\n\thooksPath = ${place.workspace}\n\tpager = ${trap}\n[filter "trap"]\n\tclean = ${trap}\n`;
  const config = join(place.workspace, ".git/config");
  await writeFile(config, (await readFile(config, "utf8")) + settings);

  await asked(permissions, "patch", deletion("changed.txt", "clean.txt", "untracked.txt"));

  await expect(readFile(join(place.workspace, "ran"))).rejects.toThrow("ENOENT");
});
