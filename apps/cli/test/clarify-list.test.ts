import { stripVTControlCharacters } from "node:util";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { choiceLines, questionLines, settledLine } from "../src/prompt/choices/choice-lines.ts";
import { openQuestion, press, type ChoiceState } from "../src/prompt/choices/choice-state.ts";
import type { Key } from "../src/prompt/choices/key.ts";
import type { Choice, Outcome, Question } from "../src/prompt/question.ts";
import { columnsOf } from "../src/render/fit.ts";
import { createStyle } from "../src/render/style.ts";
import { LiveRegion } from "../src/screen/live-region.ts";
import type { Frame, Size } from "../src/screen/picture.ts";
import { propertyRuns } from "./support/property-runs.ts";
import { VirtualScreen } from "./support/virtual-screen.ts";

const style = createStyle(false);

function choicesOf(labels: readonly string[]): readonly Choice[] {
  return labels.map((label) => ({ id: label, label }));
}

function question(count: number, rest: Partial<Question> = {}): Question {
  const labels = Array.from({ length: count }, (_, index) => `choice ${index + 1}`);
  return { question: "Which?", choices: choicesOf(labels), ownWords: "something else", ...rest };
}

function chosen(id: string): Outcome {
  return { type: "choice", id };
}

function words(text: string): Outcome {
  return { type: "words", text };
}

function typed(asked: Question, ...keys: readonly (string | Key)[]): ChoiceState {
  const awake: ChoiceState = { ...openQuestion(asked), awake: true };
  const all = keys.flatMap((key): readonly Key[] =>
    typeof key === "string" ? [...key].map((text) => ({ type: "text", text })) : [key],
  );
  return all.reduce(press, awake);
}

const enter: Key = { type: "enter" };
const up: Key = { type: "up" };
const down: Key = { type: "down" };
const backspace: Key = { type: "backspace" };
const escape: Key = { type: "escape" };
const interrupt: Key = { type: "interrupt" };

describe("keys", () => {
  test("keys typed before a list accepts input are ignored, except Ctrl-C", () => {
    const asleep = openQuestion(question(3));

    for (const key of [enter, escape, down, { type: "text", text: "2" } as const])
      expect(press(asleep, key)).toBe(asleep);
    expect(press(asleep, interrupt).outcome).toEqual({ type: "interrupt" });
  });

  test("a number of more than nine choices takes Enter, and two digits make one number", () => {
    expect(typed(question(12), "1")).toMatchObject({ at: 0, outcome: undefined });
    expect(typed(question(12), "12", enter).outcome).toEqual(chosen("choice 12"));
    expect(typed(question(12), "13", enter).outcome).toEqual(chosen("choice 3"));
    expect(typed(question(12), "12", backspace, "1", enter).outcome).toEqual(chosen("choice 11"));
    expect(typed(question(12), "12 monkeys", enter).outcome).toEqual(words("12 monkeys"));
  });

  test("a number that is no choice is the first letter of own words, or nothing", () => {
    expect(typed(question(3), "7 of them", enter).outcome).toEqual(words("7 of them"));
    expect(typed(question(3, { ownWords: undefined }), "70").outcome).toBeUndefined();
  });

  test("j and k move where they can't begin an answer", () => {
    expect(typed(question(3, { ownWords: undefined }), "jjk", enter).outcome).toEqual(chosen("choice 2"));
    expect(typed(question(3), "just do it", enter).outcome).toEqual(words("just do it"));
  });

  test("own words that are taken back lead to the choice they began at", () => {
    expect(typed(question(3), down, "ab", backspace, backspace)).toMatchObject({ at: 1, text: "" });
    expect(typed(question(3), down, "ab", escape)).toMatchObject({ at: 1, text: "", outcome: undefined });
    expect(typed(question(3), down, "ab", interrupt)).toMatchObject({ at: 1, text: "" });
    expect(typed(question(3), "a", interrupt, interrupt).outcome).toEqual({ type: "interrupt" });
  });

  test("Enter on empty own words does nothing", () => {
    expect(typed(question(3), up, enter)).toMatchObject({ at: 3, outcome: undefined });
    expect(typed(question(0), "  ", enter).outcome).toBeUndefined();
  });

  test("own words are edited by whole characters", () => {
    const family = "👩‍👩‍👧";
    const left: Key = { type: "left" };

    expect(
      typed(question(0), { type: "paste", text: `a${family}b` }, left, left, "x", enter).outcome,
    ).toEqual(words(`ax${family}b`));
    expect(typed(question(0), { type: "paste", text: `a${family}` }, backspace, enter).outcome).toEqual(
      words("a"),
    );
    expect(typed(question(0), "one two", { type: "delete-word" }, enter).outcome).toEqual(words("one"));
  });

  test("a paste is own words, whatever is in it", () => {
    const paste: Key = { type: "paste", text: "2\r\n\u001b[31mred\u0007\r\n" };

    expect(typed(question(3), paste, enter).outcome).toEqual(words("2\n[31mred"));
    expect(typed(question(3, { ownWords: undefined }), paste).outcome).toBeUndefined();
  });
});

