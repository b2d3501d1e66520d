import { AsyncLocalStorage } from "node:async_hooks";
import { ModelError } from "@hermes/models";
import type { Model, ModelEvent } from "@hermes/models";
import { expect, test } from "vitest";
import { Agent, SpendMeter, ToolRegistry, allowAll, defineTool, memoryJournal, z } from "../src/index.ts";
import type { AgentEvent, AgentHooks, AgentOptions, TurnEnd } from "../src/index.ts";
import { ChildTasks, delegateTool, memoryChildRecords } from "../src/delegate/index.ts";
import { collect } from "../src/testing/index.ts";
import { echoTool, expectValid, finish, modelOf, script, toolThat } from "./support.ts";

const place = new AsyncLocalStorage<string>();
const here = (): string => place.getStore() ?? "nowhere";
const within = (name: string): string => [place.getStore() ?? [], name].flat().join(" > ");
const boom = (): never => {
  throw new Error("boom");
};

/** Sets the async context around everything. */
const places: AgentHooks = {
  name: "places",
  aroundTurn: async (_turn, next, { sessionId }) => await place.run(within(sessionId), next),
  aroundModelRequest: ({ purpose }, next) => place.run(within(purpose), next),
  aroundToolCall: async ({ tool }, next) => await place.run(within(tool.name), next),
};

function agentWith(model: Model, hooks: readonly AgentHooks[], options: Partial<AgentOptions> = {}): Agent {
  return new Agent({ model, hooks, tools: [echoTool()], sessionId: "s", ...options });
}

function endOf(events: readonly AgentEvent[]): TurnEnd {
  const end = events.at(-1);
  if (end?.type !== "turn-end") throw new Error("The turn has no end.");
  return end;
}

const broken = new ModelError("Broken.", {
  ...{ kind: "bad-request", provider: "test", model: "m", retryable: false },
});
const shout = { calls: [{ name: "echo", arguments: { text: "x" } }] };

test("hooks hold turns, requests and calls, the first given as the outermost", async () => {
  const steps: string[] = [];
  const watch = (name: string): AgentHooks => ({
    name,
    async aroundTurn(_turn, next) {
      steps.push(`${name}: turn`);
      const { reason } = await next();
      steps.push(`${name}: ${reason}`);
    },
    async *aroundModelRequest({ round }, next) {
      steps.push(`${name}: request ${round}`);
      yield* next();
      steps.push(`${name}: answer ${round}`);
    },
    async aroundToolCall({ tool }, next) {
      steps.push(`${name}: ${tool.name}`);
      return await next();
    },
  });

  await agentWith(script([shout, { text: "ok" }]), [watch("a"), watch("b")]).chat("go");

  expect(steps).toEqual([
    ...[
      "a: turn",
      "b: turn",
      "a: request 1",
      "b: request 1",
      "b: answer 1",
      "a: answer 1",
      "a: echo",
      "b: echo",
    ],
    ...["a: request 2", "b: request 2", "b: answer 2", "a: answer 2", "b: answered", "a: answered"],
  ]);
});

test("the async context of a hook holds in the model, also where it goes on after an event, and in calls of calls", async () => {
  const seen: string[] = [];
  const model = modelOf(async function* (): AsyncGenerator<ModelEvent> {
    seen.push(here());
    yield { type: "retry", attempt: 1, delayMs: 0, reason: "busy" };
    seen.push(here());
    await new Promise((resolve) => setImmediate(resolve));
    const { length } = seen;
    if (length > 4) yield finish("ok");
    else {
      const call = { type: "tool-call", id: "c1", name: "outer", arguments: "{}" } as const;
      yield {
        ...finish(""),
        type: "finish",
        message: { role: "assistant", content: [call] },
        finishReason: "tool-calls",
      } as ModelEvent;
    }
  });
  const inner = toolThat("inner", () => void seen.push(here()));
  const outer = defineTool({
    name: "outer",
    toolset: "test",
    description: "Calls another one.",
    input: z.object({}),
    async execute(_input, context) {
      seen.push(here());
      await registry.dispatch("inner", {}, { ...context, callId: `${context.callId}.1` });
    },
  });
  const registry = new ToolRegistry({ guard: allowAll });
  registry.register(inner, outer);

  await agentWith(model, [places], { tools: registry }).chat("go");

  expect(seen).toEqual([
    ...["s > turn", "s > turn", "s > outer", "s > outer > inner"],
    ...["s > turn", "s > turn"],
  ]);
});

