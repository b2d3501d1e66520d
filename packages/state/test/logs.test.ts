import { expect, test } from "vitest";
import { openState, type AuditEntry, type State } from "../src/index.ts";
import { assistant, entry, head, toolResult, user } from "./support/entries.ts";

const usage = {
  inputTokens: 10,
  outputTokens: 5,
  cacheReadTokens: 3,
  cacheWriteTokens: 2,
  reasoningTokens: 1,
};
const monday = Date.parse("2026-06-15T08:30:00Z");
const hour = 3_600_000;

function spent(): State {
  const state = openState({ path: ":memory:" });
  state.journal.create(head("a", { platform: "cli" }));
  state.journal.create(head("b", { platform: "slack", model: "small" }));
  state.journal.append("a", entry(user("x"), monday));
  state.journal.append(
    "a",
    entry(assistant("x"), monday, { usage: { ...usage, costUsd: 0.5 }, model: "big", durationMs: 40 }),
  );
  state.journal.append("a", entry({ ...toolResult("c"), isError: true }, monday, { durationMs: 7 }));
  state.journal.append("b", entry(assistant("x"), monday + 25 * hour, { usage }));
  state.usage.record({
    sessionId: "b",
    at: monday + hour,
    kind: "model",
    name: "small",
    purpose: "title",
    usage,
  });
  return state;
}

test("usage is noted per call and summed by model, tool, platform, purpose, weekday and hour", async () => {
  await using state = spent();
  const sums = (by: Parameters<State["usage"]["sums"]>[0]["by"]): unknown =>
    state.usage.sums({ by, timeZone: "utc" }).map(({ key, calls }) => [key, calls]);

  expect(sums("model")).toEqual([
    ["small", 2],
    ["big", 1],
  ]);
  expect(sums("tool")).toEqual([["read", 1]]);
  expect(sums("platform")).toEqual([
    ["slack", 2],
    ["cli", 1],
  ]);
  expect(sums("purpose")).toEqual([
    ["", 2],
    ["title", 1],
  ]);
  expect(sums("weekday")).toEqual([
    ["1", 2],
    ["2", 1],
  ]);
  expect(sums("hour")).toEqual([
    ["08", 1],
    ["09", 2],
  ]);
  expect(sums("day")).toEqual([
    ["2026-06-15", 2],
    ["2026-06-16", 1],
  ]);
});

test("a sum adds tokens, time and failures, and says for how many calls no price is known", async () => {
  await using state = spent();

  expect(state.usage.sums({ by: "model" })).toEqual([
    {
      key: "small",
      calls: 2,
      failed: 0,
      durationMs: 0,
      usage: {
        inputTokens: 20,
        outputTokens: 10,
        cacheReadTokens: 6,
        cacheWriteTokens: 4,
        reasoningTokens: 2,
      },
      callsWithoutPrice: 2,
      estimatedCalls: 0,
    },
    {
      key: "big",
      calls: 1,
      failed: 0,
      durationMs: 40,
      usage: { ...usage, costUsd: 0.5 },
      callsWithoutPrice: 0,
      estimatedCalls: 0,
    },
  ]);
  expect(state.usage.sums({ by: "tool" })).toMatchObject([{ key: "read", failed: 1, durationMs: 7 }]);
});

test("sums keep to a session and to a time", async () => {
  await using state = spent();

  expect(state.usage.sums({ by: "model", sessionId: "a" }).map(({ key }) => key)).toEqual(["big"]);
  expect(state.usage.sums({ by: "model", from: monday + 1 }).map(({ calls }) => calls)).toEqual([2]);
  expect(state.usage.sums({ by: "model", to: monday }).map(({ key }) => key)).toEqual(["big"]);
});

test("a learning is known again by its pattern, whatever the case, the most telling first", async () => {
  await using state = openState({ path: ":memory:" });
  const short = state.learnings.save({ pattern: "refused", fix: "Wait.", at: 1 });
  const long = state.learnings.save({
    pattern: "connection refused",
    errorType: "terminal",
    fix: "Start it.",
    at: 2,
  });
  const error = { text: "ECONN: Connection REFUSED (9090)", errorType: "terminal" };

  expect(state.learnings.match(error).map(({ id }) => id)).toEqual([long, short]);
  expect(state.learnings.match({ ...error, errorType: "browser" }).map(({ id }) => id)).toEqual([short]);
  expect(state.learnings.match({ text: "something else" })).toEqual([]);
});

test("a learning that is saved again gets the new fix and keeps its counts", async () => {
  await using state = openState({ path: ":memory:" });
  const id = state.learnings.save({ pattern: "p", fix: "old", at: 1, tags: ["net"] });
  state.learnings.noteUse(id, { helped: true, at: 5 });
  state.learnings.noteUse(id, { helped: false, at: 6 });

  expect(state.learnings.save({ pattern: "p", fix: "new", at: 9, context: "Größe" })).toBe(id);

  expect(state.learnings.list()).toEqual([
    {
      id,
      pattern: "p",
      errorType: "",
      fix: "new",
      context: "Größe",
      tags: [],
      createdAt: 1,
      lastUsedAt: 6,
      timesUsed: 2,
      timesHelped: 1,
    },
  ]);
  expect(state.learnings.search("gross")).toHaveLength(0);
  expect(state.learnings.search("größe")).toHaveLength(1);
  state.learnings.remove(id);
  expect(state.learnings.list()).toEqual([]);
});

test("a use that helped later is counted once, and never more helps than uses", async () => {
  await using state = openState({ path: ":memory:" });
  const id = state.learnings.save({ pattern: "p", fix: "f", at: 1 });
  state.learnings.noteUse(id, { helped: false, at: 2 });

  state.learnings.noteHelp(id);
  state.learnings.noteHelp(id);

  expect(state.learnings.list()).toMatchObject([{ timesUsed: 1, timesHelped: 1 }]);
});

test("learnings are listed by tag, the last made first", async () => {
  await using state = openState({ path: ":memory:" });
  for (const [at, tag] of ["net", "disk", "net"].entries())
    state.learnings.save({ pattern: `p${at}`, fix: "x", tags: [tag], at });

  expect(state.learnings.list({ tag: "net" }).map(({ pattern }) => pattern)).toEqual(["p2", "p0"]);
  expect(state.learnings.list({ limit: 1 }).map(({ pattern }) => pattern)).toEqual(["p2"]);
});

test("the audit tells who asked for what, and who decided what and why, the last first", async () => {
  await using state = openState({ path: ":memory:" });
  const asked: AuditEntry = {
    at: 1,
    sessionId: "a",
    platform: "slack",
    userId: "ada",
    tool: "terminal",
    request: "rm -rf build",
    decision: "denied",
    decidedBy: "ada",
    reason: "Not now.",
  };
  state.audit.record(asked);
  state.audit.record({ ...asked, at: 2, sessionId: "b", decision: "allowed", decidedBy: "rule" });

  expect(state.audit.list()).toEqual([
    { ...asked, id: 2, at: 2, sessionId: "b", decision: "allowed", decidedBy: "rule" },
    { ...asked, id: 1 },
  ]);
  expect(state.audit.list({ sessionId: "a" })).toHaveLength(1);
  expect(state.audit.list({ decision: "allowed" })).toHaveLength(1);
  expect(state.audit.list({ before: 2 }).map(({ id }) => id)).toEqual([1]);
  expect(state.audit.list({ from: 2 }).map(({ id }) => id)).toEqual([2]);
  expect(state.audit.list({ tool: "terminal" })).toHaveLength(2);
  expect(state.audit.list({ tool: "patch" })).toEqual([]);
});
