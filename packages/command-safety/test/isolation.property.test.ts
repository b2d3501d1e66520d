import fc from "fast-check";
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { judgeCommand } from "../src/index.ts";
import type { Mount, Places } from "../src/index.ts";
import { places } from "./places.ts";
import { propertyRuns } from "./property-runs.ts";

interface Stay {
  readonly cwd: string;
  readonly mounts: readonly Mount[];
  readonly at?: Places | undefined;
}

/** Kinds of findings about a command in a container. */
async function idsIn(command: string, { cwd, mounts, at = places }: Stay): Promise<readonly string[]> {
  const backend = { kind: "docker", isolated: true, mounts };
  const { findings } = await judgeCommand(command, { cwd, places: at, backend });
  return findings.map(({ id }) => id).toSorted();
}

const project = { host: places.workspace, inside: "/workspace" };

/** What speaks against these here is what they do to files. */
const harmful = [
  "git reset --hard",
  "git clean -fdx",
  "git checkout -- .",
  "rm *",
  "rm -rf .",
  "rm -rf src",
  "rm -rf ./src/../lib",
  "cd src && rm -rf .",
  "find . -delete",
  "find . -name '*.ts' -exec rm {} +",
  "shred notes.txt",
  "chmod -R 777 .",
  "rm -rf $SOME/x",
  "echo x > .git/hooks/pre-commit",
  "cat .env",
];

const name = fc.string({
  unit: fc.constantFrom(..."abcXYZ019 .-_'$&()é#".split("")),
  minLength: 1,
  maxLength: 12,
});
const inside = fc
  .array(
    name.filter((text) => !/^\.*$/.test(text.trim())),
    { minLength: 1, maxLength: 3 },
  )
  .map((parts) => `/${parts.join("/")}`);

test("in a folder of this machine that is mounted the same is asked as here, whatever its path inside", async () => {
  await fc.assert(
    fc.asyncProperty(
      inside,
      fc.constantFrom(...harmful),
      fc.constantFrom("", "/"),
      async (path, command, end) => {
        const mounts = [{ host: places.workspace, inside: path + end }];
        const here = await judgeCommand(command, { cwd: places.workspace, places });
        const wanted = [...new Set(here.findings.map(({ id }) => id))];

        const there = await idsIn(command, { cwd: path, mounts });

        expect(wanted).not.toEqual([]);
        expect(there).toEqual(expect.arrayContaining(wanted));
      },
    ),
    propertyRuns(150, 3_000),
  );
});

test.each([
  ["from the folder above", "rm -rf workspace", "/"],
  ["with a star for its name", "rm -rf /work*", "/srv"],
  ["by the folder above it", "rm -rf /mnt/../workspace/src", "/srv"],
  ["as the work tree of git", "git -C /workspace reset --hard", "/srv"],
  ["in a variable of git", "GIT_DIR=/workspace/.git git reset --hard", "/srv"],
  ["by what is listed there", "find /workspace -type f | xargs rm", "/srv"],
  ["by a list that nobody knows", "cat list | xargs rm -rf", "/srv"],
  ["where the shell may be there", "cd $SOMEWHERE && git clean -fdx", "/srv"],
])("a mounted folder that is named %s is asked about", async (_, command, cwd) => {
  expect(await idsIn(command, { cwd, mounts: [project] })).not.toEqual([]);
});

test("a mount is found below what is deleted, and its path may hold blanks", async () => {
  const mounts = [{ host: places.workspace, inside: "/mnt/my work/a project" }];

  expect(await idsIn("rm -rf .", { cwd: "/mnt/my work/a project", mounts })).toContain("delete.recursive");
  expect(await idsIn("rm -rf '/mnt/my work'", { cwd: "/", mounts })).toContain("delete.recursive");
});

test("what only the inside has needs no question, also from within a mount", async () => {
  const commands = [
    "rm -rf /srv/data /tmp/x",
    "find /srv -delete",
    "shred /srv/a",
    "chmod -R 777 /srv",
    "apt-get install -y jq",
    "sudo apt-get update",
    "pkill node",
    "git -C /srv/other status",
  ];

  for (const command of commands)
    expect([command, await idsIn(command, { cwd: "/workspace", mounts: [project] })]).toEqual([command, []]);
});

test("what lies in the workspace stands there under its mounted name", async () => {
  expect(await idsIn("rm -rf node_modules dist", { cwd: "/workspace", mounts: [project] })).toEqual([]);
});

test("of nested mounts the innermost counts", async () => {
  const mounts = [
    project,
    { host: "cache", inside: "/workspace/cache" },
    { host: "/srv/data", inside: "/workspace/data" },
    { host: "/srv/ro", inside: "/workspace/ro", writable: false },
  ];

  expect(await idsIn("cd cache && git reset --hard && rm *", { cwd: "/workspace", mounts })).toEqual([]);
  expect(await idsIn("rm -rf ro/x", { cwd: "/workspace", mounts })).toEqual([]);
  expect(await idsIn("rm data/x", { cwd: "/workspace", mounts })).toEqual(["delete.outside"]);
  expect(await idsIn("rm -rf cache/../src", { cwd: "/workspace", mounts })).toContain("delete.recursive");
});

test("a link in a mounted folder is followed", async () => {
  const base = await realpath(await mkdtemp(join(tmpdir(), "isolation-test-")));
  try {
    const [homedir, workspace] = [join(base, "home"), join(base, "home", "project")];
    await mkdir(join(homedir, ".ssh"), { recursive: true });
    await mkdir(workspace);
    await symlink("../.ssh", join(workspace, "link"));
    const at = { workspace, homedir, home: join(homedir, ".hermes") };

    const mounts = [{ host: homedir, inside: "/mnt/home" }];

    const found = await idsIn("cat link/id_rsa", { cwd: "/mnt/home/project", mounts, at });

    expect(found).toContain("credentials.read");
  } finally {
    await rm(base, { recursive: true });
  }
});

test("a script in a mounted folder is judged by what it holds", async () => {
  const base = await realpath(await mkdtemp(join(tmpdir(), "isolation-test-")));
  try {
    const at = { workspace: base, homedir: "/home/user", home: "/home/user/.hermes" };
    await writeFile(join(base, "deploy.sh"), "npm publish\n");
    await writeFile(join(base, "clean.sh"), "git clean -fdx\n");
    await writeFile(join(base, "machine.sh"), "apt-get install -y jq\n");
    const mounts = [{ host: base, inside: "/workspace" }];
    const ids = (command: string) => idsIn(command, { cwd: "/workspace", mounts, at });

    expect(await ids("bash deploy.sh")).toEqual(["publish.package"]);
    expect(await ids("./clean.sh")).toEqual(["git.discard"]);
    expect(await ids("sh machine.sh")).toEqual([]);
  } finally {
    await rm(base, { recursive: true });
  }
});