const word = fc.oneof(
  fc.string({ minLength: 1, maxLength: 12 }),
  fc.constantFrom("日本語", "wide字mixed", "a".repeat(60), "é", "line\nbreak", "\u001b[31m", "ﬁ"),
);
const sentence = fc.array(word, { minLength: 1, maxLength: 14 }).map((all) => all.join(" "));
const asked: fc.Arbitrary<Question> = fc.record({
  question: sentence,
  choices: fc.array(sentence, { maxLength: 13 }).map(choicesOf),
  ownWords: fc.constantFrom("something else", undefined),
});
const size: fc.Arbitrary<Size> = fc.record({
  columns: fc.integer({ min: 14, max: 120 }),
  rows: fc.integer({ min: 4, max: 40 }),
});
const key: fc.Arbitrary<Key> = fc.oneof(
  fc
    .constantFrom<Key["type"]>(
      "up",
      "down",
      "home",
      "end",
      "left",
      "right",
      "backspace",
      "delete",
      "delete-word",
    )
    .map((type) => ({ type }) as Key),
  fc.constantFrom("a", "語", " ", "9", "0", "é").map((text): Key => ({ type: "text", text })),
  sentence.map((text): Key => ({ type: "paste", text })),
);

test("whatever is asked and typed, the lines fit, and the highlighted row is among them", () => {
  fc.assert(
    fc.property(
      asked,
      fc.array(key, { maxLength: 20 }),
      size,
      fc.boolean(),
      (question, keys, space, withQuestion) => {
        const state = keys.reduce(press, { ...openQuestion(question), awake: true });

        const { lines, caret } = choiceLines(state, { ...space, style, withQuestion });

        expect(lines.length).toBeLessThanOrEqual(space.rows - 1);
        for (const line of lines) expect(columnsOf(line)).toBeLessThan(space.columns);
        expect(lines.filter((line) => line.startsWith("❯")).length).toBeLessThanOrEqual(1);
        if (state.text === "") expect(lines.join("\n")).toContain("❯");
        if (caret) {
          expect(caret.row).toBeLessThan(lines.length);
          expect(caret.column).toBeLessThan(space.columns);
        }
      },
    ),
    propertyRuns(),
  );
});

/**
 * What a terminal scrolls away as it becomes smaller can't be erased: it keeps the blank rows below the cursor, so that
 * broken lines have only the rows down to the cursor. Nor does each break the line of the cursor and those below it.
 */
async function staysInReach(screen: VirtualScreen, { lines, caret }: Frame, next: Size): Promise<boolean> {
  const needed = lines
    .map((line) => Math.ceil(Math.max(1, columnsOf(line)) / (next.columns - 1)))
    .reduce((sum, each) => sum + each, 0);
  const { row } = await screen.cursor();
  const kept = caret === undefined || (caret.row === lines.length - 1 && caret.column < next.columns - 1);
  return kept && needed <= Math.min(next.rows, next.columns < screen.columns ? row + 1 : Infinity);
}

