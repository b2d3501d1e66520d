import { execFileSync } from "node:child_process";
import { mkdir, rename, symlink, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { digestFolder } from "@hermes/plugins/host";
import { expect, test } from "vitest";
import { temporaryPlugin } from "./temporary-plugin.ts";

const files = {
  "plugin.yaml": "name: tides\n",
  "index.ts": "export default {};\n",
  "parts/a.ts": "a",
  "parts/b.ts": "",
};

test("the digest is of paths and contents, and the same in every folder", async () => {
  const [one, other] = [await temporaryPlugin("one", files), await temporaryPlugin("other", files)];

  const digest = await digestFolder(one);

  expect(digest).toMatch(/^[0-9a-f]{64}$/);
  expect(await digestFolder(other)).toBe(digest);
});

test.each([
  [
    "a byte is changed",
    async (folder: string) => writeFile(join(folder, "index.ts"), "export default [];\n"),
  ],
  ["a file is added", async (folder: string) => writeFile(join(folder, "more.ts"), "")],
  [
    "a file has another name",
    async (folder: string) => rename(join(folder, "parts/b.ts"), join(folder, "parts/c.ts")),
  ],
  [
    "the contents of two files are joined",
    async (folder: string) => {
      await writeFile(join(folder, "parts/a.ts"), "");
      await writeFile(join(folder, "parts/b.ts"), "a");
    },
  ],
])("the digest is another one when %s", async (_what, change) => {
  const folder = await temporaryPlugin("tides", files);
  const before = await digestFolder(folder);

  await change(folder);

  expect(await digestFolder(folder)).not.toBe(before);
});

test("a name can't take the place of what is in a file", async () => {
  const one = await temporaryPlugin("one", { a: "bc" });
  const other = await temporaryPlugin("other", { ab: "c" });

  expect(await digestFolder(one)).not.toBe(await digestFolder(other));
});

test.each([
  [
    "a link",
    async (folder: string) => symlink("/etc/hostname", join(folder, "link.ts")),
    "link.ts is neither a file nor a folder",
  ],
  [
    "a link to a folder",
    async (folder: string) => symlink("/etc", join(folder, "etc")),
    "etc is neither a file nor a folder",
  ],
  [
    "a pipe",
    async (folder: string) => void execFileSync("mkfifo", [join(folder, "pipe")]),
    "pipe is neither",
  ],
  [
    "too much",
    async (folder: string) => {
      await writeFile(join(folder, "large.bin"), "");
      await truncate(join(folder, "large.bin"), 100_000_001);
    },
    "more than 100 MB",
  ],
])("a folder with %s in it is no plug-in", async (_what, add, words) => {
  const folder = await temporaryPlugin("tides", files);

  await add(folder);

  await expect(digestFolder(folder)).rejects.toMatchObject({
    code: "PLUGIN_BAD_FOLDER",
    message: expect.stringContaining(words),
  });
});

test("a folder with too many folders in it is no plug-in", async () => {
  const folder = await temporaryPlugin("tides", {});
  await Promise.all(Array.from({ length: 5_001 }, async (_, number) => mkdir(join(folder, String(number)))));

  await expect(digestFolder(folder)).rejects.toThrow("more than 5000 files");
});

test("a folder that is not there is told", async () => {
  await expect(digestFolder("/nowhere/at/all")).rejects.toMatchObject({ code: "PLUGIN_BAD_FOLDER" });
});
