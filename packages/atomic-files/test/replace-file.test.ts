import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openDraft, replaceFile } from "../src/index.ts";
import { runProgram } from "./support/run-program.ts";
import { tempFolder } from "./support/temp-folder.ts";

const modeOf = (path: string): number => statSync(path).mode & 0o777;

test("a new file is its owner's alone, a file that is replaced keeps its mode, and a mode that is given counts", () => {
  const path = join(tempFolder(), "a", "b", "notes.md");

  replaceFile(path, "one");
  expect([readFileSync(path, "utf8"), modeOf(path)]).toEqual(["one", 0o600]);

  chmodSync(path, 0o664);
  replaceFile(path, Buffer.from("two"), { durable: false });
  expect([readFileSync(path, "utf8"), modeOf(path)]).toEqual(["two", 0o664]);

  replaceFile(path, "three", { mode: 0o600 });
  expect([readFileSync(path, "utf8"), modeOf(path)]).toEqual(["three", 0o600]);
  expect(readdirSync(join(path, ".."))).toEqual(["notes.md"]);
});

test("a symbolic link to a file is written through, a dangling one is replaced", () => {
  const folder = tempFolder();
  mkdirSync(join(folder, "elsewhere"));
  writeFileSync(join(folder, "elsewhere", "real.md"), "old");
  symlinkSync("elsewhere/real.md", join(folder, "link.md"));
  symlinkSync("nowhere", join(folder, "lost.md"));

  replaceFile(join(folder, "link.md"), "new");
  replaceFile(join(folder, "lost.md"), "new");

  expect(lstatSync(join(folder, "link.md")).isSymbolicLink()).toBe(true);
  expect(readFileSync(join(folder, "elsewhere", "real.md"), "utf8")).toBe("new");
  expect(lstatSync(join(folder, "lost.md")).isFile()).toBe(true);
});

test("names as long as a disk allows have room for a draft", () => {
  const folder = tempFolder();
  for (const name of ["x".repeat(255), "é".repeat(127), "漢".repeat(85), "🦊".repeat(63)]) {
    replaceFile(join(folder, name), name);
    expect(readFileSync(join(folder, name), "utf8")).toBe(name);
  }
  expect(readdirSync(folder)).toHaveLength(4);
});

test("a folder that can't be written says so, and the file stays", async () => {
  const folder = tempFolder();
  const path = join(folder, "notes.md");
  writeFileSync(path, "old");
  chmodSync(folder, 0o555);

  const { ended } = runProgram("work.ts", ["replace", path, "new"], { AS_NOBODY: "1" });

  await expect(ended).rejects.toThrow(/EACCES: permission denied, open '.*\.draft'/);
  chmodSync(folder, 0o700);
  expect([readFileSync(path, "utf8"), readdirSync(folder)]).toEqual(["old", ["notes.md"]]);
});

test("a failed replacement leaves no temp file", () => {
  const folder = tempFolder();
  mkdirSync(join(folder, "notes.md", "inside"), { recursive: true });

  expect(() => replaceFile(join(folder, "notes.md"), "new")).toThrow(/EISDIR|ENOTEMPTY|EEXIST/);

  expect(readdirSync(folder)).toEqual(["notes.md"]);
});

test("a last check before the rename can keep the file as it is", () => {
  const folder = tempFolder();
  const path = join(folder, "notes.md");
  writeFileSync(path, "old");
  const saveMeanwhile = (): boolean => {
    writeFileSync(path, "saved by an editor");
    return false;
  };

  expect(replaceFile(path, "new", { onlyIf: saveMeanwhile })).toBe(false);
  expect([readFileSync(path, "utf8"), readdirSync(folder)]).toEqual(["saved by an editor", ["notes.md"]]);

  expect(replaceFile(path, "new", { onlyIf: () => true })).toBe(true);
  expect(readFileSync(path, "utf8")).toBe("new");
});

test("a draft is invisible until it is renamed into place, and a discarded one leaves nothing", () => {
  const folder = tempFolder();
  const path = join(folder, "export.jsonl");
  const draft = openDraft(path);
  draft.write("one\n");
  draft.write(Buffer.from("two\n"));
  expect(readdirSync(folder)).not.toContain("export.jsonl");

  draft.put();
  draft[Symbol.dispose]();
  const other = openDraft(path);
  other.write("three\n");
  other[Symbol.dispose]();

  expect(readFileSync(path, "utf8")).toBe("one\ntwo\n");
  expect(readdirSync(folder)).toEqual(["export.jsonl"]);
});

test("a temp file of a crashed writer is deleted by a write an hour later, and no younger one", async () => {
  const folder = tempFolder();
  const path = join(folder, "notes.md");
  await runProgram("work.ts", ["replace", path, "x"], { DIE_AT: "3" }).ended;
  const [left = ""] = readdirSync(folder);
  expect(left).toMatch(/^\.notes\.md\..*\.draft$/);

  replaceFile(path, "one");
  expect(readdirSync(folder)).toContain(left);
  const twoHoursAgo = Date.now() / 1_000 - 7_200;
  utimesSync(join(folder, left), twoHoursAgo, twoHoursAgo);
  replaceFile(path, "two");

  expect(readdirSync(folder)).toEqual(["notes.md"]);
});
