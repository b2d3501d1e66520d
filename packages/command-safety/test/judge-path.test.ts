import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { judgeCommand, judgePath, judgeSearch } from "../src/index.ts";
import type { Places } from "../src/index.ts";

let root: string;
let places: Places;

beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), "hermes-paths-")));
  places = { homedir: join(root, "me"), home: join(root, "me/.hermes"), workspace: join(root, "me/work") };
  for (const folder of ["me/.ssh", "me/.hermes", "me/work/src"])
    await mkdir(join(root, folder), { recursive: true });
  await writeFile(join(root, "me/.ssh/id_ed25519"), "x");
});

afterEach(async () => {
  await rm(root, { recursive: true });
});

test.each([
  ["me/.ssh/id_ed25519", "read", "credentials.read"],
  ["me/.ssh/authorized_keys", "write", "credentials.write"],
  ["me/.ssh/id_ed25519.pub", "read", undefined],
  ["me/.aws/credentials", "read", "credentials.read"],
  ["me/.hermes/.env", "write", "credentials.write"],
  ["me/.hermes/permissions.yaml", "write", "hermes.settings"],
  ["me/.hermes/node_modules/hermes-platform-ntfy/index.js", "write", "hermes.settings"],
  ["me/.bashrc", "write", "startup.write"],
  ["me/.bash_history", "read", "private.read"],
  ["me/work/.git/hooks/pre-commit", "write", "startup.write"],
  ["me/work/.env", "read", "secrets.read"],
  ["me/work/.env.example", "read", undefined],
  ["me/work/src/a.ts", "write", undefined],
  ["me/work/src/a.ts", "delete", undefined],
] as const)("%s, %s: %s", async (path, access, id) => {
  expect((await judgePath(join(root, path), access, places))?.id).toBe(id);
});

test.each([
  ["/etc/hosts", "write", "system.write"],
  ["/etc/hosts", "read", undefined],
  ["/etc/shadow", "read", "credentials.read"],
  ["/proc/self/environ", "read", "credentials.read"],
  ["/dev/sda", "write", "disk.write"],
  ["/dev/null", "write", undefined],
  ["/srv/other/a.txt", "write", "workspace.outside"],
  ["/srv/other/a.txt", "delete", "delete.outside"],
] as const)("%s, %s: %s", async (path, access, id) => {
  expect((await judgePath(path, access, places))?.id).toBe(id);
});

test("a link in the workspace that leads to a key is the key", async () => {
  await symlink(join(root, "me/.ssh/id_ed25519"), join(root, "me/work/notes.txt"));
  await symlink("/etc", join(root, "me/work/settings"));

  expect((await judgePath(join(root, "me/work/notes.txt"), "read", places))?.severity).toBe("refuse");
  expect((await judgePath(join(root, "me/work/settings/new.conf"), "write", places))?.id).toBe(
    "system.write",
  );
});

test("a command meets the same verdict as the file tool when it follows a link", async () => {
  await symlink(join(root, "me/.ssh/id_ed25519"), join(root, "me/work/notes.txt"));
  const options = { cwd: places.workspace, places };

  for (const command of ["cat notes.txt", "cp notes.txt copy", "wc < notes.txt", "echo x > notes.txt"]) {
    const { findings } = await judgeCommand(command, options);
    expect([command, ...findings.map(({ severity }) => severity)]).toContain("refuse");
  }
});

test("a further root counts as workspace", async () => {
  const wider = { ...places, extraRoots: ["/srv/other"] };

  expect(await judgePath("/srv/other/a.txt", "write", wider)).toBeUndefined();
});

test("a search through a folder of keys is refused, one through the workspace is not", async () => {
  expect((await judgeSearch(join(root, "me/.ssh"), places))?.severity).toBe("refuse");
  expect(await judgeSearch(join(root, "me/work"), places)).toBeUndefined();
});

test.each(["package.json/x", `${"x".repeat(300)}/y`])(
  "%s, where no file can be, is judged by its name",
  async (name) => {
    const workspace = join(import.meta.dirname, "..");
    const places = { workspace, homedir: "/home/nobody-here", home: "/home/nobody-here/.hermes" };

    expect(await judgePath(join(workspace, name), "write", places)).toBeUndefined();
  },
);

test.each([
  ["rm -rf src", "/tmp/work", undefined, ["delete.recursive"]],
  ["rm -rf .", "/tmp/work", undefined, ["delete.recursive"]],
  ["rm -rf src", "/tmp/a/work", "/tmp", ["delete.recursive"]],
  ["rm /tmp/work/$(cat list)", "/tmp/work", undefined, ["path.unknown"]],
  ["rm -rf /tmp/other", "/tmp/work", undefined, []],
  ["rm -rf /tmp/work/tmp-1/x", "/tmp/work", "/tmp/work/tmp-1", []],
  ["rm -rf /tmp/other", "/tmp", undefined, []],
])("%s in the workspace %s, with scratch files in %s: %j", async (command, workspace, scratch, ids) => {
  const { findings } = await judgeCommand(command, {
    cwd: workspace,
    places: { ...places, workspace, scratch },
  });

  expect(findings.map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
  if (ids.length === 0) expect(findings).toEqual([]);
});

test("a path through tens of thousands of folders that are not there is judged like any other", async () => {
  const path = join(root, "me/.ssh", "x/".repeat(30_000), "y");

  expect(await judgePath(path, "delete", places)).toMatchObject({ id: "credentials.write" });
});

test("keys and settings of the homes beside a profile are those of Hermes too", async () => {
  const ofProfile = { ...places, home: join(places.home, "profiles/work") };
  const judged = async (path: string, access: "read" | "write"): Promise<string | undefined> =>
    (await judgePath(join(places.home, path), access, ofProfile))?.id;

  for (const path of [".env", "auth.json", "profiles/other/.env", "profiles/work/auth.json"])
    expect(await judged(path, "read")).toBe("credentials.read");
  for (const path of ["config.yaml", "profiles/other/notes.txt", "profiles/work/config.yaml"])
    expect(await judged(path, "write")).toBe("hermes.settings");
  expect(await judged("profiles/work/chats/1/notes.txt", "write")).toBeUndefined();
  expect((await judgePath(join(places.home, "profiles/other/auth.json"), "read", places))?.id).toBe(
    "credentials.read",
  );
});
