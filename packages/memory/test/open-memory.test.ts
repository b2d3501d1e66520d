import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openMemory } from "../src/index.ts";
import { tempFolder } from "./support/temp-folder.ts";

const file = (folder: string): string => readFileSync(join(folder, "MEMORY.md"), "utf8");

describe("changes", () => {
  test("entries are separated by a line with §, and the file is for its owner alone", async () => {
    const folder = join(tempFolder(), "memories");
    const memory = openMemory({ folder });
    expect(existsSync(folder)).toBe(false);

    await memory.add("memory", "First fact.");
    await memory.add("memory", "  Second\nfact,\r\n  folded. ");

    expect(file(folder)).toBe("First fact.\n§\nSecond fact, folded.\n");
    expect(statSync(join(folder, "MEMORY.md")).mode & 0o077).toBe(0);
    expect(readdirSync(folder).toSorted()).toEqual([".receipts-memory.json", "MEMORY.md"]);
  });

  test("both targets have files of their own", async () => {
    const folder = tempFolder();
    const memory = openMemory({ folder });

    await memory.add("user", "Ada.");

    expect(readFileSync(join(folder, "USER.md"), "utf8")).toBe("Ada.\n");
    expect(memory.read("memory").entries).toEqual([]);
    expect(memory.read("user")).toEqual({
      target: "user",
      entries: ["Ada."],
      usedChars: 4,
      limitChars: 1_375,
    });
  });

  test.each(["One  fact", "One fact.", " One fact\n"])(
    "adding %j again answers with the entry that is there",
    async (again) => {
      const memory = openMemory({ folder: tempFolder() });
      await memory.add("memory", "One fact");

      const outcome = await memory.add("memory", again);

      expect(outcome).toMatchObject({ ok: true, change: "unchanged", entry: "One fact" });
      expect(memory.read("memory").entries).toEqual(["One fact"]);
    },
  );

  test("letter case makes a different entry, because paths and names may differ by it", async () => {
    const memory = openMemory({ folder: tempFolder() });
    await memory.add("memory", "Data is in /srv/Data");

    expect(await memory.add("memory", "Data is in /srv/data")).toMatchObject({ problem: "similar" });
    expect(await memory.add("memory", "Data is in /srv/data")).toMatchObject({ change: "added" });
  });

  test("a snippet that is in one entry selects it, and an entry given whole is found among longer ones", async () => {
    const memory = openMemory({ folder: tempFolder() });
    for (const entry of ["Uses pnpm", "Uses pnpm 12 at work", "Likes tea"])
      await memory.add("memory", entry, { confirmed: true });

    await memory.replace("memory", { oldText: "tea", content: "Likes coffee" });
    await memory.remove("memory", "Uses pnpm");

    expect(memory.read("memory").entries).toEqual(["Uses pnpm 12 at work", "Likes coffee"]);
  });

  test("a snippet in several different entries is answered with them", async () => {
    const memory = openMemory({ folder: tempFolder() });
    for (const entry of ["Uses pnpm at home", "Uses npm at work"]) await memory.add("memory", entry);

    const outcome = await memory.remove("memory", "Uses");

    expect(outcome).toMatchObject({
      ok: false,
      problem: "ambiguous",
      matches: ["Uses pnpm at home", "Uses npm at work"],
    });
    expect(memory.read("memory").entries).toHaveLength(2);
  });

  test("equal copies that came by another way go together", async () => {
    const folder = tempFolder();
    writeFileSync(join(folder, "MEMORY.md"), "Twice\n§\nOther\n§\nTwice\n§\nTwice.");
    const memory = openMemory({ folder });

    expect(await memory.remove("memory", "Twice")).toMatchObject({ ok: true, change: "removed" });

    expect(memory.read("memory").entries).toEqual(["Other"]);
  });

  test("a replacement that says what another entry says leaves that one alone", async () => {
    const memory = openMemory({ folder: tempFolder() });
    for (const entry of ["Old", "New"]) await memory.add("memory", entry);

    await memory.replace("memory", { oldText: "Old", content: "New." });

    expect(memory.read("memory").entries).toEqual(["New"]);
  });

  test.each(["", "  \n ", "§", " § \n"])("nothing is added for %j", async (content) => {
    const memory = openMemory({ folder: tempFolder() });

    expect(await memory.add("memory", content)).toMatchObject({ ok: false, problem: "empty" });
    expect(memory.read("memory").entries).toEqual([]);
  });

  test("a snippet that is nowhere is answered with all entries", async () => {
    const memory = openMemory({ folder: tempFolder() });
    await memory.add("memory", "One");

    const outcome = await memory.replace("memory", { oldText: "two", content: "Three" });

    expect(outcome).toMatchObject({ ok: false, problem: "not-found", contents: { entries: ["One"] } });
  });
});

