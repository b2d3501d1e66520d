import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { whyNoPath } from "@hermes/skills/hub-lock";
import { checkPackagePaths } from "../src/package/package-paths.ts";
import { runs } from "./support/long-runs.ts";
import { skillText } from "./support/write-skill.ts";
import { zipOf } from "./support/fake-services.ts";
import { calm, makeHub, yes } from "./support/make-hub.ts";

const text = skillText("parcel");

/** What comes of a ZIP, and what is on the disk then besides the hub's own folder. */
async function installZip(zip: Uint8Array): Promise<{ outcome: unknown; left: string[] }> {
  const { hub, services, folder } = await makeHub();
  services.world.site["/parcel.zip"] = zip;
  let outcome: unknown;
  try {
    outcome = await hub.install(`${services.origin}/parcel.zip`, { signal: calm(), confirm: yes().confirm });
  } catch (error) {
    outcome = error;
  }
  expect(readdirSync(join(folder, ".."))).toEqual(["skills"]);
  const quarantine = join(folder, ".hub/quarantine");
  if (statSync(quarantine, { throwIfNoEntry: false }) !== undefined)
    expect(readdirSync(quarantine)).toEqual([]);
  return { outcome, left: readdirSync(folder).filter((name) => !name.startsWith(".")) };
}

test.each([
  "../../.bashrc",
  "/etc/cron.d/x",
  "references/../../../config.yaml",
  String.raw`scripts\..\..\x.py`,
  "SKILL.md/../../hooks/h.py",
  "C:/windows/x",
  "~/x",
  "scripts/%2e%2e/%2e%2e/x",
  "scripts/\u2024\u2024/x",
  "scripts/NUL",
  "com1.md",
  "con.txt",
  "CONOUT$",
  "x:stream",
  "ends. ",
  "ends.",
  ".git/hooks/post-checkout",
  "a//b",
  "./a",
  "what?.md",
  "b\u00E9ll\u0007.md",
  "turned\u202Etxt.sh",
  `${"a".repeat(300)}.md`,
  "Skill.MD",
  "SKILL.md/inside.md",
])("an archive with the name %j is refused before anything is written", async (name) => {
  const { outcome, left } = await installZip(zipOf({ "SKILL.md": text, [name]: "x" }));

  expect(outcome).toMatchObject({ ok: false, problem: "blocked" });
  expect(left).toEqual([]);
});

test.each([
  ["differ in case alone", ["notes.md", "Notes.md"]],
  ["are one when composed", ["\u00E9.md", "e\u0301.md"]],
  ["have folders that differ in case", ["docs/a.md", "Docs/b.md"]],
  ["are a file and a folder", ["docs", "docs/a.md"]],
])("two names that %s are refused", async (_, names) => {
  const { outcome } = await installZip(
    zipOf({ "SKILL.md": text, ...Object.fromEntries(names.map((name) => [name, "x"])) }),
  );

  expect(outcome).toMatchObject({ ok: false, problem: "blocked" });
});

const unixMode = (mode: number): { os: number; attrs: number } => ({ os: 3, attrs: (mode << 16) >>> 0 });

test.each([
  ["a link", zipOf({ "SKILL.md": text }, { "notes.md": [Buffer.from("../../../.env"), unixMode(0o120777)] })],
  [
    "a link in place of SKILL.md",
    zipOf({}, { "SKILL.md": [Buffer.from("/etc/passwd"), unixMode(0o120777)] }),
  ],
  ["a pipe", zipOf({ "SKILL.md": text }, { pipe: [Buffer.from(""), unixMode(0o010644)] })],
])("an archive with %s is refused", async (what, zip) => {
  const { outcome, left } = await installZip(zip);

  expect(outcome).toMatchObject({ ok: false, problem: "blocked" });
  expect(JSON.stringify(outcome)).toContain(
    what.startsWith("a link") ? "It is a link" : "neither a file nor a folder",
  );
  expect(left).toEqual([]);
});

test("a link in a repository is refused before anything of the skill is fetched", async () => {
  const { hub, services } = await makeHub({
    repos: { "a/b": { "SKILL.md": text, "references/notes.md": { link: "../../../.env" } } },
  });

  expect(await hub.install("a/b", { signal: calm() })).toMatchObject({
    ok: false,
    problem: "blocked",
    reason: expect.stringContaining("link") as string,
  });
  expect(services.seen.some((line) => line.startsWith("GET /raw"))).toBe(false);
});

test("an archive with an excessive compression ratio is refused as a ZIP bomb", async () => {
  const zeros = new Uint8Array(1_000_000);
  const many = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`data/${index}.txt`, zeros]));

  const { outcome, left } = await installZip(zipOf({ "SKILL.md": text, ...many }));

  expect(outcome).toMatchObject({
    ok: false,
    problem: "blocked",
    reason: expect.stringContaining("bomb") as string,
  });
  expect(left).toEqual([]);
});

