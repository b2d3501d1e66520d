import type { Message } from "@hermes/models";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { recap } from "../src/chat/recap.ts";
import { columnsOf } from "../src/render/fit.ts";
import { createStyle } from "../src/render/style.ts";
import { bannerLines, type BannerFacts } from "../src/screen/banner-lines.ts";
import { footerLines, promptSign, type FooterState } from "../src/screen/footer-lines.ts";
import { workingLine } from "../src/screen/working-line.ts";
import { propertyRuns } from "./support/property-runs.ts";

const style = createStyle(false);
const coloured = createStyle(true);

describe("the footer", () => {
  const state: FooterState = {
    ...{
      mode: "ask",
      model: "claude-sonnet-4-5-20250929-long",
      context: { tokens: 68_200, window: 200_000 },
    },
    ...{ tokens: 12_300, cost: 0.42, branch: "main", jobs: 2, children: 1, durationMs: 185_000 },
  };

  test.each([
    [
      120,
      "claude-sonnet-4-5-2025092… · ████░░░░░░ 34% of 200k · 2 jobs · 1 child · $0.42 · 12.3k tokens · main · 3m 5s",
    ],
    [80, "claude-sonnet-4-5-2025092… · ████░░░░░░ 34% of 200k · 2 jobs · 1 child · $0.42"],
    [60, "claude-sonnet-4-5-2025092… · ████░░░░░░ 34% · 2 jobs"],
    [40, "claude-sonnet-4-5-2025092… · 34%"],
  ])("at %i columns", (columns, line) => {
    expect(footerLines(state, { columns, style })).toEqual([line]);
  });

  test.each([
    [49, coloured.green("█████░░░░░ 49%")],
    [50, coloured.yellow("█████░░░░░ 50%")],
    [80, coloured.red("████████░░ 80%")],
    [95, coloured.bold(coloured.red("██████████ 95%"))],
  ])("a window that is full to %i %% is as loud as that", (tokens, part) => {
    const [line] = footerLines(
      { ...state, context: { tokens, window: 100 } },
      { columns: 60, style: coloured },
    );
    expect(line).toContain(part);
  });

  test("no line is wider than the terminal", () => {
    const text = fc.string({ unit: "grapheme", maxLength: 40 });
    const states = fc.record({
      ...{ mode: text, model: text, branch: text, jobs: fc.nat(), children: fc.nat(), durationMs: fc.nat() },
      ...{ cost: fc.float({ min: 0, max: 1000, noNaN: true }), tokens: fc.nat() },
      context: fc.record({ tokens: fc.nat(), window: fc.nat() }),
    });
    fc.assert(
      fc.property(states, fc.integer({ min: 20, max: 140 }), (each, columns) => {
        for (const line of footerLines(each, { columns, style }))
          expect(columnsOf(line)).toBeLessThanOrEqual(columns);
      }),
      propertyRuns(),
    );
  });

  test("the sign of the prompt names every mode but the usual one", () => {
    expect(["ask", "plan", "yolo"].map((mode) => promptSign(mode, style))).toEqual([
      "› ",
      "plan › ",
      "yolo › ",
    ]);
  });
});

describe("the banner", () => {
  const facts: BannerFacts = {
    ...{
      version: "0.1.0",
      model: "sonnet",
      provider: "anthropic",
      sessionId: "20260301_140500_abcdef",
      mode: "ask",
    },
    ...{ folder: "~/work/project", backend: "local, behind the wall", tools: 24, skills: 1 },
  };

  test.each([120, 40])("at %i columns it says what is there, in lines that fit", (columns) => {
    const lines = bannerLines(facts, { columns, style });
    expect(lines).toEqual([
      "Hermes 0.1.0",
      "sonnet · anthropic · mode ask",
      "~/work/project · local, behind the wall",
      `24 tools · 1 skill · /help${columns > 52 ? " · session 20260301_140500_abcdef" : ""}`,
    ]);
  });

  test("what nobody knows is left out, and a long folder is broken", () => {
    const known = { ...facts, backend: undefined, tools: undefined, skills: undefined };
    const lines = bannerLines({ ...known, folder: "/a".repeat(30) }, { columns: 40, style });
    expect(lines.at(-1)).toBe("/help");
    for (const line of lines) expect(columnsOf(line)).toBeLessThanOrEqual(40);
  });
});

describe("the sign of life", () => {
  test("faces and verbs of the person turn, and the time is told", () => {
    const at = (elapsedMs: number): string =>
      workingLine(
        { spinner: { faces: ["(o)", "(-)"], verbs: ["brewing", "stirring"] }, elapsedMs },
        { columns: 60, style },
      );
    expect(at(0)).toBe("(o) brewing 1ms · esc to interrupt");
    expect(at(12_120)).toBe("(-) stirring 12s · esc to interrupt");
  });

  test("without colours the sign stands still, and an empty list is none", () => {
    const at = (elapsedMs: number): string =>
      workingLine({ spinner: { faces: [], verbs: [] }, elapsedMs }, { columns: 30, style });
    expect([at(0), at(5_000)]).toEqual([
      "* working 1ms · esc to interrupt".slice(0, 29) + "…",
      "* working 5.0s · esc to inter…",
    ]);
  });
});

describe("what is shown of a session that goes on", () => {
  const user = (text: string): Message => ({ role: "user", content: [{ type: "text", text }] });
  const hermes = (text: string): Message => ({
    ...{ role: "assistant", content: [{ type: "text", text }], finishReason: "stop" },
  });

  test("its last ten exchanges, shortened, without turns that only called tools", async () => {
    const messages = Array.from({ length: 12 }, (_, index) => [
      user(`question ${index}`),
      hermes(`answer ${index}`),
    ]).flat();
    const lines = await recap([...messages, user("x".repeat(400)), hermes("")], {
      columns: 80,
      display: "full",
    });

    expect(lines[0]).toBe("Continuing “question 0” · 26 messages");
    expect(lines[1]).toBe("  › question 3");
    expect(lines[2]).toBe("  answer 3");
    expect(lines).toHaveLength(1 + 9 * 2 + 3);
    expect(lines.at(-1)).toMatch(/^ {2}x+…$/);
    for (const line of lines) expect(columnsOf(line)).toBeLessThanOrEqual(80);
  });

  test("minimal: the last words of both sides", async () => {
    const messages = [user("first"), hermes("one"), user("second\nline"), hermes("two")];
    expect(await recap(messages, { columns: 80 })).toEqual([
      "Continuing “first” · 4 messages",
      "  you: second line",
      "  hermes: two",
    ]);
  });
});
