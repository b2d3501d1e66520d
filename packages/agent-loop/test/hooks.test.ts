import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { Agent, ToolRegistry, defineTool, memoryJournal } from "../src/index.ts";
import type { UserMessage } from "@hermes/models";
import type { AgentEvent, AgentHooks, AgentOptions, HookRefusal, TurnEnd } from "../src/index.ts";
import { collect } from "../src/testing/index.ts";
import { echoTool, expectValid, script, toolMessages } from "./support.ts";

const call = { calls: [{ name: "echo", arguments: { text: "x" } }] };
const boom = (): never => {
  throw new Error("boom");
};
const late = async (): Promise<never> => await new Promise(() => undefined);
const refuse = (): HookRefusal => ({ block: "not now" });

function agentWith(hooks: readonly AgentHooks[], options: Partial<AgentOptions> = {}): Agent {
  return new Agent({ model: script([call, { text: "ok" }]), tools: [echoTool()], hooks, ...options });
}

function endOf(events: readonly AgentEvent[]): TurnEnd {
  const end = events.at(-1);
  if (end?.type !== "turn-end") throw new Error("The turn has no end.");
  return end;
}

const warningsIn = (events: readonly AgentEvent[]): readonly string[] =>
  events.flatMap((event) => (event.type === "warning" ? [`${event.code}: ${event.message}`] : []));

test("hooks are called at each step, in this order, and once for each thing", async () => {
  const steps: string[] = [];
  const note = (step: string) => () => void steps.push(step);
  const hooks: AgentHooks = {
    name: "watch",
    sessionStart: ({ resumed }) => void steps.push(`session-start ${resumed}`),
    sessionEnd: note("session-end"),
    messageIn: note("message-in"),
    messageOut: ({ text, reason }) => void steps.push(`message-out ${reason} ${text}`),
    prompt: note("prompt"),
    modelRequest: ({ round }) => void steps.push(`request ${round}`),
    beforeToolCall: ({ tool }) => void steps.push(`before ${tool.name}`),
    afterToolCall: ({ result }) => void steps.push(`after ${result.content}`),
  };
  const model = script([call, { text: "ok" }, { text: "again" }]);
  const journal = memoryJournal();
  const options = { hooks: [hooks], tools: [echoTool()], journal, sessionId: "s1" };
  const agent = new Agent({ ...options, model });

  await agent.chat("a");
  await agent.chat("b");
  await agent.close();
  await agent.close();

  const turn = ["message-in", "request 1"];
  expect(steps).toEqual([
    ...["prompt", "session-start false", ...turn, "before echo", 'after {"text":"x"}', "request 2"],
    ...["message-out answered ok", ...turn, "message-out answered again", "session-end"],
  ]);
  steps.length = 0;
  await new Agent({ ...options, model: script([{ text: "later" }]) }).chat("c");
  // What this program would begin with is compared with what the session began with.
  expect(steps).toEqual(["prompt", "session-start true", ...turn, "message-out answered later"]);
});

test("what changes a message or the prompt is kept and sent so, each hook behind the one before", async () => {
  const add = (name: string): AgentHooks => ({
    name,
    messageIn: ({ content, ...rest }) => ({ ...rest, content: [...content, { type: "text", text: name }] }),
    prompt: (system) => `${system} ${name}`,
    afterToolCall: ({ result }) => ({ value: { seen: JSON.parse(result.content), by: name } }),
  });
  const model = script([call, { text: "ok" }]);
  const agent = agentWith([add("one"), add("two")], { model, prompt: "Zero." });

  await agent.chat("hi");

  expect(model.requests.map(({ system }) => system)).toEqual(["Zero. one two", "Zero. one two"]);
  expect(model.requests[0]?.messages[0]?.content).toEqual(
    ["hi", "one", "two"].map((text) => ({ type: "text", text })),
  );
  expect(toolMessages(agent.messages).map(({ content }) => JSON.parse(content))).toEqual([
    { by: "two", seen: { by: "one", seen: { text: "x" } } },
  ]);
});

