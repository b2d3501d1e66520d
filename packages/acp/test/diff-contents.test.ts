import { expect, test } from "vitest";
import { diffContents } from "../src/render/v1/diff-contents.ts";

test("each place that changes is a diff of its own, by its whole path", () => {
  const diff = [
    ...["--- a.txt", "+++ a.txt", "@@ -1,2 +1,2 @@", " one", "-two", "+2"],
    ...["@@ -9,1 +9,2 @@", " nine", "+ten", "\\ No newline at end of file"],
    ...["--- /else/b.txt", "+++ /else/b.txt", "@@ -0,0 +1,1 @@", "+new"],
  ].join("\n");

  expect(diffContents(diff, "/work")).toEqual([
    { type: "diff", path: "/work/a.txt", oldText: "one\ntwo", newText: "one\n2" },
    { type: "diff", path: "/work/a.txt", oldText: "nine", newText: "nine\nten" },
    { type: "diff", path: "/else/b.txt", oldText: null, newText: "new" },
  ]);
});

test("lines of a file that look like the head of a diff are lines of the file", () => {
  const diff = ["--- a.sql", "+++ a.sql", "@@ -1,2 +1,2 @@", "--- was", "-x", "+++ is", "+y"].join("\n");

  expect(diffContents(diff, "/work")).toEqual([
    { type: "diff", path: "/work/a.sql", oldText: "-- was\nx", newText: "++ is\ny" },
  ]);
});

test("what is no diff of files is shown as text, and so is what was left out", () => {
  expect(diffContents("@@ run.sh @@\n echo `date`", "/work")).toEqual([
    { type: "content", content: { type: "text", text: "```\n@@ run.sh @@\n echo `date`\n```" } },
  ]);
  const cut = ["--- a", "+++ a", "@@ -1,9 +1,9 @@", "-1", "+2", "… 16 more lines"].join("\n");
  expect(diffContents(cut, "/work")).toMatchObject([
    { type: "diff", oldText: "1", newText: "2" },
    { type: "content", content: { text: "```\n… 16 more lines\n```" } },
  ]);
});
