import { expect, test, vi } from "vitest";
import { Agent } from "../src/index.ts";
import type { AgentEvent } from "../src/index.ts";
import { collect } from "../src/testing/index.ts";
import {
  echoTool,
  endOf,
  expectValid,
  modelOf,
  parsed,
  script,
  spyJournal,
  toolMessages,
  toolThat,
} from "./support.ts";

test("an abort while text streams keeps what was shown, ends as interrupted and does not throw", async () => {
  const controller = new AbortController();
  const agent = new Agent({ model: script([{ text: "The first part", hang: true }, { text: "Fine." }]) });
  const events: AgentEvent[] = [];

  for await (const event of agent.run("Hi", { signal: controller.signal })) {
    events.push(event);
    if (event.type === "text-delta" && event.text.endsWith("rt")) controller.abort();
  }

  expect(endOf(events)).toMatchObject({ reason: "interrupted", text: "The first part" });
  expect(agent.messages.at(-1)).toEqual({
    role: "assistant",
    content: [{ type: "text", text: "The first part" }],
  });
  await expect(agent.chat("And now?")).resolves.toBe("Fine.");
});

test("leaving the event loop early interrupts the turn and leaves a valid history", async () => {
  const journal = spyJournal();
  const agent = new Agent({
    model: script([{ text: "A long story", hang: true }, { text: "Short." }]),
    journal,
  });

  for await (const event of agent.run("Tell me")) if (event.type === "text-delta") break;

  expect(journal.entries.at(-1)).toMatchObject({ type: "turn-end", reason: "interrupted" });
  expect(agent.messages.map((message) => message.role)).toEqual(["user", "assistant"]);
  await expect(agent.chat("Shorter")).resolves.toBe("Short.");
});

test("an abort during a batch gives every call a result: run, cancelled while running, not run", async () => {
  const controller = new AbortController();
  const waits = toolThat(
    "waits",
    async (signal) => {
      controller.abort();
      await new Promise((_, reject) => {
        if (signal.aborted) reject(signal.reason);
        signal.addEventListener("abort", () => reject(signal.reason));
      });
    },
    { concurrency: "exclusive" },
  );
  const calls = [
    { name: "echo", arguments: { text: "x" } },
    { name: "waits" },
    { name: "echo", arguments: { text: "never" } },
  ];
  const agent = new Agent({ model: script([{ calls }, { text: "ok" }]), tools: [echoTool(), waits] });

  const events = await collect(agent.run("go", { signal: controller.signal }));

  expect(endOf(events).reason).toBe("interrupted");
  const results = toolMessages(agent.messages);
  expect(results).toHaveLength(3);
  expect(parsed(results[0])).toEqual({ text: "x" });
  expect(results[1]?.isError).toBe(true);
  expect(parsed(results[2])).toEqual({ error: "Cancelled by the user before it ran." });
  expectValid(agent.messages);
  await agent.chat("go on");
});

test("a tool that ignores the abort is abandoned after a grace period, with an unknown outcome", async () => {
  vi.useFakeTimers();
  try {
    const controller = new AbortController();
    const deaf = toolThat("deaf", async () => {
      controller.abort();
      await new Promise(() => undefined);
    });
    const agent = new Agent({ model: script([{ calls: [{ name: "deaf" }] }]), tools: [deaf] });

    const events = collect(agent.run("go", { signal: controller.signal }));
    await vi.advanceTimersByTimeAsync(4_000);

    expect(endOf(await events).reason).toBe("interrupted");
    expect(toolMessages(agent.messages)[0]?.content).toContain("may or may not");
  } finally {
    vi.useRealTimers();
  }
});

test("a model that ignores the abort is abandoned after a grace period, and its later events are dropped", async () => {
  vi.useFakeTimers();
  try {
    const controller = new AbortController();
    let goOn = (): void => undefined;
    const model = modelOf(async function* () {
      yield { type: "text-delta", text: "one" };
      await new Promise<void>((resolve) => {
        goOn = resolve;
      });
      yield { type: "text-delta", text: "two" };
    });
    const journal = spyJournal();
    const agent = new Agent({ model, journal });
    const events = collect(agent.run("go", { signal: controller.signal }));
    await vi.advanceTimersByTimeAsync(1);

    controller.abort();
    await vi.advanceTimersByTimeAsync(4_000);
    const seen = await events;
    goOn();
    await vi.advanceTimersByTimeAsync(300);

    expect(endOf(seen)).toMatchObject({ reason: "interrupted", text: "one" });
    expect(journal.entries.at(-1)?.type).toBe("turn-end");
    expect(agent.messages.at(-1)).toEqual({ role: "assistant", content: [{ type: "text", text: "one" }] });
  } finally {
    vi.useRealTimers();
  }
});

test("a turn that is aborted before it starts keeps the user's message and sends no request", async () => {
  const model = script([]);
  const agent = new Agent({ model });

  const events = await collect(agent.run("Hi", { signal: AbortSignal.abort() }));

  expect(endOf(events).reason).toBe("interrupted");
  expect(model.requests).toHaveLength(0);
  expect(agent.messages).toHaveLength(1);
});

test("chat throws the reason of its signal untouched", async () => {
  const reason = new Error("enough");
  const agent = new Agent({ model: script([{ text: "x", hang: true }]) });
  const controller = new AbortController();
  const answer = agent.chat("Hi", { signal: controller.signal });

  controller.abort(reason);

  await expect(answer).rejects.toBe(reason);
});

test("an interrupt at any event leaves a history that the next turn can build on", async () => {
  const steps = [
    {
      text: "First I look.",
      calls: [
        { name: "echo", arguments: { text: "a" } },
        { name: "echo", arguments: { text: "b" } },
      ],
    },
    {
      text: "Then once more.",
      calls: [
        { name: "alone", arguments: {} },
        { name: "echo", arguments: { text: "c" } },
      ],
    },
    { text: "That is all." },
  ];
  const tools = [echoTool(), toolThat("alone", () => ({ fine: true }), { concurrency: "exclusive" })];
  const total = (await collect(new Agent({ model: script(steps), tools }).run("go"))).length;

  for (let cut = 1; cut < total; cut++) {
    let requests = 0;
    const model = script((_request, index) => steps[requests++] ?? { text: `after ${index}` });
    const agent = new Agent({ model, tools });
    const controller = new AbortController();
    let seen = 0;
    for await (const event of agent.run("go", { signal: controller.signal })) {
      if (event.type !== "turn-end" && ++seen === cut) controller.abort();
    }
    expectValid(agent.messages);
    requests = steps.length;
    expect(endOf(await collect(agent.run("go on"))).reason).toBe("answered");
    expectValid(agent.messages);
  }
});
