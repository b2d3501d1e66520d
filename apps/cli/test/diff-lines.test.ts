import fc from "fast-check";
import { expect, test } from "vitest";
import { columnsOf } from "../src/render/fit.ts";
import { createStyle } from "../src/render/style.ts";
import { diffLines } from "../src/screen/diff/diff-lines.ts";
import { readDiff } from "../src/screen/diff/read-diff.ts";
import { propertyRuns } from "./support/property-runs.ts";

const plain = createStyle(false);
const coloured = createStyle(true);

function shown(lines: readonly string[], columns = 60): readonly string[] {
  return diffLines(lines.join("\n"), { columns, style: plain });
}

const edit = [
  ...["--- src/a.ts", "+++ src/a.ts", "@@ -8,5 +8,5 @@", " const a = 1;", " \tconst b = 2;"],
  ...["-const c = sum(a, b);", "+const c = sum(b, a);", " ", " return c;"],
];

test("a diff is the file with how much changed, then lines behind their numbers and signs", () => {
  expect(shown(edit)).toEqual([
    "src/a.ts +1 -1",
    " 8   const a = 1;",
    " 9       const b = 2;",
    "10 - const c = sum(a, b);",
    "10 + const c = sum(b, a);",
    "11",
    "12   return c;",
  ]);
});

test("what changed within a line stands out, unless most of the line did", () => {
  const lines = diffLines(edit.join("\n"), { columns: 60, style: coloured });

  expect(lines[3]).toContain(coloured.red(coloured.inverse("a, b")));
  expect(lines[4]).toContain(coloured.green(coloured.inverse("b, a")));
  const other = "--- a\n+++ a\n@@ -1,1 +1,1 @@\n-one two three\n+something else";
  expect(diffLines(other, { columns: 60, style: coloured }).join("")).not.toContain("\u001b[7m");
});

test("hunks and files stand apart", () => {
  const lines = [
    "--- a",
    "+++ a",
    "@@ -1,1 +1,0 @@",
    "-x",
    "@@ -99,0 +98,1 @@",
    "+y",
    "--- b",
    "+++ b",
    "@@ -1,1 +1,1 @@",
  ];

  expect(shown([...lines, "-1", "+2"])).toEqual([
    ...["a +1 -1", " 1 - x", " ⋮", "98 + y", "", "b +1 -1", "1 - 1", "1 + 2"],
  ]);
});

test("lines that look like the head of a file are lines, where the hunk says so", () => {
  expect(
    shown([
      "--- q.sql",
      "+++ q.sql",
      "@@ -1,1 +1,1 @@",
      "--- a comment",
      "+++ b",
      "\\ No newline at end of file",
    ]),
  ).toEqual([...["q.sql +1 -1", "1 - -- a comment", "1 + ++ b", "    (no line break at the end)"]]);
});

test("a long line goes on under the line, not under its number", () => {
  const lines = shown(["--- a", "+++ a", "@@ -7,0 +7,1 @@", "+0123456789日本語abc"], 16);

  expect(lines.slice(1)).toEqual(["7 + 0123456789日", "    本語abc"]);
});

test("more lines than wanted end in their number", () => {
  const lines = diffLines(edit.join("\n"), { columns: 60, style: plain, most: 3 });

  expect(lines).toHaveLength(4);
  expect(lines.at(-1)).toBe("… 4 more lines (Ctrl-O)");
  expect(diffLines(edit.join("\n"), { columns: 60, style: plain, most: 6 })).toHaveLength(7);
});

test("a note of lines that were left out is kept", () => {
  expect(shown([...edit, "… 12 more lines"]).at(-1)).toBe("… 12 more lines");
});

test.each([
  [
    "new",
    [
      "diff --git a/n b/n",
      "new file mode 100644",
      "index 000..4af",
      "--- /dev/null",
      "+++ b/n",
      "@@ -0,0 +1 @@",
      "+x",
    ],
    ["n new +1", "1 + x"],
  ],
  ["deleted", ["--- a/gone", "+++ /dev/null", "@@ -1,1 +0,0 @@", "-x"], ["gone deleted -1", "1 - x"]],
  [
    "renamed",
    ["diff --git a/old b/new", "similarity index 100%", "rename from old", "rename to new"],
    ["old → new"],
  ],
  [
    "binary",
    ["diff --git a/p.png b/p.png", "index 1a2..3b4 100644", "Binary files a/p.png and b/p.png differ"],
    ["p.png", "Binary files a/p.png and b/p.png differ"],
  ],
  ["no diff at all", ["nothing", "changed"], ["nothing", "changed"]],
])("a file that is %s", (_, lines, expected) => {
  expect(shown(lines)).toEqual(expected);
});

test("what a file holds is shown, and not obeyed", () => {
  expect(
    shown(["--- a\u001b[2J", "+++ a\u001b[2J", "@@ -1,0 +1,1 @@", "+\u001b[31mred\u0007 \u202eabc"]),
  ).toEqual([...["a +1", "1 + ␛[31mred␇ ⟨U+202E⟩abc"]]);
});

test("any diff fits the width, and loses no line", () => {
  const line = fc
    .tuple(
      fc.constantFrom(
        ...[
          "+",
          "-",
          " ",
          "",
          "--- ",
          "+++ ",
          "@@ -1,3 +1,3 @@",
          "diff --git a/x b/y",
          "\\",
          "\t",
          "日本",
          "👩‍👩‍👧",
        ],
      ),
      fc.oneof(fc.string(), fc.string({ unit: "binary" })),
    )
    .map((parts) => parts.join("").replaceAll("\n", ""));
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), fc.integer({ min: 20, max: 140 }), (lines, columns) => {
      const diff = ["--- a", "+++ a", `@@ -1,4 +1,4 @@`, ...lines].join("\n");
      const drawn = diffLines(diff, { columns, style: plain });

      expect(drawn.filter((each) => columnsOf(each) > columns)).toEqual([]);
      // oxlint-disable-next-line no-control-regex -- what must never get through
      expect(drawn.filter((each) => /[\u0000-\u001f\u007f-\u009f]/.test(each))).toEqual([]);

      for (const file of readDiff(diff)) {
        const signs = file.hunks.flatMap((hunk) => hunk.lines.map(({ sign }) => sign));
        expect(file.added).toBe(signs.filter((sign) => sign === "+").length);
        expect(file.removed).toBe(signs.filter((sign) => sign === "-").length);
      }
    }),
    propertyRuns(),
  );
});