describe("the limit", () => {
  test("counts characters of entries and separators, not UTF-16 units", async () => {
    const memory = openMemory({ folder: tempFolder(), memoryCharLimit: 9 });
    await memory.add("memory", "😀😀😀");

    expect(await memory.add("memory", "😀😀😀")).toMatchObject({ change: "unchanged" });
    expect(await memory.add("memory", "ab😀")).toMatchObject({ ok: true, contents: { usedChars: 9 } });
    expect(await memory.add("memory", "x")).toMatchObject({ ok: false, problem: "full" });
  });

  test("what does not fit changes nothing and is answered with all entries and their use", async () => {
    const memory = openMemory({ folder: tempFolder(), memoryCharLimit: 20 });
    await memory.add("memory", "0123456789");

    const outcome = await memory.add("memory", "more than ten");

    expect(outcome).toMatchObject({
      ok: false,
      problem: "full",
      reason: "That would be 6 characters over the limit of 20.",
      contents: { entries: ["0123456789"], usedChars: 10, limitChars: 20 },
    });
  });

  test("a file that a person filled over the limit can be made smaller, and only smaller", async () => {
    const folder = tempFolder();
    writeFileSync(join(folder, "MEMORY.md"), `${"a".repeat(30)}\n§\n${"b".repeat(30)}`);
    const memory = openMemory({ folder, memoryCharLimit: 20 });

    expect(await memory.replace("memory", { oldText: "aaa", content: "a".repeat(31) })).toMatchObject({
      problem: "full",
    });
    expect(await memory.replace("memory", { oldText: "aaa", content: "short" })).toMatchObject({ ok: true });
    expect(await memory.remove("memory", "bbb")).toMatchObject({
      ok: true,
      contents: { entries: ["short"] },
    });
  });
});

describe("files that others write", () => {
  test("an edit from outside is read before the next change and kept as it is written", async () => {
    const folder = tempFolder();
    const memory = openMemory({ folder });
    await memory.add("memory", "Ours");
    writeFileSync(join(folder, "MEMORY.md"), "\uFEFFTheirs,\r\n  on two lines\r\n §  \r\n\r\n§\r\nOurs\r\n");

    await memory.add("memory", "New");

    expect(file(folder)).toBe("Theirs,\n  on two lines\n§\nOurs\n§\nNew\n");
    expect(memory.read("memory").entries).toEqual(["Theirs, on two lines", "Ours", "New"]);
  });

  test("an entry on several lines is found by the words that cross them", async () => {
    const folder = tempFolder();
    writeFileSync(join(folder, "MEMORY.md"), "Deploys on\n  Fridays\n§\nOther\n");
    const memory = openMemory({ folder });

    await memory.remove("memory", "on Fridays");

    expect(memory.read("memory").entries).toEqual(["Other"]);
  });

  test("a file keeps its mode, and a symbolic link stays one", async () => {
    const folder = tempFolder();
    const elsewhere = join(folder, "elsewhere");
    mkdirSync(elsewhere);
    writeFileSync(join(elsewhere, "notes.md"), "Old\n");
    chmodSync(join(elsewhere, "notes.md"), 0o664);
    symlinkSync(join(elsewhere, "notes.md"), join(folder, "MEMORY.md"));

    await openMemory({ folder }).add("memory", "New");

    expect(realpathSync(join(folder, "MEMORY.md"))).toBe(realpathSync(join(elsewhere, "notes.md")));
    expect(readFileSync(join(elsewhere, "notes.md"), "utf8")).toBe("Old\n§\nNew\n");
    expect(statSync(join(elsewhere, "notes.md")).mode & 0o777).toBe(0o664);
  });

  test("an unchanged file is not written again", async () => {
    const folder = tempFolder();
    writeFileSync(join(folder, "MEMORY.md"), "One\r\n§\r\nTwo");
    const memory = openMemory({ folder });

    await memory.add("memory", "Two");
    await memory.remove("memory", "Three");

    expect(file(folder)).toBe("One\r\n§\r\nTwo");
  });
});

test("a target that is switched off has no block and no entries to change", async () => {
  const folder = tempFolder();
  writeFileSync(join(folder, "USER.md"), "Ada");
  const memory = openMemory({ folder, targets: ["memory"] });

  expect(memory.promptBlock()).toBe("");
  expect(() => memory.read("user")).toThrow(expect.objectContaining({ code: "MEMORY_TARGET_DISABLED" }));
  await expect(memory.add("user", "x")).rejects.toThrow(
    expect.objectContaining({ code: "MEMORY_TARGET_DISABLED" }),
  );
});
