import fc from "fast-check";
import { expect, test } from "vitest";
import { Agent, createTodoList, createTodoTool, memoryJournal, resumeHistory } from "../src/index.ts";
import type { JournalEntry, Message } from "../src/index.ts";
import { collect } from "../src/testing/index.ts";
import { asking, head, replay, result, user } from "./histories.ts";
import { echoTool, endOf, expectValid, runs, script, spyJournal, toolMessages, toolThat } from "./support.ts";

test("a call that was started says that its outcome is unknown; one that was not says that it did not run", () => {
  const { messages, repairs } = resumeHistory({
    messages: [user, asking("a", "b", "c"), result("b")],
    startedCalls: ["a"],
  });

  expectValid(messages);
  expect(toolMessages(messages).map((message) => message.content)).toEqual([
    expect.stringContaining("outcome unknown"),
    "{}",
    expect.stringContaining("before it ran"),
  ]);
  expect(repairs.map((message) => (message.role === "tool" ? message.callId : message.role))).toEqual([
    "a",
    "c",
  ]);
});

test("text of an answer under way becomes a message that is marked as cut", () => {
  const { messages, repairs } = resumeHistory({
    messages: [user],
    partial: { text: "Half", reasoning: "Hm" },
    startedCalls: [],
  });

  const cut = {
    role: "assistant",
    content: [
      { type: "reasoning", text: "Hm" },
      { type: "text", text: "Half" },
    ],
  };
  expect(messages).toEqual([user, cut]);
  expect(messages[1]).not.toHaveProperty("finishReason");
  expect(repairs).toEqual([cut]);
});

test("results that answer nothing, or answer twice, are left out", () => {
  const { messages, repairs } = resumeHistory({
    messages: [
      result("x"),
      user,
      asking("a"),
      result("a", '"first"'),
      result("a", '"second"'),
      user,
      result("a"),
    ],
    startedCalls: [],
  });

  expect(messages).toEqual([user, asking("a"), result("a", '"first"'), user]);
  expect(repairs).toEqual([]);
});

test("a history that is whole comes back with the same message objects", () => {
  const whole = [user, asking("a", "b"), result("a"), result("b"), user];

  const { messages } = resumeHistory({ messages: whole, startedCalls: [] });

  expect(messages.every((message, index) => message === whole[index])).toBe(true);
});

interface PlannedRound {
  readonly text: string;
  readonly calls: readonly ("echo" | "alone")[];
  readonly cut: boolean;
}

const round: fc.Arbitrary<PlannedRound> = fc.record({
  text: fc.string({ maxLength: 40 }),
  calls: fc.array(fc.constantFrom("echo" as const, "alone" as const), { maxLength: 4 }),
  cut: fc.boolean(),
});

/** A run of several rounds, with interrupts, and everything the journal got. */
async function entriesOf(rounds: readonly PlannedRound[]): Promise<readonly JournalEntry[]> {
  const journal = spyJournal();
  let clock = 0;
  const model = script((_request, index) => {
    const { text = "", calls = [] } = rounds[index] ?? {};
    return {
      text: text === "" && calls.length === 0 ? "end" : text,
      calls: calls.map((name, n) => ({
        name,
        arguments: name === "echo" ? { text: `${index}.${n}` } : { n },
      })),
    };
  });
  const agent = new Agent({
    model,
    tools: [echoTool(), toolThat("alone", () => ({ done: true }), { concurrency: "exclusive" })],
    journal,
    sessionId: "s1",
    now: () => (clock += 100),
  });
  for (let turn = 0; model.requests.length <= rounds.length && turn <= rounds.length; turn++) {
    const controller = new AbortController();
    for await (const event of agent.run(`turn ${turn}`, { signal: controller.signal })) {
      if (event.type === "tool-call-start" && rounds[model.requests.length - 1]?.cut === true)
        controller.abort();
    }
  }
  return withPartials(journal.entries);
}

/** Adds to every answer the partials that a slow stream would have written. */
function withPartials(entries: readonly JournalEntry[]): readonly JournalEntry[] {
  return entries.flatMap((entry): JournalEntry[] => {
    if (entry.type !== "message" || entry.message.role !== "assistant") return [entry];
    const text = entry.message.content.map((part) => (part.type === "text" ? part.text : "")).join("");
    const steps = [0.3, 0.7, 1].map((share) => text.slice(0, Math.ceil(text.length * share)));
    return [
      ...steps.map((shown): JournalEntry => ({ type: "partial", text: shown, reasoning: "", at: 0 })),
      entry,
    ];
  });
}

function textsOf(messages: readonly Message[]): string[] {
  return messages.flatMap((message) =>
    message.role === "assistant"
      ? [message.content.map((part) => (part.type === "text" ? part.text : "")).join("")]
      : [],
  );
}

/** What a person has seen of the answers when the entries end here. */
function shownBy(entries: readonly JournalEntry[]): string[] {
  const shown: string[] = [];
  let under: string | undefined;
  for (const entry of entries) {
    if (entry.type === "partial") under = entry.text;
    if (entry.type !== "message" || entry.message.role !== "assistant") continue;
    shown.push(...textsOf([entry.message]));
    under = undefined;
  }
  return under === undefined ? shown : [...shown, under];
}