type Step = { readonly key: Key } | Partial<Size>;
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: key.map((key) => ({ key })) },
  {
    weight: 1,
    arbitrary: fc.oneof(
      size.map(({ columns }) => ({ columns })),
      size.map(({ rows }) => ({ rows })),
    ),
  },
);

test("after any keys and resizes the screen shows the earlier output and the list, nothing else", async () => {
  await fc.assert(
    fc.asyncProperty(
      asked,
      size,
      fc.array(step, { maxLength: 12 }),
      fc.integer({ min: 0, max: 50 }),
      async (question, first, steps, before) => {
        const screen = new VirtualScreen(first);
        // Short, so that no resize breaks them.
        const earlier = Array.from({ length: before }, (_, index) => `line ${index}`);
        screen.write(earlier.map((line) => `${line}\r\n`).join(""));
        let state: ChoiceState = { ...openQuestion(question), awake: true };
        const options = () => ({ columns: screen.columns, rows: screen.rows, style, withQuestion: true });
        let settled: readonly string[] = [];
        let isOver = false;
        const region = new LiveRegion({
          output: screen,
          picture: () => ({ settled, ...(isOver ? { lines: [] } : choiceLines(state, options())) }),
        });
        const draw = () => region.drawNow();
        draw();

        let whole = true;
        for (const each of steps) {
          if ("key" in each) {
            state = press(state, each.key);
            draw();
          } else {
            const next = { columns: screen.columns, rows: screen.rows, ...each };
            whole &&= await staysInReach(screen, choiceLines(state, options()), next);
            await screen.resize(next.columns, next.rows);
          }
          const { lines, caret } = choiceLines(state, options());
          const { scrolled, shown } = await screen.lines();
          const content = [...scrolled, ...shown].join("\n").trimEnd().split("\n");
          const list = lines.map((line) => stripVTControlCharacters(line).trimEnd());
          const expected = [...earlier, ...list].join("\n").trimEnd().split("\n");
          if (whole) expect(content).toEqual(expected);
          else expect(content.slice(-list.length).join("\n").trimEnd()).toContain(list.join("\n").trimEnd());
          if (caret) {
            const { column } = await screen.cursor();
            expect(column).toBe(caret.column);
          }
        }

        const line = settledLine(question, { type: "skip" }, options());
        settled = [line];
        isOver = true;
        draw();
        settled = [];
        region.close();
        const { scrolled, shown } = await screen.lines();
        const content = [...scrolled, ...shown].join("\n").trimEnd().split("\n");
        if (whole) expect(content).toEqual([...earlier, line.trimEnd()]);
        expect(content.at(-1)).toBe(line.trimEnd());
      },
    ),
    { ...propertyRuns(), numRuns: propertyRuns().numRuns / 4 },
  );
}, 600_000);

test("a long question is said whole, above a list that scrolls with marks", async () => {
  const long = question(9, {
    question: "word ".repeat(60),
    choices: choicesOf(
      Array.from({ length: 9 }, (_, index) => `choice ${index + 1} ${"with many words ".repeat(4)}`),
    ),
  });
  const state = typed(long, down, down, down, down);

  const { lines } = choiceLines(state, { columns: 40, rows: 12, style, withQuestion: false });

  expect(questionLines(long.question, 40).join(" ").match(/word/g)).toHaveLength(60);
  expect(lines).toMatchInlineSnapshot(`
    [
      "  ↑ 3 more",
      "  4. choice 4 with many words with many",
      "     words with many words with many",
      "     words",
      "❯ 5. choice 5 with many words with many",
      "     words with many words with many",
      "     words",
      "  ↓ 5 more",
      "  ↑↓ 1–9 · Enter takes · Esc skips",
    ]
  `);
});
