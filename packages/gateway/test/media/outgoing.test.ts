import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createPresentation, keepOutgoing, type KeepOutgoingOptions } from "../../src/index.ts";

describe("files of an answer", () => {
  let root: string;
  let options: KeepOutgoingOptions;

  beforeEach(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), "hermes-outgoing-")));
    const userHome = join(root, "home");
    const hermesHome = join(userHome, ".hermes");
    const cache = join(hermesHome, "cache");
    options = {
      workspace: join(userHome, "project"),
      folders: [cache],
      hermesHome,
      userHome,
      cache,
      maxBytes: 1_000_000,
    };
    for (const folder of [options.workspace, cache]) mkdirSync(folder, { recursive: true });
  });
  afterEach(() => rmSync(root, { recursive: true }));

  function put(path: string, content: string | Uint8Array = "content"): string {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    return path;
  }

  test("a file of the workspace is sent by a copy, which stays as it was", async () => {
    const path = put(join(options.workspace, "out/plot.png"), Buffer.from("\x89PNG\r\n\x1a\n", "latin1"));
    const kept = await keepOutgoing({ path: "out/plot.png" }, options);
    writeFileSync(path, "something else");

    if (typeof kept === "string") throw new Error(kept);
    expect(kept).toMatchObject({ name: "plot.png", as: "image" });
    expect(kept.path.startsWith(options.cache)).toBe(true);
    expect(readFileSync(kept.path, "latin1")).toBe("\x89PNG\r\n\x1a\n");
  });

  test.each([
    ["a file of the cache", (o: KeepOutgoingOptions) => join(o.cache, "images/a.png"), true],
    ["a file below ~ of the workspace", () => "~/project/a.txt", true],
    ["a file outside", (o: KeepOutgoingOptions) => join(o.userHome, "other/a.txt"), false],
    ["a path that leads out", () => "../other/a.txt", false],
    ["a hidden file", (o: KeepOutgoingOptions) => join(o.workspace, ".env"), false],
    ["a hidden folder", (o: KeepOutgoingOptions) => join(o.workspace, ".git/config"), false],
    ["a private key", (o: KeepOutgoingOptions) => join(o.workspace, "id_ed25519"), false],
    ["a certificate's key", (o: KeepOutgoingOptions) => join(o.workspace, "certs/server.pem"), false],
    ["the keys of the user", () => "~/.ssh/id_rsa", false],
    ["the settings of Hermes", (o: KeepOutgoingOptions) => join(o.hermesHome, "config.yaml"), false],
    ["the store of Hermes", (o: KeepOutgoingOptions) => join(o.hermesHome, "hermes.db"), false],
    ["the system", () => "/etc/passwd", false],
    ["a process", () => "/proc/self/environ", false],
    ["a folder", (o: KeepOutgoingOptions) => o.workspace, false],
    ["nothing", (o: KeepOutgoingOptions) => join(o.workspace, "none.txt"), false],
  ])("%s", async (name, pathOf, isSent) => {
    const path = pathOf(options);
    const real = path.replace(/^~/, options.userHome);
    if (!/^\/(?:etc|proc)|none|project$/.test(real) && !["a folder"].includes(name))
      put(real.startsWith("/") ? real : join(options.workspace, real));

    expect(typeof (await keepOutgoing({ path }, options)) === "object").toBe(isSent);
  });

  test("a link is judged by where it leads", async () => {
    symlinkSync("/etc/hostname", join(options.workspace, "name.txt"));
    symlinkSync(put(join(options.userHome, ".ssh/key")), join(options.workspace, "key.txt"));

    for (const path of ["name.txt", "key.txt"])
      expect(await keepOutgoing({ path }, options)).toContain("was not sent");
  });

  test.each(["/", "/etc", "home", "hermes"])(
    "with %s as the workspace nothing of the system or of Hermes is sent",
    async (place) => {
      const workspace = place === "home" ? options.userHome : place === "hermes" ? options.hermesHome : place;
      const config = put(join(options.hermesHome, "config.yaml"));
      for (const path of ["/etc/hostname", config, put(join(options.userHome, ".aws/credentials"))])
        expect(await keepOutgoing({ path }, { ...options, workspace })).toContain("was not sent");
    },
  );

  test("one that is too large or empty is refused with its size", async () => {
    const path = put(join(options.workspace, "a.bin"));
    truncateSync(path, 2_000_000);
    expect(await keepOutgoing({ path }, options)).toContain("has 2 MB; at most 1 are sent");
    truncateSync(path, 0);
    expect(await keepOutgoing({ path }, options)).toContain("is empty");
  });

  test("an answer gives its files, and says in the text which are not sent", async () => {
    put(join(options.workspace, "a.txt"));
    const presentation = createPresentation({ keepFile: (named) => keepOutgoing(named, options) });

    const { text, files } = await presentation.split("Here.\nMEDIA:a.txt\nMEDIA:/etc/passwd");

    expect(files.map(({ name, as }) => [name, as])).toEqual([["a.txt", "document"]]);
    expect(text).toMatch(/^Here\.\n\n_\/etc\/passwd was not sent: .*_$/);
  });
});
