import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { applyEdits, replaceText } from "../src/index.ts";
import { randomRuns } from "./random-runs.ts";

describe("replaceText", () => {
  test("a text that is there exactly is replaced exactly", () => {
    expect(replaceText({ text: "one two", old: "two", new: "2" })).toMatchObject({
      text: "one 2",
      match: "exact",
    });
  });

  test("blanks at the ends of lines and CRLF don't matter, and lines that stay keep theirs", () => {
    expect(
      replaceText({
        text: "first  \r\nsecond\t\r\nthird\r\n",
        old: "first\nsecond\nthird",
        new: "first\n2nd\nthird",
      }),
    ).toMatchObject({ text: "first  \r\n2nd\t\r\nthird\r\n", match: "trailing" });
  });

  test("the last line of a text without a line end is found as a whole line", () => {
    expect(replaceText({ text: "one\ntwo", old: "two\n", new: "2\n" })).toMatchObject({ text: "one\n2" });
  });

  test("typographic characters are recognised and stay where the change is not about them", () => {
    expect(
      replaceText({
        text: "say(“it’s\u00a0on – now”, 1);\n",
        old: 'say("it\'s on - now", 1);',
        new: 'say("it\'s on - now", 2);',
      }),
    ).toMatchObject({ text: "say(“it’s\u00a0on – now”, 2);\n", match: "look-alikes" });
  });

  test.each([
    ["re‑use it", "re-use it", "re-use them", "re‑use them"],
    ["x − 1", "x - 1", "x - 2", "x − 2"],
    ["on—off", "on--off", "on--out", "on—out"],
    ["on — off", "on - off", "on - out", "on — out"],
    ["on -- off", "on — off", "on — out", "on -- out"],
    ["say «yes»", 'say "yes"', 'say "no"', "say «no»"],
  ])("typography: %j is what %j means, and stays but for the change", (text, old, replacement, expected) => {
    expect(replaceText({ text, old, new: replacement })).toMatchObject({
      text: expected,
      match: "look-alikes",
    });
  });

  test("two hyphens are never taken for one", () => {
    expect(replaceText({ text: "run --force — now", old: "run -force", new: "run" })).toMatchObject({
      ok: false,
    });
  });

  test.each([
    ["f( a )", "f(a)", "f(b)", "f( b )"],
    ["f(a)", "f( a )", "f( b )", "f(b)"],
    ["go [ one,two ];", "go [one, two];", "go [one, 2, three];", "go [ one,2, three ];"],
    ["f( a )", "f(a)", "f(a, b)", "f( a, b )"],
    ["while(x){ y(); }", "while (x) {y();}", "while (x) {z();}", "while(x){ z(); }"],
  ])(
    "blanks beside brackets: %j is what %j means, and its blanks stay",
    (text, old, replacement, expected) => {
      expect(replaceText({ text, old, new: replacement })).toMatchObject({
        text: expected,
        match: "brackets",
      });
    },
  );

  test("places that differ in blanks beside brackets are ambiguous, unless one is what was asked for", () => {
    const text = "f( a )\nf(a )\n";

    expect(replaceText({ text, old: "f(a)", new: "x" })).toMatchObject({
      reason: "ambiguous",
      lines: [1, 2],
    });
    expect(replaceText({ text, old: "f( a )", new: "x" })).toMatchObject({ text: "x\nf(a )\n" });
  });

  test("a block at another depth is found and the new lines are brought to it", () => {
    expect(
      replaceText({
        text: "class A {\n  run() {\n    if (x) {\n      go();\n    }\n  }\n}\n",
        old: "if (x) {\n  go();\n}",
        new: "if (x) {\n  go();\n  if (y) {\n    stop();\n  }\n}",
      }),
    ).toMatchObject({
      text: "class A {\n  run() {\n    if (x) {\n      go();\n      if (y) {\n        stop();\n      }\n    }\n  }\n}\n",
      match: "indentation",
    });
  });

  test("tabs are remembered as blanks, and new lines get tabs", () => {
    expect(
      replaceText({
        text: "def f():\n\tx = one\n\treturn x\n",
        old: "def f():\n    x = one\n",
        new: "def f():\n    x = one\n    if x:\n        stop()\n",
      }),
    ).toMatchObject({ text: "def f():\n\tx = one\n\tif x:\n\t\tstop()\n\treturn x\n" });
  });

  test("blanks are remembered as tabs, and new lines get blanks", () => {
    expect(
      replaceText({
        text: "def f():\n  one = 1\n",
        old: "def f():\n\tone = 1",
        new: "def f():\n\tone = 1\n\tfor x in y:\n\t\tz()",
      }),
    ).toMatchObject({ text: "def f():\n  one = 1\n  for x in y:\n    z()\n" });
  });

  test("a block whose structure is another one is not touched", () => {
    const text = "if a:\n    one()\n    two()\n";

    expect(
      replaceText({ text, old: "if a:\n    one()\ntwo()", new: "if a:\n    one()\nthree()\nfour()" }),
    ).toEqual({
      ok: false,
      reason: "not-found",
    });
  });

  test("other numbers of blanks within a line are recognised and stay", () => {
    expect(replaceText({ text: "call( a,   b )\n", old: "call( a, b )", new: "call( a, c )" })).toMatchObject(
      { text: "call( a,   c )\n", match: "blanks" },
    );
  });

  test("empty lines that come and go are overlooked, and those outside of the change stay", () => {
    expect(
      replaceText({ text: "alpha\n\n\nbeta\ngamma\n", old: "alpha\nbeta\ngamma", new: "alpha\nbeta\ndelta" }),
    ).toMatchObject({ text: "alpha\n\n\nbeta\ndelta\n", match: "blank-lines" });
  });

  test("escapes written out are taken off both texts, once", () => {
    expect(
      replaceText({
        text: 'print("one")\ngo()\n',
        old: 'print(\\"one\\")\\ngo()',
        new: 'print(\\"a\\\\n\\")\\ngo()',
      }),
    ).toMatchObject({ text: 'print("a\\n")\ngo()\n', match: "escapes" });
  });

  test.each([
    ["\tgo()\n", "\\tgo()", "\\tstop()", "\tstop()\n"],
    ["\tif x:\n\t\tgo()\n", "\tif x:\n\\t\\tgo()", "\tif x:\n\\t\\tstop()", "\tif x:\n\t\tstop()\n"],
    ["\tx = /\\d/\n", "\\tx = /\\d/", "\\tx = /\\w/", "\tx = /\\w/\n"],
    ["\tgo()\n", "\\tgo()", '\\tsay("a\\tb\\n")', '\tsay("a\\tb\\n")\n'],
    ["a\tb\n", "a\\tb", "a\\tc", "a\tc\n"],
    ["    go()\n", "\\tgo()", "\\tstop()", "    stop()\n"],
  ])("written-out tabs: %j has what %j means", (text, old, replacement, expected) => {
    expect(replaceText({ text, old, new: replacement })).toMatchObject({ text: expected, match: "escapes" });
  });

  test("tabs of the new text alone are taken for tabs where the text has tabs and never a written-out one", () => {
    const edit = { old: "\tgo()", new: "\\tstop()" };

    expect(replaceText({ text: "\tgo()\n", ...edit })).toMatchObject({
      text: "\tstop()\n",
      match: "escapes",
    });
    expect(replaceText({ text: "\tgo()\n\\textbf\n", ...edit })).toMatchObject({
      text: "\\tstop()\n\\textbf\n",
      match: "exact",
    });
  });

  test("a line end that is written out in one text only is open, and refused", () => {
    expect(
      replaceText({ text: 'go("one")\nx\n', old: 'go(\\"one\\")\nx', new: 'go(\\"a\\n\\")\nx' }),
    ).toEqual({
      ok: false,
      reason: "not-found",
    });
  });

  test("escapes that are mixed with what they stand for are not taken off", () => {
    expect(replaceText({ text: 'print("one")\n', old: 'print(\\"one\\")', new: 'print("two\\")' })).toEqual({
      ok: false,
      reason: "not-found",
    });
  });

  const changed = "function load() {\n  open();\n  changed();\n  parse();\n  close();\n}\n";
  const remembered = "function load() {\n  open();\n  read();\n  parse();\n  close();\n}";

  test("a block with a line that somebody else changed takes a change of another line, and keeps that one", () => {
    expect(
      replaceText({ text: changed, old: remembered, new: remembered.replace("close()", "shut()") }),
    ).toMatchObject({ text: changed.replace("close()", "shut()"), match: "context" });
  });

  test("a change of the very line that somebody else changed is refused", () => {
    expect(
      replaceText({ text: changed, old: remembered, new: remembered.replace("read()", "fetch()") }),
    ).toEqual({
      ok: false,
      reason: "not-found",
    });
  });

  test("an insertion between lines that somebody else parted is refused", () => {
    const text = remembered.replace("  parse();", "  check();\n  parse();");
    const old = remembered.replace("close()", "shut()");

    expect(replaceText({ text, old, new: old.replace("  parse();", "  more();\n  parse();") })).toEqual({
      ok: false,
      reason: "not-found",
    });
  });

  test("two places that are equally like it are ambiguous", () => {
    expect(
      replaceText({
        text: "  one();\n  two();\n\n    one();\n    two();\n",
        old: "one();\ntwo();",
        new: "three();",
      }),
    ).toEqual({ ok: false, reason: "ambiguous", count: 2, lines: [1, 4], match: "indentation" });
  });

  test("with all, every place that is like it is replaced at its own depth", () => {
    expect(
      replaceText({
        text: "  one();\n  two();\n\n    one();\n    two();\n",
        old: "one();\ntwo();",
        new: "three();",
        all: true,
      }),
    ).toMatchObject({ text: "  three();\n\n    three();\n", count: 2 });
  });

  test("a word is never recognised within another one", () => {
    expect(replaceText({ text: "prefix  value\n", old: "fix value", new: "x" })).toMatchObject({
      reason: "not-found",
    });
  });

  test("a text of brackets alone is never recognised, only found", () => {
    expect(replaceText({ text: "\t}\n\t}\n", old: "  }\n}", new: "" })).toMatchObject({
      reason: "not-found",
    });
  });

  test("a change that leaves the text as it is is refused, not reported as done", () => {
    expect(replaceText({ text: "it’s here\n", old: "it's here", new: "it's here " })).toEqual({
      ok: false,
      reason: "no-change",
    });
  });

  const units = ["ab", "cd", "x1", " ", "\t", "\n", "\r\n", "‘", "'", "é", "{", "}", "(", ",", "—", "-"];
  const piece = fc.array(fc.constantFrom(...units), { maxLength: 14 }).map((all) => all.join(""));

  test("any result differs from the text in its edits alone, and always differs", () => {
    fc.assert(
      fc.property(piece, piece, piece, fc.boolean(), (text, old, replacement, all) => {
        const result = replaceText({ text, old, new: replacement, all });
        if (!result.ok) return;

        expect(applyEdits(text, result.edits)).toBe(result.text);
        expect(result.text).not.toBe(text);
        expect(all || result.count === 1).toBe(true);
        for (const { start, end } of result.edits)
          if (result.match !== "context" && result.match !== "escapes") {
            expect(letters(text.slice(start, end))).toBe(letters(old));
          }
      }),
      randomRuns(50_000),
    );
  });

  test("a block taken from any text, its blanks drifted, is replaced there or refused", () => {
    const line = fc
      .tuple(fc.constantFrom("", "  ", "    "), fc.constantFrom("abc", "def one", "ghi = 2", ""))
      .map((all) => all.join(""));
    const drift = fc.constantFrom(
      (text: string) => text.replaceAll("  ", "\t"),
      (text: string) => text.replaceAll("\n", " \n"),
      (text: string) => text.replaceAll(/^/gm, "  "),
    );
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 3, maxLength: 9 }),
        fc.nat(6),
        drift,
        (lines, from, drifted) => {
          const text = `${lines.join("\n")}\n`;
          const block = lines.slice(from, from + 2).join("\n");
          const result = replaceText({ text, old: drifted(block), new: drifted(`${block}\nnew line`) });
          const bare = (all: readonly string[]) =>
            all.map((each) => each.trim()).filter((each) => each !== "");
          const words = bare(lines.slice(from, from + 2)).join("\n");
          const places = bare(lines).join("\n");
          // Where the drift made it the same as another place, that one is closer.
          if (!result.ok || words === "" || places.indexOf(words) !== places.lastIndexOf(words)) return;
          const start = lines.slice(0, from).join("\n").length;

          expect(result.edits).toHaveLength(1);
          expect(result.edits[0]?.start).toBeLessThanOrEqual(start + block.length + 1);
          expect(result.edits[0]?.end).toBeGreaterThanOrEqual(start);
          expect(letters(result.text)).toContain("newline");
        },
      ),
      randomRuns(20_000),
    );
  });
});

/** What no level of recognition overlooks. */
function letters(text: string): string {
  return text.replaceAll("‘", "'").replaceAll(/\s/g, "").replaceAll("—", "-").replaceAll(/-+/g, "-");
}
