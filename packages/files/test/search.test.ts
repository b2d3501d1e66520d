import { mkdir, mkdtemp, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { lacks } from "@hermes/tooling/prerequisites";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openPlace } from "./place.ts";
import type { Place } from "./place.ts";
import { randomRuns } from "./random-runs.ts";

const missing = lacks("rg");

/** Writes files one second apart, so that the last is the newest. */
async function fill(folder: string, files: Readonly<Record<string, string | Buffer>>): Promise<void> {
  for (const [index, [path, content]] of Object.entries(files).entries()) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
    await utimes(join(folder, path), 1_700_000_000 + index, 1_700_000_000 + index);
  }
}

const engines = [
  { name: "without ripgrep", ripgrep: false, runs: true },
  {
    name: `with ripgrep${missing === undefined ? "" : ` (${missing})`}`,
    ripgrep: true,
    runs: missing === undefined,
  },
];

describe.each(engines)("search, $name", ({ ripgrep, runs }) => {
  test.skipIf(!runs)("lines come from the newest file first, with numbers and a total", async () => {
    await using place = await openPlace({ ripgrep });
    await fill(place.folder, {
      "old.ts": "a needle\nb\nneedle c\n",
      "src/new.ts": "x\r\nthe needle\r\n",
      "other.ts": "none\n",
    });

    expect(await place.call("search", { pattern: "needle" })).toEqual({
      matches: [
        { path: "src/new.ts", line: 2, text: "the needle" },
        { path: "old.ts", line: 1, text: "a needle" },
        { path: "old.ts", line: 3, text: "needle c" },
      ],
      total: 3,
      truncated: false,
    });
  });

  test.skipIf(!runs)("pages join without a gap and the last one says that it is", async () => {
    await using place = await openPlace({ ripgrep });
    await fill(place.folder, { "a.txt": "x1\nx2\nx3\n", "b.txt": "x4\nx5\n" });

    const pages = [];
    for (const offset of [0, 2, 4, 6])
      pages.push(await place.call("search", { pattern: "x", limit: 2, offset }));

    const texts = pages.flatMap(({ matches }) => (matches as { text: string }[]).map(({ text }) => text));
    expect(texts).toEqual(["x4", "x5", "x1", "x2", "x3"]);
    expect(pages.map(({ total, truncated }) => [total, truncated])).toEqual([
      [5, true],
      [5, true],
      [5, false],
      [5, false],
    ]);
    expect(pages[0]?.["hint"]).toBe("[1–2 of 5; continue with offset: 2]");
  });

  test.skipIf(!runs)("lines around a match come with it", async () => {
    await using place = await openPlace({ ripgrep });
    await fill(place.folder, { "a.txt": "1\nhit 2\nhit 3\n4\n5\n" });

    expect((await place.call("search", { pattern: "hit", context: 2 }))["matches"]).toEqual([
      { path: "a.txt", line: 2, text: "hit 2", before: ["1"], after: ["hit 3", "4"] },
      { path: "a.txt", line: 3, text: "hit 3", before: ["1", "hit 2"], after: ["4", "5"] },
    ]);
  });

  test.skipIf(!runs)(
    "hidden, ignored, binary and linked files are left out, also by rules above the root",
    async () => {
      await using place = await openPlace({ ripgrep });
      await fill(place.folder, {
        ".gitignore": "*.log\n/dist/\n!keep.log\n",
        ".hidden/a.txt": "x",
        ".env": "x",
        "a.log": "x",
        "keep.log": "x",
        "dist/a.txt": "x",
        "dist/b.log": "x",
        "src/dist/a.txt": "x",
        "src/b.log": "x",
        "src/binary": Buffer.from("x\0"),
        "src/sub/.gitignore": "a.*\n!/keep.*\n",
        "src/sub/a.txt": "x",
        "src/sub/b.txt": "x",
      });
      await symlink("b.txt", join(place.folder, "src/sub/link.txt"));

      const paths = async (args: object) => {
        const { matches } = await place.call("search", { pattern: "x", ...args });
        return (matches as { path: string }[]).map(({ path }) => path).sort();
      };

      expect(await paths({})).toEqual(["keep.log", "src/dist/a.txt", "src/sub/b.txt"]);
      expect(await paths({ path: "src" })).toEqual(["src/dist/a.txt", "src/sub/b.txt"]);
      expect(await paths({ path: "dist" })).toEqual(["dist/a.txt", "dist/b.log"]);
    },
  );

  test.skipIf(!runs)("the rules of a folder end where a repository below it begins", async () => {
    await using place = await openPlace({ ripgrep });
    await fill(place.folder, {
      ".gitignore": "*.log",
      "a.log": "x",
      "repo/.git/HEAD": "",
      "repo/b.log": "x",
    });

    const all = await place.call("search", { pattern: "x" });
    const below = await place.call("search", { pattern: "x", path: "repo" });

    expect(all["matches"]).toEqual([{ path: "repo/b.log", line: 1, text: "x" }]);
    expect(below["total"]).toBe(1);
  });

  test.skipIf(!runs)("in a folder that a nearer rule keeps, the other rules above still count", async () => {
    await using place = await openPlace({ ripgrep });
    await fill(place.folder, {
      ".gitignore": "dist*/\n*.log",
      "src/.gitignore": "!dist*/",
      "src/dist/deep/a.txt": "x",
      "src/dist [1]*/b.txt": "x",
      "src/dist/c.log": "x",
      "dist/d.txt": "x",
    });

    const { matches } = await place.call("search", { pattern: "x" });

    expect((matches as { path: string }[]).map(({ path }) => path).sort()).toEqual([
      "src/dist [1]*/b.txt",
      "src/dist/deep/a.txt",
    ]);
  });

  test.skipIf(!runs)("a glob chooses by name at any depth, or by path when it has a slash", async () => {
    await using place = await openPlace({ ripgrep });
    await fill(place.folder, {
      "a.ts": "x",
      "b.js": "x",
      "src/c.ts": "x",
      "src/d/e.test.ts": "x",
      "[f].ts": "x",
    });

    const paths = async (glob: string) => {
      const { matches } = await place.call("search", { pattern: "x", file_glob: glob });
      expect(await place.call("search", { pattern: "x", glob })).toMatchObject({ matches });
      return (matches as { path: string }[]).map(({ path }) => path).sort();
    };

    expect(await paths("*.ts")).toEqual(["[f].ts", "a.ts", "src/c.ts", "src/d/e.test.ts"]);
    expect(await paths("*.{js,test.ts}")).toEqual(["b.js", "src/d/e.test.ts"]);
    expect(await paths("src/**/*.ts")).toEqual(["src/c.ts", "src/d/e.test.ts"]);
    expect(await paths("src/*.ts")).toEqual(["src/c.ts"]);
    expect(await paths(String.raw`\[f\].ts`)).toEqual(["[f].ts"]);
    expect(await paths("[ab].*")).toEqual(["a.ts", "b.js"]);
  });

  test.skipIf(!runs)("files are found by glob or by a part of their name, newest first", async () => {
    await using place = await openPlace({ ripgrep });
    await fill(place.folder, { "config.ts": "", "src/my-config.json": "", "src/main.ts": "", ".config": "" });

    expect(await place.call("search", { pattern: "config", target: "files" })).toEqual({
      matches: [{ path: "src/my-config.json" }, { path: "config.ts" }],
      total: 2,
      truncated: false,
    });
    expect((await place.call("search", { pattern: "**/*.ts", target: "files" }))["matches"]).toEqual([
      { path: "src/main.ts" },
      { path: "config.ts" },
    ]);
  });

  test.skipIf(!runs)(
    "patterns and names that look like options or shell words are taken as they are",
    async () => {
      await using place = await openPlace({ ripgrep });
      await fill(place.folder, {
        "-e $(touch hacked).txt": "--files 'quoted' $(touch hacked)\n",
        "b\nc.txt": "--files\n",
      });

      const result = await place.call("search", { pattern: "--files" });
      const quoted = await place.call("search", { pattern: String.raw`'quoted' \$\(touch hacked\)` });
      const names = await place.call("search", { pattern: "*", target: "files" });

      expect(result).toMatchObject({
        total: 2,
        matches: [{ path: "b\nc.txt" }, { path: "-e $(touch hacked).txt" }],
      });
      expect(quoted).toMatchObject({ total: 1 });
      expect(names).toMatchObject({ total: 2 });
    },
  );

  test.skipIf(!runs)("one file is searched although it is hidden or ignored", async () => {
    await using place = await openPlace({ ripgrep });
    await fill(place.folder, { ".gitignore": "*", "src/.env.sample": "a\nKEY=1\n" });

    expect(await place.call("search", { pattern: "KEY", path: "src/.env.sample" })).toMatchObject({
      matches: [{ path: "src/.env.sample", line: 2, text: "KEY=1" }],
    });
  });

  test.skipIf(!runs)("a bad pattern, a missing path and a pattern over lines say what to do", async () => {
    await using place = await openPlace({ ripgrep });
    await fill(place.folder, { "source/a.txt": "x" });

    expect((await place.call("search", { pattern: "a(" }))["error"]).toMatch(/pattern/);
    expect((await place.call("search", { pattern: "a", path: "sourc" }))["hint"]).toMatch(/source/);
    expect((await place.call("search", { pattern: "a\\nb" }))["error"]).toMatch(/one line at a time/);
    expect(await place.call("search", { pattern: "nothing like it" })).toEqual({
      matches: [],
      total: 0,
      truncated: false,
    });
  });

  test.skipIf(!runs)("a long line is cut", async () => {
    await using place = await openPlace({ ripgrep });
    await fill(place.folder, { "a.txt": `x${"y".repeat(5_000)}\n` });

    const { matches } = await place.call("search", { pattern: "x" });

    expect((matches as { text: string }[])[0]?.text).toBe(`x${"y".repeat(498)}…`);
  });

  test.skipIf(!runs)("a search leaves the working directory of its task where it is", async () => {
    await using place = await openPlace({ ripgrep });
    await fill(place.folder, { "src/a.txt": "x" });
    await place.call("search", { pattern: "x", path: "src" });

    expect(await place.backend.resolve(".", { taskId: "task" })).toBe(place.folder);
  });
});

