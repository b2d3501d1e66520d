import { allowAll, ToolRegistry, type Tool } from "@hermes/registry";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openState, sessionSearchTool, type State } from "../src/index.ts";
import { assistant, entry, head, toolResult, user } from "./support/entries.ts";
import { runs } from "./support/long-runs.ts";

const day = 86_400_000;
const now = Date.parse("2026-06-15T12:00:00Z");

/** Three earlier sessions and the one under way, `now`. */
function filled(): State {
  const state = openState({ path: ":memory:" });
  say(state, "trip", { platform: "telegram", at: now - 40 * day }, [
    user("Which ferry goes to Naxos?"),
    assistant("The Blue Star ferry."),
  ]);
  say(state, "code", { platform: "cli", at: now - 3 * day }, [
    user("Why does parseHttpRequest fail?"),
    toolResult("c1", "the ferry of logs"),
    assistant("A missing header."),
  ]);
  say(state, "now", { platform: "cli", at: now }, [user("ferry parseHttpRequest")]);
  return state;
}

// The shape of an answer is what these tests are about.
// oxlint-disable-next-line typescript/no-explicit-any
type Answer = any;

type Said = Parameters<typeof entry>[0];

function say(state: State, id: string, where: { platform: string; at: number }, all: readonly Said[]): void {
  state.journal.create(head(id, { platform: where.platform, startedAt: where.at }));
  for (const [index, message] of all.entries()) state.journal.append(id, entry(message, where.at + index));
}

async function call(tool: Tool, args: object): Promise<{ content: string; answer: Answer }> {
  const registry = new ToolRegistry({ guard: allowAll });
  registry.register(tool);
  const { content } = await registry.dispatch("session_search", args, {
    taskId: "t",
    sessionId: "now",
    callId: "c",
    signal: new AbortController().signal,
    origin: { platform: "test", entryPoint: "library" },
  });
  return { content, answer: JSON.parse(content) as Answer };
}

async function ask(state: State, args: object): Promise<Answer> {
  const { answer } = await call(sessionSearchTool(state, { now: () => now }), args);
  return answer;
}

function idsIn(answer: Answer): readonly string[] {
  return answer.conversations.map((each: { session_id: string }) => each.session_id);
}

describe("a query", () => {
  test("finds other conversations with marked snippets and handles to read on, never the one under way", async () => {
    await using state = filled();

    const answer = await ask(state, { query: "ferry" });

    expect(idsIn(answer)).toEqual(["trip"]);
    expect(answer.conversations[0]).toMatchObject({
      platform: "telegram",
      when: "2026-05-06T12:00Z",
      messages: 2,
    });
    expect(answer.conversations[0].hits.map((hit: Answer) => hit.snippet).toSorted()).toEqual([
      "The Blue Star >>>ferry<<<.",
      "Which >>>ferry<<< goes to Naxos?",
    ]);
    expect(
      await ask(state, { session_id: "trip", around: answer.conversations[0].hits[0].message_id }),
    ).toMatchObject({
      session_id: "trip",
    });
  });

  test.each([
    [{ role_filter: ["tool"] }, ["code"]],
    [{ role_filter: "tool" }, ["code"]],
    [{ role_filter: ["user", "tool"] }, ["code", "trip"]],
    [{ platform: "cli", role_filter: ["user", "tool"] }, ["code"]],
    [{ date_range: "7d", role_filter: ["user", "tool"] }, ["code"]],
    [{ date_range: "..2026-05-06" }, ["trip"]],
    [{ date_range: "2026-05-06" }, ["trip"]],
    [{ date_range: "2026-05-07.." }, []],
    [{ session_id: "tr" }, ["trip"]],
  ])("keeps to %j", async (filter, ids) => {
    await using state = filled();

    expect(idsIn(await ask(state, { query: "ferry", ...filter })).toSorted()).toEqual(ids);
  });

  test("that finds nothing says what to try", async () => {
    await using state = filled();

    expect(await ask(state, { query: "submarine" })).toMatchObject({
      conversations: [],
      hint: expect.stringContaining("Nothing found"),
    });
  });

  test("says when only the newest matches were ranked", async () => {
    await using state = filled();
    state.journal.create(head("many"));
    for (let index = 0; index < 2_100; index++) state.journal.append("many", entry(user("tide")));

    expect(await ask(state, { query: "tide" })).toMatchObject({ bounded: expect.stringContaining("newest") });
  });
});

