import fc from "fast-check";
import { expect, test } from "vitest";
import { parseMentions } from "../../src/mentions/parse-mentions.ts";

/** What is found, without where. */
function targets(text: string): readonly object[] {
  return parseMentions(text).map(({ raw: _raw, start: _start, ...target }) => target);
}

const file = (path: string, first?: number, last = first) => ({
  ...{ kind: "file", path, isSure: true },
  range: first === undefined ? undefined : { first, last },
});

test("files, folders, changes, commits and addresses are found, without the sentence around them", () => {
  const text =
    'Compare @file:a.ts:10-40, (@file:"a b.txt":3) and @folder:src/; then @diff, "@staged" and @git:3. See @url:https://x.example/a?q=1#f).';

  expect(targets(text)).toEqual([
    file("a.ts", 10, 40),
    file("a b.txt", 3),
    { kind: "folder", path: "src/", isSure: true },
    { kind: "diff" },
    { kind: "staged" },
    { kind: "git", count: "3" },
    { kind: "url", url: "https://x.example/a?q=1#f" },
  ]);
});

test("a name alone is a mention only where there is such a file, and a slash at its end makes it a folder", () => {
  const unsure = { range: undefined, isSure: false };
  expect(targets('@src/a.ts:3, @"my file" @docs/ ping @ada')).toEqual([
    { kind: "file", path: "src/a.ts", range: { first: 3, last: 3 }, isSure: false },
    { kind: "file", path: "my file", ...unsure },
    { kind: "folder", path: "docs/", isSure: false },
    { kind: "file", path: "ada", ...unsure },
  ]);
});

test.each([
  "ada@mail.example",
  "git@host.example:a/b.git",
  "a@b",
  "@",
  "@ a",
  "…@,",
  "x@file:a.ts",
  "@file:",
  "@url:",
])("%s mentions nothing that is there for sure", (text) => {
  expect(parseMentions(text).filter((each) => !("isSure" in each) || each.isSure)).toEqual([]);
});

test.each([".", "..", "./", "../lib"])("@folder:%s is a folder", (path) => {
  expect(targets(`@folder:${path} and more`)).toEqual([{ kind: "folder", path, isSure: true }]);
});

test("punctuation of Chinese ends a mention, and a path may be in any script", () => {
  expect(targets("看@file:文档.md")).toEqual([]);
  expect(targets("看 @file:文档.md，然后继续")).toEqual([file("文档.md")]);
});

test("of any text each mention is where it says, in order, and none overlaps another", () => {
  const piece = fc.oneof(
    fc.string({ unit: "grapheme" }),
    fc.constantFrom(
      "@",
      "@file:",
      "@diff",
      '@"',
      '"',
      "@git:",
      " ",
      ":1-2",
      "(",
      "@url:http://",
      "\n",
      "\ud83d",
    ),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const text = pieces.join("");
      let end = 0;
      for (const { raw, start } of parseMentions(text)) {
        expect(text.slice(start, start + raw.length)).toBe(raw);
        expect(raw.startsWith("@") && raw.length > 1).toBe(true);
        expect(start).toBeGreaterThanOrEqual(end);
        end = start + raw.length;
      }
    }),
  );
});

test("a path in quotes comes back as it was written, wherever it stands", () => {
  const path = fc.string({ unit: "grapheme", minLength: 1 }).filter((text) => !/["\n]/.test(text));
  fc.assert(
    fc.property(
      path,
      fc.nat({ max: 9_999 }),
      fc.constantFrom("", " ", "see (", "«"),
      (name, line, before) => {
        expect(targets(`${before}@file:"${name}":${line}`)).toEqual([file(name, line)]);
      },
    ),
  );
});

test("text without an @ mentions nothing", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      expect(parseMentions(text.replaceAll("@", ""))).toEqual([]);
    }),
  );
});