test("the async context of a hook holds in children", async () => {
  const seen: string[] = [];
  const journal = memoryJournal();
  const childModel = modelOf(async function* () {
    seen.push(here());
    yield finish("done");
  });
  const children = new ChildTasks({
    ...{ parentId: "s", depth: 0, records: memoryChildRecords(journal.notices) },
    sessions: {
      async open() {
        const agent = agentWith(childModel, [places], { sessionId: "child", journal });
        return { agent, [Symbol.asyncDispose]: () => agent.close() };
      },
    },
  });
  const model = script([
    { calls: [{ name: "delegate_task", arguments: { goal: "Do it." } }] },
    { text: "ok" },
  ]);

  await agentWith(model, [places], { journal, tools: [delegateTool(() => children)] }).chat("go");

  expect(seen).toEqual(["s > delegate_task > child > turn"]);
});

test("a hook changes how a request is sent, and nothing that the session has recorded", async () => {
  const model = script([{ text: "ok" }]);
  const change = { temperature: 0, maxOutputTokens: 9, system: "Another prompt.", messages: [] };

  await agentWith(model, [{ name: "cool", aroundModelRequest: (_asked, next) => next(change) }], {
    prompt: "The prompt.",
  }).chat("go");

  expect(model.requests).toMatchObject([
    { temperature: 0, maxOutputTokens: 9, system: "The prompt.", messages: [{ role: "user" }] },
  ]);
});

test("what a hook answers itself is the answer, and costs nothing", async () => {
  const model = script([]);
  const hook: AgentHooks = {
    name: "cache",
    async *aroundModelRequest() {
      yield { type: "text-delta", text: "kept" };
      yield finish("kept", { inputTokens: 100 });
    },
  };
  const agent = agentWith(model, [hook]);

  const end = endOf(await collect(agent.run("go")));

  expect(end).toMatchObject({ reason: "answered", text: "kept", usage: { inputTokens: 0, outputTokens: 0 } });
  expect([model.requests.length, agent.messages.length]).toEqual([0, 2]);
});

test("a hook sends a request again, what was shown is void, and both count", async () => {
  const usage = { inputTokens: 10, outputTokens: 5, cacheReadTokens: 0, cacheWriteTokens: 0 };
  const model = script([
    { text: "half", error: broken, usage },
    { text: "whole", usage },
  ]);
  const hook: AgentHooks = {
    name: "again",
    async *aroundModelRequest(_asked, next) {
      try {
        yield* next();
      } catch (error) {
        yield { type: "restart", reason: String(error) };
        yield* next();
      }
    },
  };

  const events = await collect(agentWith(model, [hook]).run("go"));

  expect(endOf(events)).toMatchObject({ reason: "answered", text: "whole" });
  expect(events.map(({ type }) => type)).toContain("text-restart");
  expect(endOf(events).usage.outputTokens).toBeGreaterThan(5);
});

