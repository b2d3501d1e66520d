import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatQuestion, howToReply, parseReply } from "../src/index.ts";
import type { Clarifier, ClarifyQuestion } from "../src/index.ts";

const colours: ClarifyQuestion = {
  question: "Which colour?",
  choices: ["Red", "dark  green", "2"],
  allowFreetext: true,
};

test("a question is a numbered list with a word on how to reply", () => {
  expect(formatQuestion(colours)).toBe(
    'Which colour?\n1. Red\n2. dark green\n3. 2\nReply with a number from 1 to 3, in your own words, or "skip".',
  );
  expect(formatQuestion({ question: "Why?", choices: [], allowFreetext: false })).toBe(
    'Why?\nReply in your own words, or "skip".',
  );
});

describe("a reply", () => {
  test.each([
    ["1", "Red"],
    [" 1. ", "Red"],
    ["(2)", "dark  green"],
    ["２", "dark  green"],
    ["2", "dark  green"],
    ["RED", "Red"],
    ["dark green", "dark  green"],
    ["2. Dark Green", "dark  green"],
    ["15", "15"],
    ["red, please", "red, please"],
  ])("%j means %j", (reply, answer) => {
    expect(parseReply(reply, colours)).toEqual({ answered: true, answer });
  });

  test.each(["", "  \n", "skip", "Skip"])("%j leaves the question open", (reply) => {
    expect(parseReply(reply, colours)).toEqual({ answered: false, reason: expect.any(String) });
  });

  test.each(["0", "4", "blue"])("%j is none where own words are not allowed", (reply) => {
    expect(parseReply(reply, { ...colours, allowFreetext: false })).toBeUndefined();
  });
});

const question = fc.record({
  question: fc.string({ minLength: 1, unit: "grapheme" }),
  choices: fc.array(
    fc.string({ minLength: 1, unit: "grapheme" }).filter((text) => text.trim() !== ""),
    { maxLength: 12 },
  ),
  allowFreetext: fc.boolean(),
});

test("every number of the list chooses what stands beside it, whatever the words are", () => {
  fc.assert(
    fc.property(question, (asked) => {
      const listed = formatQuestion(asked)
        .split("\n")
        .slice(-asked.choices.length - 1, -1);

      expect(asked.choices.map((_, index) => parseReply(String(index + 1), asked))).toEqual(
        asked.choices.map((answer) => ({ answered: true, answer })),
      );
      expect(listed.map((line) => /^\d+/.exec(line)?.[0])).toEqual(
        asked.choices.map((_, index) => String(index + 1)),
      );
    }),
  );
});

test("a message-based entry point needs only these two functions", async () => {
  const sent: string[] = [];
  const replies = ["blue", "2"];
  const clarifier: Clarifier = async (asked) => {
    for (sent.push(formatQuestion(asked)); ; sent.push(howToReply(asked))) {
      const answer = parseReply(replies.shift() ?? "", asked);
      if (answer) return answer;
    }
  };

  const answer = await clarifier(
    { ...colours, allowFreetext: false },
    { signal: new AbortController().signal },
  );

  expect(answer).toEqual({ answered: true, answer: "dark  green" });
  expect(sent).toEqual([expect.stringContaining("2. dark green"), expect.stringContaining("1 to 3")]);
});