describe.each([
  ["refuses", refuse, 'The hook "strict" refused it: not now'],
  ["throws", boom, 'The hook "strict" failed: boom'],
  ["takes too long", late, 'The hook "strict" failed: The hook "strict" took longer than 20 ms.'],
])("a hook that %s", (_, answer, message) => {
  const name = "strict";
  const timeoutMs = 20;

  test("keeps a message out of the history, and the next one may come in", async () => {
    let asked = 0;
    const model = script([{ text: "ok" }]);
    const agent = agentWith([{ name, timeoutMs, messageIn: () => (asked++ === 0 ? answer() : undefined) }], {
      model,
    });

    const end = endOf(await collect(agent.run("secret")));

    expect(end).toMatchObject({ reason: "refused", text: "", error: { code: "HOOK_REFUSED", message } });
    expect([agent.messages, model.requests]).toEqual([[], []]);
    expect(await agent.chat("fine")).toBe("ok");
  });

  test("keeps what is said while a turn runs from the model, with a warning", async () => {
    const textIn = ({ content }: UserMessage) =>
      content.map((part) => ("text" in part ? part.text : "")).join();
    const agent = agentWith([
      { name, timeoutMs, messageIn: (words) => (textIn(words) === "secret" ? answer() : undefined) },
    ]);
    const events: AgentEvent[] = [];

    for await (const event of agent.run("go")) {
      if (event.type === "tool-call-start") agent.steer("secret");
      events.push(event);
    }

    expect(warningsIn(events)).toEqual([`HOOK_REFUSED: ${message}`]);
    expect(toolMessages(agent.messages).map(({ notes }) => notes)).toEqual([undefined]);
    expect(endOf(events).reason).toBe("answered");
  });

  test("keeps a request from being sent, and what was done stays", async () => {
    const model = script([call]);
    const agent = agentWith(
      [{ name, timeoutMs, modelRequest: ({ round }) => (round === 2 ? answer() : undefined) }],
      { model },
    );

    const end = endOf(await collect(agent.run("go")));

    expect(end).toMatchObject({ reason: "refused", rounds: 1, error: { code: "HOOK_REFUSED", message } });
    expect(model.requests).toHaveLength(1);
    expect(agent.messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool"]);
    expectValid(agent.messages);
  });

  test("keeps a call from running, also one that a tool makes for the model", async () => {
    const ran: string[] = [];
    const registry = new ToolRegistry({ guard: () => ({ allow: true }) });
    const inner = defineTool({
      ...{ name: "inner", toolset: "test", description: "Runs.", input: z.object({}) },
      execute: async () => (ran.push("inner"), {}),
    });
    const outer = defineTool({
      ...{ name: "outer", toolset: "test", description: "Calls inner.", input: z.object({}) },
      execute: async (_args, context) =>
        await registry.dispatchValue("inner", {}, { ...context, callId: "c1.1" }),
    });
    registry.register(inner, outer);
    const model = script([{ calls: [{ name: "outer", arguments: {} }] }, { text: "ok" }]);
    const beforeToolCall: AgentHooks["beforeToolCall"] = async ({ tool }) =>
      tool.name === "inner" ? await answer() : undefined;
    const agent = agentWith([{ name, timeoutMs, beforeToolCall }], { model, tools: registry });

    await agent.chat("go");

    expect(ran).toEqual([]);
    expect(toolMessages(agent.messages)[0]?.content).toMatch(/not now|the hook \\"strict\\" failed/);
  });

  test("answers in place of the person, who is not asked", async () => {
    let asked = 0;
    const seen: unknown[] = [];
    const registry = new ToolRegistry({
      guard: async (_, context) => {
        const { callId, signal } = context;
        const about = { id: "a", sessionId: "s", callId, tool: "echo", action: "test.echo" };
        const given = await context.approve?.({ ...about, summary: "echo", reason: "test" }, { signal });
        if (given === undefined || "pending" in given) return { allow: false, reason: "" };
        return given.approved ? { allow: true } : { allow: false, reason: given.reason };
      },
    });
    registry.register(echoTool());
    const agent = agentWith(
      [
        {
          name,
          timeoutMs,
          approvalRequest: answer,
          approvalAnswer: (approval) => void seen.push(approval.answer),
        },
      ],
      { tools: registry, approver: async () => (asked++, { approved: true, scope: "once" }) },
    );

    const events = await collect(agent.run("go"));

    expect([asked, seen]).toEqual([0, [{ approved: false, reason: message, actor: "hook" }]]);
    expect(events.filter(({ type }) => type === "approval-request")).toEqual([]);
    expect(toolMessages(agent.messages)[0]?.content).toBe(JSON.stringify({ error: message }));
  });
});

test("a prompt that a hook can't finish starts no session", async () => {
  const journal = memoryJournal();
  const model = script([]);
  const agent = agentWith([{ name: "strict", prompt: boom }], { journal, model, sessionId: "s1" });

  await expect(agent.chat("hi")).rejects.toMatchObject({ code: "HOOK_FAILED" });

  expect([await journal.load("s1"), model.requests]).toEqual([undefined, []]);
});

test("a hook that only watches stops nothing: its failure is a warning, and the next hook is told", async () => {
  const told: string[] = [];
  const warnings: string[] = [];
  const failing: AgentHooks = {
    name: "bad",
    sessionStart: boom,
    messageOut: boom,
    afterCompression: boom,
    sessionEnd: boom,
  };
  const sound: AgentHooks = {
    name: "good",
    sessionStart: () => void told.push("start"),
    afterCompression: ({ messages }) => void told.push(`compressed ${messages.length}`),
    messageOut: () => void told.push("out"),
    sessionEnd: () => void told.push("end"),
  };
  const short = { role: "user", content: [{ type: "text", text: "short" }] } as const;
  const agent = agentWith([failing, sound], {
    model: script([{ text: "ok" }]),
    compressor: { compress: async () => [short] },
    onWarning: (message) => warnings.push(message),
  });

  const events = await collect(agent.run("hi"));
  await agent.close();

  const failed = 'The hook "bad" failed: boom';
  expect(warningsIn(events)).toEqual(Array.from({ length: 3 }, () => `HOOK_FAILED: ${failed}`));
  expect(warnings).toEqual([failed]);
  expect(told).toEqual(["start", "compressed 1", "out", "end"]);
  expect(endOf(events)).toMatchObject({ reason: "answered", text: "ok" });
});

test("an interrupt reaches a hook that waits, and is no failure of it", async () => {
  const controller = new AbortController();
  let heard = false;
  const hook: AgentHooks = {
    name: "slow",
    async modelRequest(_, { signal }) {
      controller.abort();
      heard = signal.aborted;
      await sleep(60_000, undefined, { signal });
    },
  };
  const model = script([]);
  const agent = agentWith([hook], { model });

  const events = await collect(agent.run("go", { signal: controller.signal }));

  expect([heard, endOf(events).reason, warningsIn(events), model.requests]).toEqual([
    true,
    "interrupted",
    [],
    [],
  ]);
});
