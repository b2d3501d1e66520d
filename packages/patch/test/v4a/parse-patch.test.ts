import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parsePatch, patchPaths } from "../../src/index.ts";
import type { PatchSection } from "../../src/index.ts";
import { randomRuns } from "../random-runs.ts";

function problemsOf(text: string): readonly string[] {
  const parsed = parsePatch(text);
  return parsed.ok ? [] : parsed.problems.map(({ line, message }) => `${line}: ${message}`);
}

/** Closes a patch as every whole one is. */
function ended(text: string): string {
  return /^\*{3} End Patch$/m.test(text) ? text : `${text.replace(/\n?$/, "\n")}*** End Patch\n`;
}

describe("parsePatch", () => {
  test("all three kinds of sections are read, with hunks, anchors, a move and the end of the file", () => {
    const text = [
      "*** Begin Patch",
      "*** Update File: src/a.ts",
      "*** Move to: src/b.ts",
      "@@ class A {",
      "@@ run() {",
      " one",
      "-two",
      "+2",
      "",
      " four",
      "@@",
      "-last",
      "+end",
      "*** End of File",
      "*** Add File: new.txt",
      "+hello",
      "+",
      "*** Delete File: old.txt",
      "*** End Patch",
    ].join("\n");

    expect(parsePatch(text)).toEqual({
      ok: true,
      sections: [
        {
          kind: "update",
          path: "src/a.ts",
          line: 2,
          moveTo: "src/b.ts",
          hunks: [
            {
              line: 4,
              anchors: ["class A {", "run() {"],
              old: ["one", "two", "", "four"],
              new: ["one", "2", "", "four"],
              atEnd: false,
            },
            { line: 11, anchors: [], old: ["last"], new: ["end"], atEnd: true },
          ],
        },
        { kind: "add", path: "new.txt", line: 15, text: "hello\n\n" },
        { kind: "delete", path: "old.txt", line: 18 },
      ],
    });
  });

  const plain = "*** Begin Patch\n*** Update File: a.txt\n@@\n-x\n+y\n*** End Patch";

  test.each([
    ["without Begin", "*** Update File: a.txt\n@@\n-x\n+y\n*** End Patch\n"],
    ["in a here-document", `apply_patch <<'EOF'\n${plain}\nEOF\n`],
    [
      "in a here-document without an end line",
      "cat <<EOF\n*** Begin Patch\n*** Update File: a.txt\n@@\n-x\n+y\n*** End Patch",
    ],
    ["in a code fence", `\`\`\`diff\n${plain}\n\`\`\`\n`],
    ["with blanks at the ends of headers", plain.replaceAll("***", "*** ").replaceAll("\n@@", "  \n@@ ")],
    ["with line numbers after @@", plain.replace("@@", "@@ -1,3 +1,3 @@ function x()")],
    ["without a blank after the stars", plain.replaceAll("*** ", "***")],
    ["with CRLF", plain.replaceAll("\n", "\r\n")],
    ["with the names of a unified diff", plain.replace("@@", "--- a/a.txt\n+++ b/a.txt\n@@")],
    ["with a quoted path", plain.replace("a.txt", "`a.txt`")],
  ])("a patch %s is read all the same", (_how, text) => {
    expect(parsePatch(text)).toMatchObject({
      ok: true,
      sections: [{ kind: "update", path: "a.txt", hunks: [{ anchors: [], old: ["x"], new: ["y"] }] }],
    });
  });

  test.each([
    [
      "a line outside of every section",
      "*** Begin Patch\nhello\n*** End Patch",
      /^2: expected \*\*\* Add File.*found "hello"/,
    ],
    ["an added file with a bare line", "*** Add File: a\n+one\ntwo\n", /^3: .*begin with \+, found "two"/],
    ["a header without a path", "*** Delete File:   \n", /^1: expected a path/],
    ["a hunk that changes nothing", "*** Update File: a\n@@\n one\n two\n", /^2: .*changes nothing/],
    ["an update without lines", "*** Update File: a\n*** Delete File: b\n", /^1: .*no lines that change/],
    [
      "a move in the middle",
      "*** Update File: a\n@@\n-x\n+y\n*** Move to: b\n",
      /^5: \*\*\* Move to: belongs right after/,
    ],
    ["text after the end", "*** Delete File: a\n*** End Patch\nthanks\n", /^3: expected nothing after/],
    ["lines of a deleted file", "*** Delete File: a\n-x\n", /^2: a file that is deleted has no lines/],
  ])("%s is a problem with its line and what was expected", (_what, text, problem) => {
    expect(problemsOf(ended(text))).toEqual([expect.stringMatching(problem)]);
  });

  test.each([
    ["without an End line", "*** Begin Patch\n*** Update File: a\n@@\n-x\n+y\n"],
    ["in a here-document without an End line", "cat <<EOF\n*** Update File: a\n@@\n-x\n+y\nEOF\n"],
    [
      "with an End line that only a line of a file looks like",
      "*** Update File: a\n@@\n-x\n+y\n *** End Patch",
    ],
  ])("a patch %s may be cut off", (_how, text) => {
    expect(problemsOf(text)).toEqual([expect.stringMatching(/^5: expected \*\*\* End Patch/)]);
  });

  test("lines of a file that look like those of the format are lines of a file", () => {
    const text =
      "*** Update File: a\n@@\n *** End Patch\n *** Update File: b\n *** End of File\n-x\n+*** Begin Patch\n";

    expect(parsePatch(ended(text))).toMatchObject({
      sections: [
        {
          path: "a",
          hunks: [{ old: ["*** End Patch", "*** Update File: b", "*** End of File", "x"], atEnd: false }],
        },
      ],
    });
  });

  test("an empty patch is a problem", () => {
    expect(problemsOf("")).toEqual([expect.stringMatching(/patch is empty/)]);
  });

  test("all problems are reported, not only the first", () => {
    expect(problemsOf(ended("x\n*** Add File: a\nb\n*** Update File: c\n"))).toHaveLength(3);
  });

  const fragment = fc.constantFrom(
    "*** Begin Patch",
    "*** End Patch",
    "*** Update File: a",
    "*** Add File: b",
    "*** Delete File: c",
    "*** Move to: d",
    "*** Move File: a -> b",
    "*** End of File",
    "@@",
    "@@ x",
    "@@ -1 +1 @@",
    " x",
    "-x",
    "+y",
    "",
    "x",
    "***",
    "EOF",
    "```",
    "\\ No newline",
    "\r",
  );

  test("no text makes it throw, and every path that it reads is among the named ones", () => {
    const text = fc.oneof(
      fc.string(),
      fc.array(fragment, { maxLength: 14 }).map((all) => all.join("\n")),
    );
    fc.assert(
      fc.property(text, (patch) => {
        const parsed = parsePatch(patch);
        const named = new Set(patchPaths(patch).map(({ path, access }) => `${access} ${path}`));
        if (!parsed.ok) {
          expect(parsed.problems.length).toBeGreaterThan(0);
          return;
        }
        for (const use of parsed.sections.flatMap(usesOf)) expect(named).toContain(use);
      }),
      randomRuns(50_000),
    );
  });

  const line = fc.stringMatching(/^[a-z*@ +-]{0,6}$/);
  const path = fc.stringMatching(/^[a-z][a-z./ ]{0,8}[a-z]$/);
  const hunk = fc.record({
    context: fc.array(line, { minLength: 1, maxLength: 2 }),
    removed: fc.array(line, { maxLength: 2 }),
    added: fc.array(line, { minLength: 1, maxLength: 2 }),
    anchor: fc.option(fc.stringMatching(/^[a-z]{1,5}$/)),
  });
  const section = fc.oneof(
    fc.record({ kind: fc.constant("add" as const), path, lines: fc.array(line, { maxLength: 3 }) }),
    fc.record({ kind: fc.constant("delete" as const), path }),
    fc.record({
      kind: fc.constant("update" as const),
      path,
      to: fc.option(path),
      hunks: fc.array(hunk, { minLength: 1, maxLength: 3 }),
    }),
  );

  test("what is written as a patch is read as it was meant", () => {
    fc.assert(
      fc.property(fc.array(section, { minLength: 1, maxLength: 4 }), (sections) => {
        const text = ["*** Begin Patch", ...sections.flatMap(writeSection), "*** End Patch"].join("\n");
        const parsed = parsePatch(text);
        const meant = sections.map((each) => {
          if (each.kind === "add")
            return { kind: "add", path: each.path, text: each.lines.map((one) => `${one}\n`).join("") };
          if (each.kind === "delete") return each;
          return {
            kind: "update",
            path: each.path,
            moveTo: each.to ?? undefined,
            hunks: each.hunks.map(({ context, removed, added, anchor }) => ({
              anchors: anchor === null ? [] : [anchor],
              old: [...context, ...removed],
              new: [...context, ...added],
              atEnd: false,
            })),
          };
        });

        expect(parsed).toMatchObject({ ok: true, sections: meant });
      }),
      randomRuns(20_000),
    );
  });
});

