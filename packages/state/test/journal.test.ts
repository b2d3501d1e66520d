import { join } from "node:path";
import { journalContract } from "@hermes/agent-loop/testing";
import type { Message } from "@hermes/models";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openState, type State } from "../src/index.ts";
import { assistant, entry, head, toolResult, user } from "./support/entries.ts";
import { runs } from "./support/long-runs.ts";
import { tempFolder } from "./support/temp-folder.ts";

describe("the contract of agent-loop's port", () => {
  const cases = journalContract(() => {
    const path = join(tempFolder(), "hermes.db");
    const opened: State[] = [];
    const open = (): State["journal"] => {
      const state = openState({ path });
      opened.push(state);
      return state.journal;
    };
    return { journal: open(), reopen: open, close: () => opened.forEach((state) => state.close()) };
  });
  for (const { name, run } of cases) test(name, run);
});

function openWith(id: string): State {
  const state = openState({ path: ":memory:" });
  state.journal.create(head(id));
  return state;
}

test("any message comes back equal in every field", () => {
  using state = disposable(openWith("s1"));
  const written: Message[] = [];

  fc.assert(
    fc.property(anyMessage, (message) => {
      state.journal.append("s1", entry(message));
      written.push(message);
    }),
    runs(10_000),
  );

  expect(state.journal.load("s1")?.messages).toStrictEqual(written);
});

test("what the loop adds to a person's words is sent again, and is neither found nor shown as their words", () => {
  using state = disposable(openWith("s1"));
  const said = { ...user("Plan the trip"), notes: ["<memory-context>Likes trains</memory-context>"] };

  state.journal.append("s1", entry(said));

  expect(state.journal.load("s1")?.messages).toEqual([said]);
  expect(state.search("trip").sessions).toHaveLength(1);
  expect(state.search("trains").sessions).toEqual([]);
  expect(state.sessions.get("s1")?.title).toBe("Plan the trip");
  for (const format of ["markdown", "sharegpt"] as const)
    expect(state.exportSession("s1", format)).not.toContain("trains");
});

test("a note that comes behind the words rides on them, and they are still found and titled", () => {
  using state = disposable(openWith("s1"));
  state.journal.append("s1", entry(user("Plan the trip")));

  state.journal.append("s1", { type: "note", text: "Likes trains", at: 2 });

  expect(state.journal.load("s1")?.messages).toEqual([{ ...user("Plan the trip"), notes: ["Likes trains"] }]);
  expect(state.search("trip").sessions).toHaveLength(1);
  expect(state.search("trains").sessions).toEqual([]);
  expect(state.sessions.get("s1")).toMatchObject({ title: "Plan the trip", messageCount: 1 });
});

test("any prompt and any tool definitions come back to the byte", () => {
  using state = disposable(openState({ path: ":memory:" }));
  let number = 0;

  fc.assert(
    fc.property(anyText, fc.dictionary(anyText, fc.jsonValue()), (system, parameters) => {
      const id = `s${++number}`;
      const tools = [{ name: "t", description: system, parameters }];
      state.journal.create(head(id, { system, tools }));

      const stored = state.journal.load(id)?.head;
      expect(stored?.system).toBe(system);
      expect(JSON.stringify(stored?.tools)).toBe(JSON.stringify(tools));
    }),
    runs(2_000),
  );
});

test("a prompt and definitions shared by many sessions are stored once", async () => {
  using state = disposable(openState({ path: ":memory:" }));
  const tools = [{ name: "t", description: "x".repeat(20_000), parameters: {} }];

  for (let n = 0; n < 50; n++) state.journal.create(head(`s${n}`, { tools }));

  const texts = await (await state.kysely()).selectFrom("texts").selectAll().execute();
  expect(texts).toHaveLength(2);
  expect(state.journal.load("s49")?.head.tools).toEqual(tools);
});