describe("a conversation", () => {
  test("is read from its beginning, and on and back around a message", async () => {
    await using state = filled();
    const texts = Array.from({ length: 100 }, (_, index) => user(`line ${index} ${"word ".repeat(60)}`));
    say(state, "long", { platform: "cli", at: now - day }, texts);

    const first = await ask(state, { session_id: "long" });
    expect(first.messages[0].text).toContain("line 0 ");
    expect(first.later).toBe(100 - first.messages.length);
    const handle = Number(/\d+/.exec(first.read_on)?.[0]);
    expect(handle).toBe(first.messages.at(-1).message_id);
    const second = await ask(state, { session_id: "long", around: handle });

    expect(second.messages.some((each: Answer) => each.message_id === handle)).toBe(true);
    expect(await ask(state, { session_id: "long", offset: 5 })).toMatchObject({
      error: "A conversation has no offset.",
    });
    expect(second.messages.at(-1).message_id).toBeGreaterThan(handle);
    expect(second.earlier + second.messages.length + second.later).toBe(100);
    expect(second.read_back).toContain(String(second.messages[0].message_id));
  });

  test("shows the calls of an answer, and the length of a text that was cut", async () => {
    await using state = filled();
    say(state, "calls", { platform: "cli", at: now - day }, [
      {
        role: "assistant",
        content: [
          { type: "text", text: "x".repeat(2_000) },
          { type: "tool-call", id: "c9", name: "terminal", arguments: "{}" },
        ],
      },
    ]);

    const { messages } = await ask(state, { session_id: "calls" });

    expect(messages).toMatchObject([{ role: "assistant", calls: ["terminal"], chars: 2_000 }]);
    expect(messages[0].text).toHaveLength(900);
  });

  test.each([
    [{ session_id: "now" }, "you are in"],
    [{ session_id: "now", query: "ferry" }, "you are in"],
    [{ session_id: "nobody" }, "No session begins"],
    [{ session_id: "trip", around: 999 }, "no message 999"],
    [{ around: 1 }, "needs session_id"],
    [{ query: "ferry", date_range: "yesterday" }, "no range of dates"],
  ])("that can't be read is answered with what to do: %j", async (args, error) => {
    await using state = filled();

    expect((await ask(state, args)).error).toContain(error);
  });
});

test("without arguments the latest conversations are listed, but not the one under way", async () => {
  await using state = filled();

  expect(idsIn(await ask(state, {}))).toEqual(["code", "trip"]);
  expect(idsIn(await ask(state, { platform: "telegram" }))).toEqual(["trip"]);
  expect(idsIn(await ask(state, { date_range: "7d" }))).toEqual(["code"]);
});

test.each([
  ["found", { query: "tide" }],
  ["listed", {}],
  ["found that hardly fit", { query: "tide", limit: 20 }],
])("following the hints shows every conversation that is %s once, in one order", async (_how, args) => {
  await using state = openState({ path: ":memory:" });
  const ids = Array.from({ length: 23 }, (_, index) => `s${index}`);
  for (const [index, id] of ids.entries())
    say(state, id, { platform: "cli", at: now - index * day }, [
      user(`tide ${"tide word ".repeat(100)}`),
      assistant(`the tide ${index}`),
    ]);

  const seen: string[] = [];
  for (let offset: number | undefined = 0; offset !== undefined;) {
    const answer: Answer = await ask(state, { ...args, offset });
    seen.push(...idsIn(answer));
    const next = /continue with offset: (\d+)\]$/.exec(answer.hint ?? "")?.[1];
    offset = next === undefined ? undefined : Number(next);
  }

  expect(seen.toSorted()).toEqual(ids.toSorted());
  expect(await ask(state, { ...args, offset: 23 })).toMatchObject({ conversations: [] });
});

test("a store is opened when it is first needed, and where there is none the answer is an error", async () => {
  await using state = filled();
  const opened: string[] = [];
  const open = async (): Promise<State> => (opened.push("store"), state);

  const tool = sessionSearchTool(open);
  expect(opened).toEqual([]);
  expect(idsIn((await call(tool, {})).answer)).toEqual(["code", "trip"]);

  const nothing = sessionSearchTool(async () => undefined);
  expect((await call(nothing, { query: "x" })).answer.error).toContain("no conversations");
});