test.each([
  ["a file of more than 1 MiB", { big: new Uint8Array(1_048_577) }],
  ["more than 200 files", Object.fromEntries(Array.from({ length: 201 }, (_, index) => [`f${index}`, "x"]))],
])("%s is too large", async (_, files) => {
  const { outcome } = await installZip(zipOf({ "SKILL.md": text, ...files }));

  expect(outcome).toMatchObject({ ok: false, problem: "invalid" });
});

test("a size that an archive declares too small is found out while it is unpacked", async () => {
  const zip = Buffer.from(zipOf({ "SKILL.md": text, "data.txt": "a".repeat(500_000) }));
  // The field of the uncompressed size, in the entry of the central directory.
  const entry = zip.lastIndexOf("data.txt") - 46;
  zip.writeUInt32LE(10, entry + 24);

  const { outcome, left } = await installZip(zip);

  expect(outcome).toMatchObject({ code: "HUB_BAD_ANSWER" });
  expect(left).toEqual([]);
});

test("an archive that is cut off, or is none inside, is an error that says so", async () => {
  const zip = zipOf({ "SKILL.md": text });

  expect((await installZip(zip.slice(0, zip.length - 10))).outcome).toMatchObject({ code: "HUB_BAD_ANSWER" });
  expect((await installZip(Buffer.from("PK\u0003\u0004 and no more"))).outcome).toMatchObject({
    code: "HUB_BAD_ANSWER",
  });
});

test("an archive without SKILL.md is no skill", async () => {
  expect((await installZip(zipOf({ "readme.md": "x" }))).outcome).toMatchObject({
    ok: false,
    problem: "blocked",
  });
});

test("what systems leave in archives is left out, and a program can be run", async () => {
  const { hub, services, folder } = await makeHub();
  services.world.site["/parcel.zip"] = zipOf({
    "parcel/SKILL.md": text,
    "parcel/.DS_Store": "x",
    "__MACOSX/parcel/._SKILL.md": "x",
    "parcel/scripts/run.sh": "#!/bin/sh\necho hello\n",
  });

  const outcome = await hub.install(`${services.origin}/parcel.zip`, {
    signal: calm(),
    confirm: yes().confirm,
  });

  // Everything lies in one folder but what macOS adds beside it.
  expect(outcome).toMatchObject({ ok: true });
  expect(readdirSync(join(folder, "parcel")).toSorted()).toEqual(["SKILL.md", "scripts"]);
  expect(statSync(join(folder, "parcel/scripts/run.sh")).mode & 0o111).not.toBe(0);
  expect(statSync(join(folder, "parcel/SKILL.md")).mode & 0o111).toBe(0);
});

const part = fc.oneof(
  fc.constantFrom(
    "..",
    ".",
    "",
    "a",
    "A",
    "CON",
    "aux.md",
    "x.",
    " ",
    "~",
    "SKILL.md",
    ".git",
    "e\u0301",
    "\u00E9",
  ),
  fc.string({ unit: "binary", maxLength: 6 }),
  fc.string({ unit: "grapheme", maxLength: 6 }),
);
const anyPath = fc
  .tuple(
    fc.constantFrom("", "/", "C:", "\\\\host\\"),
    fc.array(part, { maxLength: 4 }),
    fc.constantFrom("/", "\\"),
  )
  .map(([start, parts, separator]) => start + parts.join(separator));

test("no name that passes leads out of its folder, or is one with another", () => {
  fc.assert(
    fc.property(fc.array(anyPath, { maxLength: 6 }), (paths) => {
      const passed = paths.filter((path) => whyNoPath(path) === undefined);
      for (const path of passed) {
        expect(join("/root/of/skill", path).startsWith("/root/of/skill/")).toBe(true);
        expect(path).not.toMatch(/[\\\0:]|(?:^|\/)\.{0,2}(?:\/|$)/);
        expect(Buffer.from(path).toString()).toBe(path);
      }
      try {
        checkPackagePaths(passed);
      } catch {
        return;
      }
      const folded = passed.map((path) => path.normalize("NFC").toLowerCase());
      expect(new Set(folded).size).toBe(folded.length);
    }),
    runs(5_000),
  );
});

test("whatever bytes come as an archive, nothing lies in the skills folder then but a skill", async () => {
  const { hub, services, folder } = await makeHub();
  const good = zipOf({ "SKILL.md": text, "references/a.md": "a" });
  await fc.assert(
    fc.asyncProperty(fc.nat(good.length - 1), fc.nat(255), async (at, value) => {
      const spoiled = Buffer.from(good);
      spoiled[at] = value;
      services.world.site["/parcel.zip"] = spoiled;
      try {
        await hub.install(`${services.origin}/parcel.zip`, { signal: calm() });
      } catch (error) {
        expect(error).toMatchObject({ code: expect.stringMatching(/^HUB_/) as string });
      }
      const names = readdirSync(folder).filter((name) => !name.startsWith("."));
      expect(["", "parcel"]).toContain(names.join());
      if (names.length === 0) return;
      // Its name may be written otherwise; it is found all the same.
      const file = readdirSync(join(folder, "parcel")).find((name) => /^skill\.md$/i.test(name)) ?? "none";
      expect(readFileSync(join(folder, "parcel", file), "utf8")).toBe(text);
    }),
    runs(600),
  );
});