describe("search", () => {
  test.skipIf(missing !== undefined)(
    "ripgrep and the fallback give the same answers on random trees",
    async () => {
      await using fast = await openPlace({ ripgrep: true });
      await using slow = await openPlace({ ripgrep: false });
      const name = fc.constantFrom(
        "a",
        "b.ts",
        "c.log",
        "dist",
        "src",
        ".hidden",
        "d e.ts",
        "Ä.ts",
        "node_modules",
      );
      const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((parts) => parts.join("/"));
      const line = fc.string({ unit: fc.constantFrom("a", "b", "é", " ", "x", "\0"), maxLength: 5 });
      const content = fc
        .array(line, { maxLength: 6 })
        .chain((lines) =>
          fc.constantFrom("\n", "\r\n").map((end) => lines.map((each) => each + end).join("")),
        );
      const rule = fc.constantFrom(
        "*.log",
        "dist/",
        "/src",
        "!c.log",
        "a",
        "b.*",
        "**/d*",
        "src/**",
        "!dist/",
        "/dist/a",
        "# x",
        "",
        "src/*/a",
        "?",
        "[a-c].*",
      );
      const rules = fc.array(rule, { maxLength: 4 }).map((lines) => lines.join("\n"));
      const tree = fc.dictionary(path, content, { maxKeys: 10 });
      const query = fc.record(
        {
          pattern: fc.constantFrom("a", "^b", "é?x", "[ab]+ ", "(?i)A", "b$", "^$", "x{2}"),
          file_glob: fc.constantFrom("*.ts", "*", "src/**", "**/a", "d*"),
          path: fc.constantFrom(".", "src"),
          context: fc.nat(2),
          limit: fc.integer({ min: 1, max: 4 }),
          offset: fc.nat(3),
        },
        { requiredKeys: ["pattern"] },
      );
      const ignores = fc.dictionary(fc.constantFrom(".gitignore", "src/.gitignore", "a/.gitignore"), rules, {
        maxKeys: 3,
      });
      // Each run searches four times, twice by a process: two minutes at most.
      const runs = randomRuns(500);
      await fc.assert(
        fc.asyncProperty(tree, ignores, query, async (files, ignoreFiles, args) => {
          await renew(fast, { ...files, ...ignoreFiles });
          await renew(slow, { ...files, ...ignoreFiles });

          expect(await slow.call("search", args)).toEqual(await fast.call("search", args));
          const byName = { pattern: args.file_glob ?? "*", target: "files" };
          expect(await slow.call("search", byName)).toEqual(await fast.call("search", byName));
        }),
        runs.seed === undefined ? runs : { ...runs, numRuns: 60 },
      );
    },
    300_000,
  );

  test("without ripgrep on the machine the fallback answers", async () => {
    await using place = await openPlace({ ripgrep: true });
    const empty = await mkdtemp(join(tmpdir(), "no-programs-"));
    await fill(place.folder, { "a.txt": "x\n" });
    await place.backend.exec(`export PATH=${empty}`, { taskId: "task" });

    expect(await place.call("search", { pattern: "x" })).toMatchObject({ total: 1 });
    await rm(empty, { recursive: true });
  });
});

/** Replaces all that is in the folder; what can't be made beside the rest is left out. */
async function renew({ folder }: Place, files: Readonly<Record<string, string>>): Promise<void> {
  await rm(folder, { recursive: true });
  await mkdir(join(folder, "src"), { recursive: true });
  for (const [index, [path, content]] of Object.entries(files).entries()) {
    await fill(folder, { [path]: content }).catch(() => undefined);
    await utimes(join(folder, path), 1_700_000_000 + index, 1_700_000_000 + index).catch(() => undefined);
  }
}