interface WrittenHunk {
  readonly context: readonly string[];
  readonly removed: readonly string[];
  readonly added: readonly string[];
  readonly anchor: string | null;
}

type WrittenSection =
  | { readonly kind: "add"; readonly path: string; readonly lines: readonly string[] }
  | { readonly kind: "delete"; readonly path: string }
  | {
      readonly kind: "update";
      readonly path: string;
      readonly to: string | null;
      readonly hunks: readonly WrittenHunk[];
    };

function writeSection(section: WrittenSection): string[] {
  if (section.kind === "add")
    return [`*** Add File: ${section.path}`, ...section.lines.map((line) => `+${line}`)];
  if (section.kind === "delete") return [`*** Delete File: ${section.path}`];
  return [
    `*** Update File: ${section.path}`,
    ...(section.to === null ? [] : [`*** Move to: ${section.to}`]),
    ...section.hunks.flatMap(({ context, removed, added, anchor }) => [
      anchor === null ? "@@" : `@@ ${anchor}`,
      ...context.map((line) => ` ${line}`),
      ...removed.map((line) => `-${line}`),
      ...added.map((line) => `+${line}`),
    ]),
  ];
}

function usesOf(section: PatchSection): string[] {
  if (section.kind === "add") return [`write ${section.path}`];
  if (section.kind === "delete") return [`delete ${section.path}`];
  const move = section.moveTo === undefined ? [] : [`delete ${section.path}`, `write ${section.moveTo}`];
  return section.hunks.length === 0 ? move : [`read ${section.path}`, `write ${section.path}`, ...move];
}
