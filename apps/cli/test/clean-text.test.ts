import { Writable } from "node:stream";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cleanText, CleanStream } from "../src/render/clean-text.ts";
import { oneLine } from "../src/render/fit.ts";
import { control, guardOutput } from "../src/render/guard-output.ts";
import { harmlessJson } from "../src/render/harmless-json.ts";
import { hermes } from "./support/hermes.ts";
import { propertyRuns } from "./support/property-runs.ts";
import { personWithModel } from "./support/scripted-person.ts";
import { hasTerminals, openTestTerminal } from "./support/terminal.ts";

// oxlint-disable-next-line no-control-regex -- what must never get through
const obeyed = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/;

/** Text of which much is a piece of a control sequence, or of a character. */
const hostile = fc
  .array(
    fc.oneof(
      fc.string({ unit: "binary" }),
      fc.string(),
      fc.constantFrom(
        ...[
          "\u001b",
          "[",
          "]",
          "0;",
          "31m",
          "2J",
          "\u0007",
          "\\",
          "\u009b",
          "\u009c",
          "\u0090",
          "P",
          "\n",
          "\r",
        ],
        ...["\u202e", "\u2066", "\u2028", "\u{1f3f4}", "\u{e0067}\u{e0062}", "\u{e007f}", "\u{e0100}", "漢"],
        ...["\u200d", "\ufe0f", "👩", "\ud83d", "\udc69", "\udb40", "\udc01", "سلام", "\u200c", "\u200f"],
      ),
    ),
    { maxLength: 14 },
  )
  .map((parts) => parts.join(""));

test("text cleaned in chunks equals text cleaned whole, with no control sequence left", () => {
  fc.assert(
    fc.property(hostile, fc.array(fc.nat(12)), (text, sizes) => {
      for (const hidden of ["mark", "drop"] as const) {
        const stream = new CleanStream({ hidden });
        let from = 0;
        const pieces = sizes.map((size) => stream.push(text.slice(from, (from += size))));
        const streamed = [...pieces, stream.push(text.slice(from)), stream.end()].join("");

        expect(streamed).toBe(cleanText(text, { hidden }));
        expect(streamed).not.toMatch(obeyed);
        expect(streamed.isWellFormed()).toBe(true);
      }
      expect(oneLine(text)).not.toMatch(/[\n\t]/);
    }),
    propertyRuns(),
  );
});

test.each([
  ["👩‍👩‍👧 ❤️ 1️⃣ 👍🏽 🇩🇪 🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}"],
  ["می‌خواهم به خانه بروم"],
  ["שלום! \u200f(עולם)"],
  ["नमस्ते, क्‍ष"],
  ["葛\u{e0100}城"],
  ["e\u0301\tx\n  日本語"],
])("what people write stays as it is: %s", (text) => {
  expect(cleanText(text)).toBe(text);
  expect(cleanText(text, { hidden: "drop" })).toBe(text);
});

test.each([
  ["a\u001b]0;a title\u0007b", "ab"],
  ["a\u001b]8;;https://evil.example\u001b\\link\u001b]8;;\u001b\\", "alink"],
  ["a\u001b]52;c;ZXZpbA==\u0007b", "ab"],
  ["\u001b[31mred\u001b[0m \u009b2J\u001bc", "red "],
  [
    "if (admin \u202e\u2066// check\u2069 \u2066) {",
    "if (admin ⟨U+202E⟩⟨U+2066⟩// check⟨U+2069⟩ ⟨U+2066⟩) {",
  ],
  ["hi\u{e0069}\u{e0067}\u{e006e}\u{e006f}\u{e0072}\u{e0065}!", "hi⟨hidden text⟩!"],
  ["pass\u200bword\u2060\ufeff", "password"],
  ["one\u2028two", "one\ntwo"],
  // Without its end a sequence is no reason to swallow the rest.
  [`\u001b]0;${"x".repeat(300)}`, `0;${"x".repeat(300)}`],
])("%j is shown as %j", (text, shown) => {
  expect(cleanText(text)).toBe(shown);
});

describe("the guard of an output", () => {
  function guarded(isTTY: boolean): { readonly output: NodeJS.WriteStream; written(): string } {
    let text = "";
    const sink = new Writable({
      decodeStrings: false,
      write: (chunk, _encoding, done) => ((text += chunk), done()),
    });
    const output = Object.assign(sink, { isTTY }) as unknown as NodeJS.WriteStream; // The part that is used.
    guardOutput(output);
    return { output, written: () => text };
  }

  test("removes terminal control sequences; colours stay where a terminal shows them", () => {
    fc.assert(
      fc.property(hostile, fc.boolean(), (text, isTTY) => {
        const { output, written } = guarded(isTTY);
        output.write(text);

        // oxlint-disable-next-line no-control-regex
        expect(isTTY ? written().replaceAll(/\u001b\[[0-9;:]*m/g, "") : written()).not.toMatch(
          isTTY
            ? /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]|\r(?!\n)/
            : /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]|\r(?!\n)/,
        );
      }),
      propertyRuns(),
    );
  });

  test("leaves colours, and what the program does with the terminal itself", () => {
    const { output, written } = guarded(true);

    output.write("\u001b[31mred\u001b[0m\u001b[2J\r");
    control(output, "\r\u001b[K");

    expect(written()).toBe("\u001b[31mred\u001b[0m[2J\r\u001b[K");
  });
});

test("JSON output is the same data without terminal control sequences", () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const json = harmlessJson({ [text]: [text] });

      expect(JSON.parse(json)).toEqual({ [text]: [text] });
      expect(json).not.toMatch(obeyed);
    }),
    propertyRuns(),
  );
});

const evil = "a\u001b]0;owned\u0007b\u009b2Jc\u202ed\u001b[1Ae";

test("piped: an answer, a title and a tool's line hold no control character; jsonl and --json are exact", async () => {
  const command = `echo '${evil}'`;
  const turns = [{ calls: [{ name: "terminal", arguments: { command } }] }, { text: evil }];
  const person = await personWithModel([...turns, { text: evil }]);

  const plain = await hermes(person, ["-q", `Say ${evil}`, "--yolo"]);
  const jsonl = await hermes(person, ["-q", "Again", "--output", "jsonl"]);
  const list = await hermes(person, ["sessions", "list", "--one-shots"]);
  const shown = await hermes(person, ["sessions", "show", "latest", "--json"]);

  expect(plain).toMatchObject({ code: 0, stdout: "abcde\n", stderr: expect.stringContaining("terminal") });
  for (const { stdout, stderr } of [plain, jsonl, list, shown]) expect(stdout + stderr).not.toMatch(obeyed);
  const texts = jsonl.stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { type: string; text?: string }); // Lines that the test before has read.
  expect(texts.flatMap(({ type, text }) => (type === "text-delta" ? [text] : [])).join("")).toBe(evil);
  expect(JSON.parse(shown.stdout)).toMatchObject({
    messages: [{}, { message: { content: [{ type: "text", text: evil }] } }],
  });
});

test.skipIf(!hasTerminals)(
  "an answer can't set the window title, and bidirectional overrides are made visible",
  async () => {
    const person = await personWithModel([{ text: evil }]);
    const terminal = openTestTerminal(person, ["-q", `Say ${evil}`]);

    expect(await terminal.exitCode).toBe(0);

    expect(terminal.text()).toContain("abc⟨U+202E⟩de");
    expect(terminal.raw()).not.toMatch(/\u001b\]|\u009b|\u202e|\u001b\[1A|\u0007/);
  },
);