test("no answer is longer than 8 000 characters, whatever was said", async () => {
  const anyText = fc.oneof(
    fc.string({ unit: "binary", maxLength: 50 }),
    fc.constantFrom('"\\', "\u0001\n", "😀 cat ", "cat"),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(anyText, fc.constantFrom(1, 100, 5_000)), { minLength: 1, maxLength: 12 }),
      async (texts) => {
        await using state = openState({ path: ":memory:" });
        const tool = sessionSearchTool(state);
        for (const [index, [piece, times]] of texts.entries()) {
          const text = piece.repeat(times);
          const id = `s${index % 4}`;
          if (index < 4) state.journal.create(head(id));
          state.journal.append(id, entry(user(`cat ${text}`)));
          state.journal.append(id, entry(toolResult(`c${index}`, `${text} cat`)));
        }
        for (const args of [
          {},
          { query: "cat", limit: 20, role_filter: ["user", "tool"] },
          { query: "cat", session_id: "s0" },
          { session_id: "s0" },
          { session_id: "s0", around: 2 },
        ]) {
          const { content } = await call(tool, args);
          expect(content.length).toBeLessThanOrEqual(8_000);
        }
      },
    ),
    runs(100),
  );
});

test("a handle gives back what a compression left behind, to the letter, also in a copy", async () => {
  const state = filled();
  const text = `a fox 🦊, "quotes" and\n\ttabs`;
  state.journal.append("now", entry(toolResult("c9", JSON.stringify({ text: "long" }))));
  state.journal.append("now", entry(user(text)));
  const before = state.messages("now");
  const [first, , last] = before.map(({ id }) => id);
  const shortened = [user("Summary."), toolResult("c9", "{}"), user(text)];
  state.journal.append("now", { type: "compression", messages: shortened, at: now });
  state.journal.append("now", entry(user("And now?")));
  state.journal.create({ ...head("copy"), parentId: "now" }, [user("Summary.")]);

  const ids = state.liveIds("now").map(({ id }) => id);
  expect(ids).toEqual([undefined, before[1]?.id, last, (last ?? 0) + 3]);
  const { messages } = await ask(state, { recall: `${first}-${last}` });
  expect(messages).toMatchObject([
    { message_id: first, role: "user", text: "ferry parseHttpRequest" },
    { role: "read", text: '{"text":"long"}' },
    { message_id: last, text },
  ]);
  expect(state.originals("copy", { from: first ?? 0, to: last })).toEqual(before);
  expect(state.originals("trip", { from: first ?? 0, to: last })).toEqual([]);
  expect(await ask(state, { recall: "999" })).toMatchObject({
    error: expect.stringContaining("no message 999"),
  });
  expect(await ask(state, { recall: "the first" })).toMatchObject({
    error: expect.stringContaining("no handle"),
  });
});

test("whatever was said comes back character for character, in as many answers as it takes, none longer than a result may be", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          text: fc.string({ unit: "binary", maxLength: 40 }),
          times: fc.constantFrom(1, 3, 700),
          notes: fc.array(fc.string({ maxLength: 30 }), { maxLength: 2 }),
        }),
        { minLength: 1, maxLength: 6 },
      ),
      async (said) => {
        await using state = openState({ path: ":memory:" });
        state.journal.create(head("now"));
        const messages = said.map(({ text, times, notes }) => ({
          ...user(text.repeat(times)),
          ...(notes.length === 0 ? {} : { notes: notes.map((note) => note.repeat(times)) }),
        }));
        for (const message of messages) state.journal.append("now", entry(message));
        const ids = state.messages("now").map((message) => message.id);

        const found = new Map<number, string[]>();
        let next: string | undefined = `${ids[0]}-${ids.at(-1)}`;
        for (let answers = 0; next !== undefined && answers < 100; answers++) {
          // oxlint-disable-next-line no-await-in-loop -- one answer names the next
          const page: Answer = await ask(state, { recall: next });
          expect(JSON.stringify(page).length).toBeLessThan(14_000);
          for (const { message_id, text, notes = [] } of page.messages)
            found.set(
              message_id,
              [text, ...notes].map((part, at) => (found.get(message_id)?.[at] ?? "") + part),
            );
          next = /"([^"]+)"/.exec(page.read_on ?? "")?.[1];
        }
        expect([...found.keys()]).toEqual(ids);
        expect([...found.values()]).toEqual(
          said.map(({ text, times, notes }) => [text, ...notes].map((part) => part.repeat(times))),
        );
      },
    ),
    runs(300),
  );
});
