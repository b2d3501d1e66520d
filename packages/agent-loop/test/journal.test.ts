import { describe, expect, test, vi } from "vitest";
import { Agent, memoryJournal } from "../src/index.ts";
import type { JournalEntry } from "../src/index.ts";
import { collect, journalContract } from "../src/testing/index.ts";
import { echoTool, endOf, finish, modelOf, script, spyJournal, toolThat } from "./support.ts";

describe("memoryJournal keeps the contract of a journal", () => {
  for (const { name, run } of journalContract(() => ({ journal: memoryJournal() }))) test(name, run);
});

test("a journal that forgets its sessions does not pass the contract", async () => {
  const forgetful = { ...memoryJournal(), load: () => undefined };
  const cases = journalContract(() => ({ journal: forgetful }));

  const outcomes = await Promise.allSettled(cases.map(({ run }) => run()));

  expect(outcomes.filter((outcome) => outcome.status === "rejected").length).toBeGreaterThan(5);
});

function outline(entry: JournalEntry): string {
  if (entry.type === "message") return `message ${entry.message.role}`;
  return entry.type === "tool-start" ? `tool-start ${entry.name}` : entry.type;
}

test("everything is written before the next step: user, request, answer, start of a tool, its outcome, end", async () => {
  const journal = spyJournal();
  const seen: string[] = [];
  const tool = toolThat("work", () => (seen.push(...journal.entries.map(outline)), {}));
  const model = script([{ text: "Working.", calls: [{ name: "work" }] }, { text: "Done." }]);

  await new Agent({ model, tools: [tool], journal }).chat("go");

  expect(seen).toEqual(["message user", "request-start", "message assistant", "tool-start work"]);
  expect(journal.entries.map(outline)).toEqual([
    ...seen,
    "message tool",
    "request-start",
    "message assistant",
    "turn-end",
  ]);
});

test("an answer is written with its usage, model and duration", async () => {
  const journal = spyJournal();

  await new Agent({ model: script([{ text: "Hi." }]), journal }).chat("go");

  const answer = journal.entries.find(
    (entry) => entry.type === "message" && entry.message.role === "assistant",
  );
  expect(answer).toMatchObject({
    model: "scripted",
    usage: { outputTokens: expect.any(Number) },
    durationMs: expect.any(Number),
  });
});

test("an asynchronous journal is awaited before the next step", async () => {
  const inner = spyJournal();
  let writing = 0;
  const journal = {
    ...inner,
    async append(sessionId: string, entry: JournalEntry) {
      writing++;
      await new Promise((resolve) => setImmediate(resolve));
      await inner.append(sessionId, entry);
      writing--;
    },
  };
  const tool = toolThat("work", () => ({ writing }));
  const agent = new Agent({
    model: script([{ calls: [{ name: "work" }] }, { text: "Done." }]),
    tools: [tool],
    journal,
  });

  for await (const event of agent.run("go"))
    if (event.type === "message" || event.type === "turn-end") expect(writing).toBe(0);

  expect(inner.entries.at(-1)?.type).toBe("turn-end");
});

test("text is in the journal 250 ms after it was shown, even when the model says nothing more", async () => {
  vi.useFakeTimers();
  try {
    const journal = spyJournal();
    let goOn = (): void => undefined;
    const model = modelOf(async function* () {
      yield { type: "reasoning-delta", text: "Hm." };
      yield { type: "text-delta", text: "Hel" };
      yield { type: "text-delta", text: "lo" };
      await new Promise<void>((resolve) => {
        goOn = resolve;
      });
      yield finish("Hello");
    });
    const events = collect(new Agent({ model, journal, sessionId: "s1" }).run("go"));

    await vi.advanceTimersByTimeAsync(249);
    expect(journal.entries.map(outline)).not.toContain("partial");
    await vi.advanceTimersByTimeAsync(1);

    expect(journal.entries.at(-1)).toMatchObject({ type: "partial", text: "Hello", reasoning: "Hm." });
    goOn();
    expect(endOf(await events).text).toBe("Hello");
    expect(await journal.load("s1")).not.toHaveProperty("partial");
  } finally {
    vi.useRealTimers();
  }
});

