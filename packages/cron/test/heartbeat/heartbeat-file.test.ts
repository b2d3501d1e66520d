import fc from "fast-check";
import { expect, test } from "vitest";
import { parseHeartbeatFile } from "../../src/index.ts";

test("items with a schedule are tasks, those with a path are watches, and all else is words", () => {
  const file = parseHeartbeatFile(
    [
      "# Heartbeat",
      "<!-- - every 1h: not this -->",
      "Be brief.",
      "- every 2h: look at the build",
      "  and at the tests",
      "* [ ] 0 7 * * 1-5: say good morning: in one line",
      "1. when `src/my file` changes: read it",
      "- Remember: never push",
      "- every now and then: nothing",
    ].join("\n"),
    "Europe/Berlin",
  );

  expect(file.tasks).toEqual([
    { schedule: "every 2h", words: "look at the build\n  and at the tests" },
    { schedule: "0 7 * * 1-5", words: "say good morning: in one line" },
  ]);
  expect(file.watches).toEqual([{ path: "src/my file", words: "read it" }]);
  expect(file.always).toBe("# Heartbeat\n\nBe brief.\n- Remember: never push\n- every now and then: nothing");
  expect(file.isEmpty).toBe(false);
});

test("headings, comments, lines and empty items say nothing", () => {
  const nothing = fc.constantFrom(
    "# A heading",
    "## 2027",
    "<!-- a comment -->",
    "---",
    "- ",
    "* [ ]",
    "",
    "1.",
  );
  fc.assert(
    fc.property(fc.array(nothing), (lines) => {
      expect(parseHeartbeatFile(lines.join("\n"), "UTC")).toMatchObject({ isEmpty: true, always: "" });
    }),
  );
});

test("any text is read, and no word of it is lost", () => {
  const word = fc.string({ unit: fc.constantFrom(..."abc 1:-*#\n\t"), maxLength: 200 });
  fc.assert(
    fc.property(word, (text) => {
      const { always, tasks, watches, isEmpty } = parseHeartbeatFile(text, "UTC");
      const kept = [always, ...tasks.map(({ words }) => words), ...watches.map(({ words }) => words)].join(
        " ",
      );
      if (isEmpty) expect(kept.trim()).toBe("");
      else if (tasks.length === 0) expect(always).toBe(text.trim().replaceAll("\r\n", "\n"));
    }),
  );
});