test.each<[string, AgentHooks["aroundModelRequest"], object]>([
  ["of its own", boom, { code: "HOOK_FAILED", message: 'The hook "strict" failed: boom' }],
  [
    "between two events",
    async function* (_asked, next) {
      for await (const event of next()) yield event.type === "finish" ? boom() : event;
    },
    { code: "HOOK_FAILED", message: 'The hook "strict" failed: boom' },
  ],
  ["of the model", (_asked, next) => next(), { code: broken.code, message: "Broken." }],
  // oxlint-disable-next-line require-yield -- it has nothing to say
  [
    "that a model has",
    async function* () {
      throw broken;
    },
    { code: broken.code, message: "Broken." },
  ],
])(
  "an error %s that leaves a hook ends the turn as an error of the model",
  async (name, aroundModelRequest, error) => {
    const model = script([{ text: "hello", ...(name === "of the model" ? { error: broken } : {}) }]);
    const agent = agentWith(model, [{ name: "strict", ...(aroundModelRequest && { aroundModelRequest }) }]);

    const end = endOf(await collect(agent.run("go")));

    expect(end).toMatchObject({ reason: "model-error", error });
    expectValid(agent.messages);
  },
);

test("a hook around a request sees the end of a model that does not heed an abort", async () => {
  const ended: string[] = [];
  const stop = new AbortController();
  const model = modelOf(async function* () {
    yield { type: "text-delta", text: "So" } as const;
    stop.abort();
    await new Promise(() => undefined);
  });
  const hook: AgentHooks = {
    name: "watch",
    async aroundTurn(_turn, next) {
      ended.push((await next()).reason);
    },
    async *aroundModelRequest(_asked, next) {
      try {
        yield* next();
      } finally {
        ended.push("request");
      }
    },
  };

  const end = endOf(await collect(agentWith(model, [hook]).run("go", { signal: stop.signal })));

  expect([end.text, ended]).toEqual(["So", ["request", "interrupted"]]);
});

test("a hook that fails before a turn keeps it from beginning, and nothing is written", async () => {
  const model = script([{ text: "ok" }]);
  let isBroken = true;
  const hook: AgentHooks = {
    name: "gate",
    aroundTurn: async (_turn, next) => (isBroken ? boom() : await next()),
  };
  const agent = agentWith(model, [hook]);

  await expect(collect(agent.run("go"))).rejects.toMatchObject({ code: "HOOK_FAILED" });

  expect([agent.messages, model.requests]).toEqual([[], []]);
  isBroken = false;
  expect(await agent.chat("again")).toBe("ok");
});

test("a hook that does not let a turn run is a failure, one that fails after it a warning", async () => {
  const silent = agentWith(script([]), [{ name: "lazy", aroundTurn: async () => undefined }]);
  const late = agentWith(script([{ text: "ok" }]), [
    {
      name: "late",
      aroundTurn: async (_turn, next) => {
        await next();
        boom();
      },
    },
  ]);

  await expect(collect(silent.run("go"))).rejects.toMatchObject({
    code: "HOOK_FAILED",
    message: 'The hook "lazy" failed: it did not call next',
  });
  const events = await collect(late.run("go"));

  expect(endOf(events).text).toBe("ok");
  expect(events).toContainEqual({
    type: "warning",
    code: "HOOK_FAILED",
    message: 'The hook "late" failed: boom',
  });
});

test("a hook is around what is asked beside the loop for the session, and told for what", async () => {
  const purposes: string[] = [];
  const hook: AgentHooks = {
    name: "watch",
    aroundModelRequest(asked, next) {
      purposes.push(asked.purpose);
      return next();
    },
  };
  const compressor = {
    async compress({
      model,
      signal,
      messages,
    }: Parameters<NonNullable<AgentOptions["compressor"]>["compress"]>[0]) {
      for await (const event of model.stream({ system: "", tools: [], messages: [] }, { signal })) void event;
      return messages.slice(-1);
    },
  };
  const agent = agentWith(
    modelOf(async function* () {
      yield finish("ok");
    }),
    [hook],
    { compressor },
  );

  await agent.chat("go");
  const outside = new SpendMeter({ hooks: [hook] }).metered(script([{ text: "x" }]), "title");
  for await (const event of outside.stream(
    { system: "", tools: [], messages: [] },
    { signal: new AbortController().signal },
  ))
    void event;

  expect(purposes).toEqual(["compression", "turn"]);
});