test("text is journaled in time also when a model never lets a timer run", async () => {
  const journal = spyJournal();
  let clock = 0;
  const model = modelOf(async function* () {
    for (let index = 0; index < 1_024; index++) {
      clock += 1;
      yield { type: "text-delta", text: "x" };
    }
    yield finish("x".repeat(1_024));
  });

  await collect(new Agent({ model, journal, now: () => clock }).run("go"));

  expect(journal.entries.filter((entry) => entry.type === "partial").length).toBeGreaterThanOrEqual(2);
});

test("a partial that cannot be written fails the run", async () => {
  const journal = spyJournal((entry) => {
    if (entry.type === "partial") throw new Error("disk full");
  });
  const model = modelOf(async function* () {
    yield { type: "text-delta", text: "Wrong" };
    yield { type: "restart", reason: "the stream broke" };
    yield finish("Right");
  });

  await expect(collect(new Agent({ model, journal }).run("go"))).rejects.toThrow("disk full");
});

test("text that a retry made void does not come back from the journal", async () => {
  const journal = spyJournal();
  const model = modelOf(async function* (_request, { signal }) {
    yield { type: "text-delta", text: "Wrong" };
    await vi.waitUntil(async () => (await journal.load("s1"))?.partial?.text === "Wrong");
    yield { type: "restart", reason: "the stream broke" };
    await new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  });
  const agent = new Agent({ model, journal, sessionId: "s1" });

  for await (const event of agent.run("go")) {
    if (event.type !== "text-restart") continue;
    expect((await journal.load("s1"))?.partial).toBeUndefined();
    break;
  }

  expect(agent.messages.map((message) => message.role)).toEqual(["user"]);
});

test("the journal keeps the messages in the order of their ends, the history in the order of the calls", async () => {
  const journal = spyJournal();
  const agent = new Agent({
    model: script([
      { calls: [{ name: "slow" }, { name: "echo", arguments: { text: "quick" } }] },
      { text: "ok" },
    ]),
    tools: [
      toolThat("slow", async () => (await new Promise((resolve) => setImmediate(resolve)), {}), {
        concurrency: "parallel",
      }),
      echoTool(),
    ],
    journal,
    sessionId: "s1",
  });

  await agent.chat("go");

  const stored = await journal.load("s1");
  expect(
    stored?.messages.filter((message) => message.role === "tool").map((message) => message.name),
  ).toEqual(["echo", "slow"]);
  expect(agent.messages.filter((message) => message.role === "tool").map((message) => message.name)).toEqual([
    "slow",
    "echo",
  ]);
});

test("text shown while a slow journal writes is written after it, before the answer", async () => {
  vi.useFakeTimers();
  try {
    const inner = spyJournal();
    const journal = {
      ...inner,
      async append(sessionId: string, entry: JournalEntry) {
        if (entry.type === "partial") await new Promise((resolve) => setTimeout(resolve, 400));
        await inner.append(sessionId, entry);
      },
    };
    const model = modelOf(async function* () {
      yield { type: "text-delta", text: "a" };
      await new Promise((resolve) => setTimeout(resolve, 260));
      yield { type: "text-delta", text: "b" };
      await new Promise((resolve) => setTimeout(resolve, 2_000));
      yield finish("ab");
    });
    const events = collect(new Agent({ model, journal }).run("go"));

    await vi.advanceTimersByTimeAsync(3_000);
    await events;

    const texts = inner.entries.flatMap((entry) => (entry.type === "partial" ? [entry.text] : []));
    expect(texts).toEqual(["a", "ab"]);
    expect(inner.entries.map(outline).slice(-3)).toEqual(["partial", "message assistant", "turn-end"]);
  } finally {
    vi.useRealTimers();
  }
});
