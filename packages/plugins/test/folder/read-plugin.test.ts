import { symlink, unlink } from "node:fs/promises";
import { join } from "node:path";
import { digestFolder, readPlugin } from "@hermes/plugins/host";
import { expect, test } from "vitest";
import { temporaryPlugin } from "./temporary-plugin.ts";

const manifest = "name: tides\nversion: 1.0.0\ndescription: Tells the tides.\n";

test("a folder is read without being started", async () => {
  const folder = await temporaryPlugin("tides", { "plugin.yaml": manifest, "index.ts": "process.exit(1);" });

  const read = await readPlugin(folder);

  expect(read).toMatchObject({ folder, main: join(folder, "index.ts"), digest: await digestFolder(folder) });
  expect(read.manifest).toMatchObject({
    name: "tides",
    version: "1.0.0",
    may: { hosts: [], variables: [], write: [], run: [] },
  });
});

test("a plug-in has the name of its folder, unless it is looked at elsewhere", async () => {
  const folder = await temporaryPlugin("moon", { "plugin.yaml": manifest, "index.ts": "" });

  await expect(readPlugin(folder)).rejects.toMatchObject({
    code: "PLUGIN_BAD_MANIFEST",
    message: expect.stringContaining('calls itself "tides"'),
  });
  expect((await readPlugin(folder, { isNamed: false })).manifest.name).toBe("tides");
});

test.each([
  [{}, "plugin.yaml can't be read"],
  [{ "plugin.yaml": manifest }, "has no file index.ts"],
  [{ "plugin.yaml": `${manifest}main: dist/main.js\n`, "index.ts": "" }, "has no file dist/main.js"],
  [
    { "plugin.yaml": `${manifest}provides: { skins: [slate] }\n`, "index.ts": "" },
    "has no file skins/slate.yaml",
  ],
  [{ "plugin.yaml": "x".repeat(200_000) }, "plugin.yaml can't be read"],
  [{ "plugin.yaml": "a: *b\n" }, "is no manifest of a plug-in"],
])("what a folder lacks is told (%#)", async (files, words) => {
  const folder = await temporaryPlugin("tides", files);

  await expect(readPlugin(folder)).rejects.toMatchObject({
    code: "PLUGIN_BAD_MANIFEST",
    message: expect.stringContaining(words),
  });
});

test("a module that is a link to one elsewhere is none", async () => {
  const folder = await temporaryPlugin("tides", { "plugin.yaml": manifest, "index.ts": "" });
  await unlink(join(folder, "index.ts"));
  await symlink("/etc/hostname", join(folder, "index.ts"));

  await expect(readPlugin(folder)).rejects.toMatchObject({ code: "PLUGIN_BAD_MANIFEST" });
});