test("a session of an unknown id is refused by every kind of entry, and nothing of it is kept", async () => {
  using state = disposable(openWith("s1"));
  const entries = [
    entry(user("hello")),
    { type: "note", text: "x", at: 1 },
    { type: "partial", text: "x", reasoning: "", at: 1 },
    { type: "request-start", round: 1, model: "m", at: 1 },
    { type: "tool-start", callId: "c", name: "read", arguments: "{}", at: 1 },
    { type: "compression", messages: [user("short")], at: 1 },
    { type: "turn-end", reason: "answered", at: 1 },
  ] as const;

  for (const one of entries) {
    expect(() => state.journal.append("nobody", one)).toThrow(
      expect.objectContaining({ code: "STATE_SESSION_NOT_FOUND" }),
    );
  }

  const rows = await (await state.kysely()).selectFrom("messages").selectAll().execute();
  expect(rows).toEqual([]);
});

test("creating a session twice names the taken id", () => {
  using state = disposable(openWith("s1"));

  expect(() => state.journal.create(head("s1"))).toThrow(
    expect.objectContaining({ code: "STATE_SESSION_EXISTS" }),
  );
});

test("a call id that is used again in a later round is open again until its own result", () => {
  using state = disposable(openWith("s1"));
  const start = { type: "tool-start", callId: "c1", name: "read", arguments: "{}", at: 1 } as const;
  state.journal.append("s1", start);
  state.journal.append("s1", entry(toolResult("c1")));

  state.journal.append("s1", start);

  expect(state.journal.load("s1")?.startedCalls).toEqual(["c1"]);
});

test("shown text stays under way over a new request and the end of a turn, until a message holds it", () => {
  using state = disposable(openWith("s1"));
  state.journal.append("s1", { type: "request-start", round: 1, model: "m", at: 1 });
  state.journal.append("s1", { type: "partial", text: "shown", reasoning: "", at: 2 });

  state.journal.append("s1", { type: "turn-end", reason: "model-error", at: 3 });
  state.journal.append("s1", { type: "request-start", round: 1, model: "m", at: 4 });

  expect(state.journal.load("s1")?.partial).toEqual({ text: "shown", reasoning: "" });
  state.journal.append("s1", entry(assistant("shown")));
  expect(state.journal.load("s1")?.partial).toBeUndefined();
});

describe("a compression", () => {
  test("keeps what came before readable, marks what it wrote, and stores kept messages once", () => {
    using state = disposable(openWith("s1"));
    const kept = [user("three"), assistant("four")];
    for (const message of [user("one"), assistant("two"), ...kept])
      state.journal.append("s1", entry(message));

    state.journal.append("s1", { type: "compression", messages: [user("summary"), ...kept], at: 9 });
    state.journal.append("s1", entry(user("five")));

    expect(state.journal.load("s1")?.messages).toEqual([user("summary"), ...kept, user("five")]);
    const all = state
      .messages("s1")
      .map(({ message, fromCompression }) => [textOf(message), fromCompression]);
    expect(all).toEqual([
      ["one", false],
      ["two", false],
      ["three", false],
      ["four", false],
      ["summary", true],
      ["five", false],
    ]);
    expect(state.sessions.get("s1")?.messageCount).toBe(5);
  });

  test("finds each kept message again, the newest of equal ones first", async () => {
    using state = disposable(openWith("s1"));
    for (const text of ["yes", "no", "yes", "yes"]) state.journal.append("s1", entry(user(text)));

    state.journal.append("s1", {
      type: "compression",
      messages: [user("summary"), user("yes"), user("yes")],
      at: 9,
    });

    const history = await (await state.kysely()).selectFrom("histories").selectAll().executeTakeFirst();
    expect(history).toMatchObject({ message_ids: "[5,3,4]", after_id: 5, reason: "compression", at: 9 });
  });

  test("may bring another prompt, which is that of the session from then on, to the byte", () => {
    const path = join(tempFolder(), "hermes.db");
    const written = openState({ path });
    written.journal.create(head("s1"));
    written.journal.append("s1", entry(user("one")));
    const compression = { type: "compression", messages: [user("summary")], at: 9 } as const;

    written.journal.append("s1", { ...compression, system: 'Anew.\r\n\u0000\ud800"' });
    written.journal.append("s1", compression);
    written.close();

    using state = disposable(openState({ path }));
    expect(state.journal.load("s1")?.head).toEqual({ ...head("s1"), system: 'Anew.\r\n\u0000\ud800"' });
  });

  test("what the provider counted last is known until the history is shortened", () => {
    using state = disposable(openWith("s1"));
    const usage = {
      inputTokens: 900,
      outputTokens: 40,
      cacheReadTokens: 60,
      cacheWriteTokens: 0,
      reasoningTokens: 9,
    };
    const counted = (): number | undefined => state.journal.load("s1")?.contextTokens;

    expect(counted()).toBeUndefined();
    state.journal.append("s1", { ...entry(assistant("one")), usage });
    state.journal.append("s1", entry(assistant("cut off")));
    expect(counted()).toBe(1_000);
    state.journal.append("s1", { type: "compression", messages: [user("summary")], at: 9 });
    expect(counted()).toBeUndefined();
  });

  test("any sequence of messages and compressions leaves the history that a plain list would have", () => {
    const step = fc.oneof(
      { weight: 4, arbitrary: fc.record({ say: anyMessage }) },
      { weight: 1, arbitrary: fc.record({ drop: fc.nat(8), summary: fc.constantFrom("a", "b") }) },
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
        using state = disposable(openWith("s1"));
        state.journal.create(head("other"));
        let expected: readonly Message[] = [];
        for (const one of steps) {
          if ("say" in one) {
            state.journal.append("s1", entry(one.say));
            state.journal.append("other", entry(one.say));
            expected = [...expected, one.say];
          } else {
            expected = [user(one.summary), ...expected.slice(one.drop)];
            state.journal.append("s1", { type: "compression", messages: expected, at: 1 });
          }
        }

        expect(state.journal.load("s1")?.messages ?? []).toStrictEqual(expected);
      }),
      runs(1_000),
    );
  });
});

