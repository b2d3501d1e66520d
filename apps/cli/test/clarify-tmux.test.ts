import { describe, expect, test } from "vitest";
import type { ServerAnswer } from "@hermes/models/testing";
import { personWithModel } from "./support/scripted-person.ts";
import { missingTmux, openTmux } from "./support/tmux.ts";

const isLong = process.env["HERMES_TEST_LONG"] === "1";
const long = {
  question: `Which way shall it be done? ${"It matters more than it seems to, so take your time. ".repeat(5)}`,
  choices: [1, 2, 3, 4, 5, 6].map((index) => `choice ${index}: 日本語 and ${"so many words ".repeat(5)}`),
};
const short = { question: "Which size?", choices: ["big", "small"] };

function calls(args: Readonly<Record<string, unknown>>): ServerAnswer {
  return { calls: [{ name: "clarify", arguments: args }] };
}

function holding(lines: readonly string[], text: string): readonly string[] {
  return lines.filter((line) => line.includes(text));
}

describe.skipIf(missingTmux !== undefined)(`in tmux (${missingTmux ?? "there is one"})`, () => {
  const sizes = [
    { columns: 40, rows: 12 },
    { columns: 80, rows: 24 },
    { columns: 120, rows: 40 },
  ];
  const tried = isLong ? sizes : sizes.slice(0, 1);
  test.each(tried)(
    "a question at the bottom of a full screen of %o leaves no leftover lines",
    async (size) => {
      const person = await personWithModel([
        { text: "Words before.", ...calls(long) },
        calls(short),
        { text: "Done." },
        { text: "Welcome." },
      ]);
      const tmux = openTmux(person, size);

      await tmux.shows("›");
      tmux.key("Go", "Enter");
      await tmux.shows("❯ 1. choice 1");
      tmux.key("Down", "Down", "Down");
      await tmux.shows("❯ 4. choice 4");
      tmux.key("Up", "Up", "Up", "Up");
      await tmux.shows("❯ something else:");
      tmux.key("-l", "words of my own that need more than one line of a narrow screen");
      await tmux.shows("words of my own");
      tmux.key("Enter");
      await tmux.shows("❯ 1. big");
      tmux.key("2");
      await tmux.shows("Done.");
      tmux.key("Thanks", "Enter");
      await tmux.shows("Welcome.");

      const lines = tmux.everything();
      expect(holding(lines, "earlier")).toHaveLength(size.rows);
      expect(holding(lines, "Words before.")).toHaveLength(1);
      expect(holding(lines, "? Which way shall it be")).toHaveLength(1);
      expect(holding(lines, "choice ")).toEqual([]);
      expect(holding(lines, "something else")).toEqual([]);
      expect(holding(lines, "Which size?")).toEqual(["? Which size? › small"]);
      expect(holding(lines, "words of my own")).toHaveLength(1);
      expect(lines.slice(lines.indexOf("Done."), -blank(lines).length || undefined)).toEqual([
        "Done.",
        "",
        "› Thanks",
        "",
        "Welcome.",
        ...(size.rows > 12 ? [""] : []),
        "›",
        expect.stringContaining("scripted"),
      ]);
    },
  );

  test("a question is redrawn when the terminal is resized", async () => {
    const person = await personWithModel([{ text: "Words before.", ...calls(short) }, { text: "Done." }]);
    const tmux = openTmux(person, { columns: 100, rows: 24 });

    await tmux.shows("›");
    tmux.key("Go", "Enter");
    await tmux.shows("❯ 1. big");
    for (const [columns, rows] of [
      [30, 24],
      [30, 10],
      [120, 30],
      [24, 12],
      [80, 24],
    ] as const) {
      tmux.resize(columns, rows);
      tmux.key("Down");
      await tmux.shows("❯ 2. small");
      tmux.key("Up");
      await tmux.shows("❯ 1. big");
      // A picture may be taken between clearing and drawing.
      const drawn = (words: string) =>
        expect.poll(() => holding(tmux.everything(), words), { timeout: 5_000 });
      await drawn("? Which size?").toEqual(["? Which size?"]);
      await drawn("Words before.").toHaveLength(1);
    }
    tmux.key("Escape");
    await tmux.shows("Done.");

    const lines = tmux.everything();
    expect(holding(lines, "? Which size?")).toEqual(["? Which size? › skipped"]);
    expect(holding(lines, "small")).toEqual([]);
    expect(holding(lines, "earlier")).toHaveLength(24);
  });
});

/** Rows below the last one that holds anything. */
function blank(lines: readonly string[]): readonly string[] {
  return lines.slice(lines.findLastIndex((line) => line !== "") + 1);
}
