import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { diffLines, planPatch } from "../../src/index.ts";
import type { PatchFile, PatchPlan, ReadPatchFile } from "../../src/index.ts";
import { randomRuns } from "../random-runs.ts";

function over(files: Readonly<Record<string, string>>): (path: string) => Promise<PatchFile> {
  return async (path) => {
    const text = files[path];
    return text === undefined ? { state: "missing" } : { state: "text", text };
  };
}

/** Closes the patch as every whole one is. */
function planned(patch: string, readFile: ReadPatchFile): Promise<PatchPlan> {
  return planPatch(`${patch.replace(/\n?$/, "\n")}*** End Patch\n`, readFile);
}

async function textAfter(before: string, ...hunks: readonly string[]): Promise<string | readonly string[]> {
  const plan = await planned(["*** Update File: a", ...hunks].join("\n"), over({ a: before }));
  if (!plan.ok) return plan.problems.map(({ message }) => message);
  const [change] = plan.changes;
  return change?.kind === "update" ? change.text : [];
}

const classes = "class A {\n  run() {\n    go();\n  }\n}\nclass B {\n  run() {\n    go();\n  }\n}\n";

describe("planPatch", () => {
  test("additions, updates, deletions and moves come back as changes with their texts", async () => {
    const patch =
      "*** Add File: n\n+new\n*** Update File: u\n@@\n-one\n+1\n*** Delete File: d\n*** Update File: m\n*** Move to: to/m\n@@\n-x\n+y\n";

    expect(await planned(patch, over({ u: "one\ntwo\n", d: "gone\n", m: "x\n" }))).toEqual({
      ok: true,
      changes: [
        { kind: "add", path: "n", text: "new\n" },
        { kind: "update", path: "u", before: "one\ntwo\n", text: "1\ntwo\n" },
        { kind: "delete", path: "d", before: "gone\n" },
        { kind: "move", path: "m", to: "to/m", before: "x\n", text: "y\n" },
      ],
    });
  });

  test("every problem of every part is reported, and there are no changes", async () => {
    const patch = "*** Add File: u\n+x\n*** Update File: u\n@@\n-nothing like it\n+1\n*** Delete File: d\n";
    const plan = await planned(patch, over({ u: "one\ntwo\n" }));

    expect(plan).toEqual({
      ok: false,
      problems: [
        { line: 1, path: "u", message: expect.stringContaining("exists already") },
        { line: 4, path: "u", message: expect.stringContaining("not in u") },
        { line: 7, path: "d", message: "d does not exist." },
      ],
    });
  });

  test("an anchor chooses among places that are the same", async () => {
    expect(await textAfter(classes, "@@ class B {", "@@ run() {", "-    go();", "+    stop();")).toBe(
      "class A {\n  run() {\n    go();\n  }\n}\nclass B {\n  run() {\n    stop();\n  }\n}\n",
    );
  });

  test("without an anchor, places that are the same are refused with their lines", async () => {
    expect(await textAfter(classes, "@@", "-    go();", "+    stop();")).toEqual([
      expect.stringContaining("2 times (lines 3, 8)"),
    ]);
  });

  test("lines that are only outside of the block of the anchor are refused", async () => {
    const text = classes.replace("go();", "other();");

    expect(await textAfter(text, "@@ class A {", "-    go();", "+    stop();")).toEqual([
      expect.stringContaining("not in a after @@ class A {"),
    ]);
  });

  test("the end of the file chooses the last of several places", async () => {
    expect(await textAfter("x\ny\nx\n", "@@", "-x", "+z", "*** End of File")).toBe("x\ny\nz\n");
  });

  test("lines are whole lines", async () => {
    expect(await textAfter("foobar\nfoo\n", "@@", "-foo", "+x")).toBe("foobar\nx\n");
  });

  test("removed lines leave no empty line behind, also at the end without a line end", async () => {
    expect(await textAfter("a\nbcd\nc\n", "@@", "-bcd")).toBe("a\nc\n");
    expect(await textAfter("a\nbcd", "@@", " a", "-bcd", "+x")).toBe("a\nx");
  });

  test("several hunks may share context, in any order, and see the file as it was", async () => {
    expect(await textAfter("a\nb\nc\nd\n", "@@", " c", "-d", "+D", "@@", "-a", "+A", " b", " c")).toBe(
      "A\nb\nc\nD\n",
    );
  });

  test("a hunk may build on what an earlier one made", async () => {
    expect(await textAfter("a\nb\n", "@@", "-a", "+one\n+two", "@@", " two", "-b", "+B")).toBe(
      "one\ntwo\nB\n",
    );
  });

  test("two hunks that change the same line are refused", async () => {
    expect(await textAfter("a\nb\n", "@@", "-a", "+x", "@@", "-a", "+y")).toEqual([
      expect.stringContaining("an earlier hunk changes too"),
    ]);
  });

  test("lines alone go after their anchor, or to the end of the file in their order", async () => {
    expect(await textAfter("a\nb\n", "@@ a", "+x")).toBe("a\nx\nb\n");
    expect(await textAfter("a\nb", "@@", "+x", "*** End of File")).toBe("a\nb\nx\n");
    expect(await textAfter("a\nb\n", "+x")).toBe("a\nb\nx\n");
    expect(await textAfter("a\nb", "@@", "+x", "@@", "-b", "+c", "@@", "+y")).toBe("a\nc\nx\ny\n");
  });

  test("lines alone whose anchor is nowhere or at several places, or is a number, go nowhere", async () => {
    expect(await textAfter("a\nb\n", "@@ c", "+x")).toEqual([expect.stringContaining("not at all")]);
    expect(await textAfter("a\na\n", "@@ a", "+x")).toEqual([expect.stringContaining("2 times")]);
    expect(await textAfter("a\nb\n", "@@ -1,0 +2,1 @@", "+x")).toEqual([
      expect.stringContaining("line numbers are not read"),
    ]);
  });

  test("equal places are shown, each with its context", async () => {
    expect(await textAfter(classes, "@@", "-    go();", "+    stop();")).toEqual([
      expect.stringMatching(/\n2\|  run\(\) \{\n3\|    go\(\);\n4\|  \}\n…\n7\|/),
    ]);
  });

  test("tabs that are written out are the tabs of the file, also in lines that are added", async () => {
    expect(await textAfter("if x:\n\tgo()\n", "@@", " if x:", "-\\tgo()", '+\\tsay("a\\tb\\n")')).toBe(
      'if x:\n\tsay("a\\tb\\n")\n',
    );
  });

  test("blanks beside brackets and typographic dashes don't matter, and stay outside of the change", async () => {
    expect(
      await textAfter(
        "call( one,two ) // a – b\n",
        "@@",
        "-call(one, two) // a - b",
        "+call(one, 2) // a - b",
      ),
    ).toBe("call( one,2 ) // a – b\n");
  });

  test("a file that was moved may be updated by its new name", async () => {
    const patch = "*** Move File: a -> b\n*** Update File: b\n@@\n-one\n+1\n";

    expect(await planned(patch, over({ a: "one\ntwo\n" }))).toEqual({
      ok: true,
      changes: [{ kind: "move", path: "a", to: "b", before: "one\ntwo\n", text: "1\ntwo\n" }],
    });
  });

  const whole = [
    "*** Begin Patch",
    "*** Update File: a",
    "@@",
    " one",
    "-two",
    "+2",
    " three",
    "*** Add File: b",
    "+new",
    "+lines",
    "*** Delete File: c",
    "*** End Patch",
  ].join("\n");
  const files = { a: "one\ntwo\nthree\n", c: "c\n" };

  test("a patch that is cut off anywhere is refused as a whole", async () => {
    expect(await planPatch(whole, over(files))).toMatchObject({ ok: true });
    for (let end = 0; end < whole.length; end += 1) {
      const plan = await planPatch(whole.slice(0, end), over(files));

      expect({ end, ok: plan.ok }).toEqual({ end, ok: false });
    }
  });

  test("a line of no meaning anywhere in a patch is refused as a whole, with its line and what was expected", async () => {
    const lines = whole.split("\n");
    const garbage = fc.stringMatching(/^[A-Za-z<>*=#{][A-Za-z <>*=#{}.]{0,12}$/);
    await fc.assert(
      fc.asyncProperty(garbage, fc.integer({ min: 1, max: lines.length - 1 }), async (stray, at) => {
        fc.pre(!/^PATCH$|^EOF$/.test(stray));
        const plan = await planPatch(lines.toSpliced(at, 0, stray).join("\n"), over(files));

        expect(plan).toMatchObject({
          ok: false,
          problems: [{ line: at + 1, message: expect.stringMatching(/expected|begin with/) }],
        });
      }),
      randomRuns(2_000),
    );
  });

  test("a CRLF file stays one, and a hunk of another depth is brought to it", async () => {
    expect(
      await textAfter("if x:\r\n\tone()\r\n\ttwo()\r\n", "@@", "     one()", "-    two()", "+    three()"),
    ).toBe("if x:\r\n\tone()\r\n\tthree()\r\n");
  });

  test("a file may be updated twice, and deleted and made anew", async () => {
    const twice = "*** Update File: a\n@@\n-one\n+1\n*** Update File: ./a\n@@\n-1\n+2\n";
    const anew = "*** Delete File: a\n*** Add File: a\n+fresh\n";

    expect(await planned(twice, over({ a: "one\n", "./a": "one\n" }))).toMatchObject({
      changes: [{ kind: "update", text: "2\n" }],
    });
    expect(await planned(anew, over({ a: "one\n" }))).toMatchObject({
      changes: [{ kind: "update", text: "fresh\n" }],
    });
  });

  test("nothing is moved over a file that is there, and what is moved is not changed elsewhere", async () => {
    const over2 = over({ a: "one\n", b: "two\n" });

    expect(await planned("*** Update File: a\n*** Move to: b\n", over2)).toMatchObject({
      problems: [{ message: expect.stringContaining("b exists already") }],
    });
    expect(await planned("*** Update File: a\n*** Move to: c\n*** Delete File: a\n", over2)).toMatchObject({
      problems: [{ message: expect.stringContaining("takes part in a move") }],
    });
  });

  test("what is no text can be moved and deleted, not updated", async () => {
    const read = async (): Promise<PatchFile> => ({ state: "opaque", what: "a PNG image" });
    const target = async (path: string): Promise<PatchFile> => (path === "b" ? { state: "missing" } : read());

    expect(await planned("*** Delete File: a", read)).toMatchObject({ ok: true });
    expect(await planned("*** Move File: a -> b", target)).toEqual({
      ok: true,
      changes: [{ kind: "move", path: "a", to: "b", before: undefined, text: undefined }],
    });
    expect(await planned("*** Update File: a\n@@\n-x\n+y", read)).toMatchObject({
      problems: [{ message: "a is not text: a PNG image." }],
    });
  });

  test("a refused path is a problem in its own words", async () => {
    const read = async (): Promise<PatchFile> => ({ state: "refused", reason: "Not this one." });

    expect(await planned("*** Add File: a\n+x", read)).toEqual({
      ok: false,
      problems: [{ line: 1, path: "a", message: "Not this one." }],
    });
  });

  test("a patch made of two versions of a file turns the one into the other, or is refused", async () => {
    const line = fc.constantFrom("one", "two", "three()", "  four", "", "five\t", "}");
    const text = fc.array(line, { minLength: 1, maxLength: 12 }).map((lines) => `${lines.join("\n")}\n`);
    await fc.assert(
      fc.asyncProperty(text, text, fc.nat(3), async (before, after, context) => {
        const hunks = hunksOf(before, after, context);
        // Lines alone, without any context, go to the end.
        const alone = hunks
          .join("\n")
          .split(/^@@$/m)
          .slice(1)
          .some((hunk) => !/^[- ]/m.test(hunk));
        if (hunks.length === 0 || alone) return;
        const result = await textAfter(before, ...hunks);

        if (typeof result === "string") expect(result).toBe(after);
      }),
      randomRuns(20_000),
    );
  });

  test("with enough context around it, a change of a line is never refused", async () => {
    const lines = Array.from({ length: 30 }, (_, index) => (index % 3 === 0 ? "}" : `line ${index}`));
    await fc.assert(
      fc.asyncProperty(fc.nat(29), fc.stringMatching(/^[a-z]{1,5}$/), async (at, becomes) => {
        const before = `${lines.join("\n")}\n`;
        const after = `${lines.with(at, becomes).join("\n")}\n`;

        expect(await textAfter(before, ...hunksOf(before, after, 3))).toBe(after);
      }),
      randomRuns(2_000),
    );
  });
});

/** Hunks as a program writes them, with lines of context around each. */
function hunksOf(before: string, after: string, context: number): string[] {
  const lines = before.split("\n").slice(0, -1);
  const offsets = lines.reduce<number[]>(
    (sums, line) => [...sums, (sums.at(-1) ?? 0) + line.length + 1],
    [0],
  );
  return diffLines(before, after).flatMap(({ start, end, text }) => {
    const [from, to] = [offsets.indexOf(start), offsets.indexOf(end)];
    return [
      "@@",
      ...lines.slice(Math.max(0, from - context), from).map((line) => ` ${line}`),
      ...lines.slice(from, to).map((line) => `-${line}`),
      ...text
        .split("\n")
        .slice(0, -1)
        .map((line) => `+${line}`),
      ...lines.slice(to, to + context).map((line) => ` ${line}`),
    ];
  });
}