function textOf(message: Message): string {
  return message.role === "tool"
    ? message.content
    : message.content.map((part) => ("text" in part ? part.text : "")).join("");
}

/** Closes an in-memory store at the end of the block, also one that is used synchronously. */
function disposable(state: State): State & Disposable {
  return Object.assign(state, { [Symbol.dispose]: () => state.close() });
}

// Also text that UTF-8 can't hold, line breaks, and characters that end a string in C.
const anyText = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.string({ unit: "binary" }),
  fc.constantFrom("", "\0", "a\nb", "\ud83d", "\udc00x", "a\0b", "§"),
);
const textPart = fc.record({ type: fc.constant("text" as const), text: anyText });
const imagePart = fc.record({
  type: fc.constant("image" as const),
  mediaType: fc.constant("image/png"),
  data: fc.base64String(),
});
const reasoningPart = fc.record(
  { type: fc.constant("reasoning" as const), text: anyText, signature: anyText, provider: anyText },
  { requiredKeys: ["type", "text"] },
);
const callPart = fc.record({
  type: fc.constant("tool-call" as const),
  id: anyText,
  name: anyText,
  arguments: anyText,
});
const providerPart = fc.record({
  type: fc.constant("provider" as const),
  provider: anyText,
  // As it came from a provider: JSON.
  item: fc.jsonValue().map((value): unknown => JSON.parse(JSON.stringify(value))),
});
const anySources = fc.array(
  fc.record(
    { source: fc.constantFrom("web", "mail", "tickets"), name: anyText },
    { requiredKeys: ["source"] },
  ),
  { minLength: 1, maxLength: 3 },
);
const anyMessage: fc.Arbitrary<Message> = fc
  .oneof(
    fc.record(
      {
        role: fc.constant("user" as const),
        content: fc.array(fc.oneof(textPart, imagePart), { maxLength: 4 }),
        notes: fc.array(anyText, { maxLength: 2 }),
        provenance: anySources,
      },
      { requiredKeys: ["role", "content"] },
    ),
    fc.record(
      {
        role: fc.constant("assistant" as const),
        content: fc.array(fc.oneof(textPart, reasoningPart, callPart, providerPart), { maxLength: 5 }),
        finishReason: fc.constantFrom("stop" as const, "tool-calls" as const, "length" as const),
        provenance: anySources,
      },
      { requiredKeys: ["role", "content"] },
    ),
    fc.record(
      {
        role: fc.constant("tool" as const),
        callId: anyText,
        name: anyText,
        content: anyText,
        isError: fc.boolean(),
        notes: fc.array(anyText, { maxLength: 2 }),
        images: fc.array(imagePart, { maxLength: 2 }),
      },
      { requiredKeys: ["role", "callId", "name", "content"] },
    ),
  )
  // With an ordinary prototype, as messages have.
  .map((message) => structuredClone<Message>(message));
