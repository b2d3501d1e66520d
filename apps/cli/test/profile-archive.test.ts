import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { readArchive } from "../src/commands/profile/archive.ts";
import { readTar, writeTar } from "../src/commands/profile/tar.ts";
import { takeProfileFlag } from "../src/profile/profile-flag.ts";
import { propertyRuns } from "./support/property-runs.ts";

const manifest = {
  path: "hermes-profile.json",
  bytes: Buffer.from('{"hermesProfile":1,"name":"work"}'),
  isProgram: false,
};

function archiveWith(...paths: readonly string[]): Buffer {
  const files = paths.map((path) => ({ path, bytes: Buffer.from("x"), isProgram: false }));
  return gzipSync(writeTar([manifest, ...files]));
}

test.each([
  "../evil",
  "/etc/evil",
  "skills/../../evil",
  "skills//x",
  "skills/./x",
  "skills\\x",
  "skills/a\nb",
  ".env",
  "hooks/x",
])("an archive with %j is refused as a whole", (path) => {
  expect(() => readArchive(archiveWith("SOUL.md", path))).toThrow("The archive can't be used");
});

test("an archive with a link, with a path twice, cut short, or of something else is refused", () => {
  const folder = mkdtempSync(join(tmpdir(), "hermes-archive-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, "skills"));
  writeFileSync(join(folder, manifest.path), manifest.bytes);
  symlinkSync("/etc", join(folder, "skills", "out"));
  const linked = execFileSync("tar", ["-cz", "--format=ustar", "-C", folder, manifest.path, "skills"]);
  const whole = writeTar([manifest, { path: "SOUL.md", bytes: Buffer.from("x"), isProgram: false }]);

  for (const bytes of [
    linked,
    archiveWith("SOUL.md", "SOUL.md"),
    gzipSync(whole.subarray(0, 700)),
    gzipSync(Buffer.alloc(2_000)),
    gzipSync(writeTar([])),
    Buffer.from("no archive"),
  ])
    expect(() => readArchive(bytes)).toThrow("The archive can't be used");
});

test("files come out of an archive as they went in, and other programs read it", () => {
  const segment = fc.stringMatching(/^[a-zäß][a-z0-9äß._-]{0,30}$/);
  const file = fc.record({
    path: fc.array(segment, { minLength: 1, maxLength: 5 }).map((parts) => parts.join("/")),
    bytes: fc.uint8Array({ maxLength: 1_500 }).map((bytes) => Buffer.from(bytes)),
    isProgram: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.uniqueArray(file, { maxLength: 6, selector: ({ path }) => path }), (files) => {
      expect(readTar(writeTar(files))).toEqual(files);
    }),
    propertyRuns(),
  );

  const listed = execFileSync("tar", ["-tf", "-"], { input: writeTar([manifest]), encoding: "utf8" });
  expect(listed).toBe("hermes-profile.json\n");
});

test("bytes that are no archive are refused, and nothing else happens", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 3_000 }), (bytes) => {
      expect(() => readArchive(gzipSync(bytes))).toThrow("The archive can't be used");
    }),
    propertyRuns(),
  );
});

test("-p is taken from wherever it stands, and from no text of the person", () => {
  const word = fc.constantFrom("chat", "-q", "--query", "sessions", "--json", "-w", "text", "-c");
  fc.assert(
    fc.property(fc.array(word), fc.nat(), (words, place) => {
      const plain = takeProfileFlag(words);
      expect(plain).toEqual({ name: undefined, args: words });
      const at = place % (words.length + 1);
      const isText = takesText(words, at);
      const given = takeProfileFlag([...words.slice(0, at), "--profile=work", ...words.slice(at)]);
      expect(given.name).toBe(isText ? undefined : "work");
      if (!isText) expect(given.args).toEqual(words);
    }),
    propertyRuns(),
  );
  expect(takeProfileFlag(["mcp", "add", "x", "--", "npx", "-p", "y"]).name).toBeUndefined();
  expect(takeProfileFlag(["-q", "-p", "-p", "work"])).toEqual({ name: "work", args: ["-q", "-p"] });
  expect(() => takeProfileFlag(["-p", "one", "-p", "two"])).toThrow("Give one profile");
});

/** Whether the word at a place belongs to the option before it. */
function takesText(words: readonly string[], at: number): boolean {
  let index = 0;
  while (index < at) {
    const isOption = words[index] === "-q" || words[index] === "--query";
    if (isOption && index + 1 === at) return true;
    index += isOption ? 2 : 1;
  }
  return false;
}
