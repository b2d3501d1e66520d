import fc from "fast-check";
import { expect, test } from "vitest";
import { resumeHistory } from "../src/index.ts";
import type { JournalEntry, Message } from "../src/index.ts";
import { asking, replay, result, user } from "./histories.ts";
import { expectValid, runs, toolMessages } from "./support.ts";

test("a result answers its call whatever another writer wrote between the two", () => {
  const { messages, repairs } = resumeHistory({
    messages: [user, asking("a", "b"), user, asking("c"), result("b"), result("c"), user, result("a")],
    startedCalls: [],
  });

  expect(messages).toEqual([
    user,
    asking("a", "b"),
    result("a"),
    result("b"),
    user,
    asking("c"),
    result("c"),
    user,
  ]);
  expect(repairs).toEqual([]);
});

test("a result that comes after all takes the place of what stood for it", () => {
  const open = [user, asking("a")];
  const { repairs } = resumeHistory({ messages: open, startedCalls: [] });

  const late = resumeHistory({ messages: [...open, ...repairs, user, result("a")], startedCalls: [] });

  expect(repairs).toMatchObject([{ callId: "a", standsFor: "not-run" }]);
  expect(late).toEqual({ messages: [user, asking("a"), result("a"), user], repairs: [] });
});

test("where an id stands for several calls, the nearest one is answered, and of none is it said that it did not run", () => {
  const { messages, repairs } = resumeHistory({
    messages: [asking("a"), asking("a"), user, result("a", '"of one of them"')],
    startedCalls: [],
  });

  expect(messages).toEqual([
    asking("a"),
    expect.objectContaining({ callId: "a", standsFor: "unknown-outcome" }),
    asking("a"),
    result("a", '"of one of them"'),
    user,
  ]);
  expect(repairs).toHaveLength(1);
});

test("a result answers the call of the tool that it names before another one with the same id", () => {
  const call = (name: string): Message => ({
    role: "assistant",
    content: [{ type: "tool-call", id: "0", name, arguments: "{}" }],
  });
  const answer = (name: string): Message => ({ role: "tool", callId: "0", name, content: `"${name}"` });

  const { messages } = resumeHistory({
    messages: [call("read"), call("write"), answer("read"), answer("write")],
    startedCalls: [],
  });

  expect(messages).toEqual([call("read"), answer("read"), call("write"), answer("write")]);
});

/** What a writer adds to a journal in its turns: words, calls, starts, results in any order; some calls never run. */
const writing = (ids: fc.Arbitrary<string>): fc.Arbitrary<readonly JournalEntry[]> =>
  fc
    .array(
      fc.record({
        calls: fc.uniqueArray(ids, { maxLength: 3 }),
        finished: fc.infiniteStream(fc.boolean()),
        order: fc.infiniteStream(fc.nat()),
      }),
      { maxLength: 4 },
    )
    .map((turns) =>
      turns.flatMap(({ calls, finished, order }): JournalEntry[] => {
        const ran = calls.flatMap((id) => {
          const [isFinished] = finished.take(1);
          const [place = 0] = order.take(1);
          return isFinished === true ? [{ id, place }] : [];
        });
        const written = ran.toSorted((a, b) => a.place - b.place);
        return [
          { type: "message", message: user, at: 0 },
          { type: "message", message: asking(...calls), at: 0 },
          ...ran.map(({ id }): JournalEntry => {
            return { type: "tool-start", callId: id, name: "work", arguments: "{}", at: 0 };
          }),
          ...written.map(({ id }): JournalEntry => {
            return { type: "message", message: result(id, `"of ${id}"`), at: 0 };
          }),
        ];
      }),
    );

/** Two lists as one, each in its order. */
function interleaved<Item>(a: readonly Item[], b: readonly Item[], turns: Iterator<boolean>): Item[] {
  const [left, right] = [[...a], [...b]];
  const mixed: Item[] = [];
  while (left.length + right.length > 0) {
    const next = (turns.next().value === true ? left.shift() : right.shift()) ?? left.shift();
    if (next !== undefined) mixed.push(next);
  }
  return mixed;
}

const callsOf = (messages: readonly Message[]): string[] =>
  messages.flatMap((message) =>
    message.role === "assistant"
      ? message.content.flatMap((part) => (part.type === "tool-call" ? [part.id] : []))
      : [],
  );

test("under any interleaving of two writers results stay with their calls and only open calls are repaired", async () => {
  let number = 0;
  const unique = fc.constant(undefined).map(() => `c${number++}`);
  await fc.assert(
    fc.asyncProperty(
      writing(unique),
      writing(unique),
      fc.infiniteStream(fc.boolean()),
      fc.nat(60),
      async (a, b, turns, length) => {
        const entries = interleaved(a, b, turns).slice(0, length);
        const stored = await replay(entries);
        const results = toolMessages(stored.messages);
        const started = new Set(stored.startedCalls);

        const { messages, repairs } = resumeHistory(stored);

        expectValid(messages);
        expect(callsOf(messages)).toEqual(callsOf(stored.messages));
        for (const kept of results) expect(messages).toContain(kept);
        const answered = new Set(results.map(({ callId }) => callId));
        expect(toolMessages(repairs).map(({ callId, standsFor }) => [callId, standsFor])).toEqual(
          callsOf(stored.messages)
            .filter((id) => !answered.has(id))
            .map((id) => [id, started.has(id) ? "unknown-outcome" : "not-run"]),
        );
        const repaired = entries.concat(repairs.map((message) => ({ type: "message", message, at: 0 })));
        expect(resumeHistory(await replay(repaired))).toEqual({ messages, repairs: [] });
      },
    ),
    runs(200, 20_000),
  );
});

test("writers whose ids are the same lose no result either, and nothing is said not to have run that may have", async () => {
  const few = fc.constantFrom("call_0", "call_1", "call_2");
  await fc.assert(
    fc.asyncProperty(
      writing(few),
      writing(few),
      fc.infiniteStream(fc.boolean()),
      fc.nat(60),
      async (a, b, turns, length) => {
        const entries = interleaved(a, b, turns).slice(0, length);
        const stored = await replay(entries);

        const { messages, repairs } = resumeHistory(stored);

        expectValid(messages);
        expect(toolMessages(messages).filter((message) => message.standsFor === undefined)).toHaveLength(
          toolMessages(stored.messages).length,
        );
        const ran = new Set(entries.flatMap((entry) => (entry.type === "tool-start" ? [entry.callId] : [])));
        for (const { callId, standsFor } of toolMessages(repairs))
          if (ran.has(callId)) expect(standsFor).toBe("unknown-outcome");
        const repaired = entries.concat(repairs.map((message) => ({ type: "message", message, at: 0 })));
        expect(resumeHistory(await replay(repaired))).toEqual({ messages, repairs: [] });
      },
    ),
    runs(200, 20_000),
  );
});