test("a run cut after any entry resumes to a valid history that has all that was shown", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(round, { minLength: 1, maxLength: 5 }), async (rounds) => {
      const entries = await entriesOf(rounds);
      for (let cut = 0; cut <= entries.length; cut++) {
        const kept = entries.slice(0, cut);
        const { messages, repairs } = resumeHistory(await replay(kept));
        expectValid(messages);
        expect(textsOf(messages).filter((text) => text !== "")).toEqual(
          shownBy(kept).filter((text) => text !== ""),
        );

        const repaired = kept.concat(repairs.map((message) => ({ type: "message", message, at: 0 })));
        const again = resumeHistory(await replay(repaired));
        expect(again).toEqual({ messages, repairs: [] });
      }
    }),
    runs(25, 1_000),
  );
});

const anyMessage: fc.Arbitrary<Message> = fc.oneof(
  fc.constant(user),
  fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 4 }).map((ids) => asking(...ids)),
  fc.constantFrom("a", "b", "c", "x").map((id) => result(id)),
);

test("any list of messages, however broken, becomes one in which every call has exactly one result", () => {
  fc.assert(
    fc.property(
      fc.array(anyMessage, { maxLength: 30 }),
      fc.subarray(["a", "b", "c"]),
      (messages, startedCalls) => {
        const resumed = resumeHistory({ messages, startedCalls });
        const open: string[] = [];
        for (const message of resumed.messages) {
          if (message.role === "tool") expect(message.callId).toBe(open.shift());
          else expect(open).toEqual([]);
          if (message.role !== "assistant") continue;
          const ids = message.content.flatMap((part) => (part.type === "tool-call" ? [part.id] : []));
          open.push(...new Set(ids));
        }
        expect(open).toEqual([]);
      },
    ),
    runs(500, 20_000),
  );
});

test("a resumed session sends the stored prompt and definitions, although tools and prompt have changed", async () => {
  const journal = memoryJournal();
  const first = script([{ calls: [{ name: "gone" }] }, { text: "one" }]);
  await new Agent({
    model: first,
    tools: [toolThat("gone", () => ({ here: true }))],
    prompt: "Old prompt.",
    journal,
    sessionId: "s1",
  }).chat("a");

  const second = script([{ calls: [{ name: "gone" }] }, { text: "two" }]);
  const agent = new Agent({
    model: second,
    tools: [echoTool()],
    prompt: "New prompt.",
    journal,
    sessionId: "s1",
  });
  const opening = await agent.open();
  await agent.chat("b");

  expect(opening).toMatchObject({ resumed: true, repairs: [] });
  expect(second.requests[0]?.system).toBe("Old prompt.");
  expect(JSON.stringify(second.requests[0]?.tools)).toBe(JSON.stringify(first.requests[0]?.tools));
  expect(toolMessages(agent.messages).at(-1)).toMatchObject({
    isError: true,
    content: expect.stringContaining("gone"),
  });
  const before = first.requests[1]?.messages ?? [];
  expect(second.requests[0]?.messages.slice(0, before.length)).toEqual(before);
});

test("repairs are in the journal before the session goes on, and the unknown outcome is told once", async () => {
  const journal = spyJournal();
  await journal.create({ ...head, tools: [{ name: "work", description: "", parameters: {} }] });
  for (const message of [user, asking("a", "b")])
    await journal.append("s1", { type: "message", message, at: 0 });
  await journal.append("s1", { type: "tool-start", callId: "a", name: "work", arguments: "{}", at: 0 });
  const agent = new Agent({
    model: script([{ text: "I see." }, { text: "Yes." }]),
    journal,
    sessionId: "s1",
  });

  const first = await collect(agent.continue());
  const second = await collect(agent.run("really?"));

  const warnings = [...first, ...second].filter((event) => event.type === "warning");
  expect(warnings).toMatchObject([{ code: "OUTCOME_UNKNOWN", message: expect.stringContaining("work") }]);
  const stored = await journal.load("s1");
  expectValid(stored?.messages ?? []);
  expect(stored?.messages).toEqual(agent.messages);
});

test("a cut answer is continued without a new message of the user", async () => {
  const agent = new Agent({
    model: script([{ text: "The first half", error: new Error("gone") }, { text: " and the rest." }]),
  });

  await collect(agent.run("go"));
  const end = endOf(await collect(agent.continue()));

  expect(end).toMatchObject({ reason: "answered", text: " and the rest." });
  await expect(collect(new Agent({ model: script([]) }).continue())).rejects.toMatchObject({
    code: "NOTHING_TO_CONTINUE",
  });
});

test("the plan is rebuilt from the history on resume", async () => {
  const journal = memoryJournal();
  const items = [
    { id: "1", content: "Look", status: "completed" },
    { id: "2", content: "Build", status: "in_progress" },
  ] as const;
  const before = createTodoList();
  const steps = [
    { calls: [{ name: "todo", arguments: { todos: items } }] },
    { calls: [{ name: "echo", arguments: { text: "x" } }] },
    { text: "ok" },
  ];
  await new Agent({
    model: script(steps),
    tools: [createTodoTool(before), echoTool()],
    todo: before,
    journal,
    sessionId: "s1",
  }).chat("go");

  const after = createTodoList();
  await new Agent({
    model: script([]),
    tools: [createTodoTool(after)],
    todo: after,
    journal,
    sessionId: "s1",
  }).open();

  expect(after.items).toEqual(items);
  expect(after.callsSinceUpdate).toBe(1);
});
