import type { ModelEvent } from "@hermes/models";
import { expect, test } from "vitest";
import { Agent } from "../src/index.ts";
import type { AgentEvent, AgentHooks } from "../src/index.ts";
import { echoTool, endOf, expectValid, script } from "./support.ts";
import { expectTakenByAll } from "./support-wires.ts";

const never = new Promise<never>(() => undefined);
type Around = Omit<AgentHooks, "name">;

/** Runs a turn whose hook is as given; it is interrupted once nothing comes any more. */
async function turnWith(
  hook: Around,
  isEndless: boolean,
): Promise<{ readonly agent: Agent; readonly events: AgentEvent[] }> {
  const model = script(() =>
    model.requests.length === 1 ? { calls: [{ name: "echo", arguments: { text: "x" } }] } : { text: "Done." },
  );
  const agent = new Agent({ model, tools: [echoTool()], hooks: [{ name: "odd", ...hook }], maxRounds: 5 });
  const controller = new AbortController();
  const events: AgentEvent[] = [];
  const timer = isEndless ? setTimeout(() => controller.abort(), 30) : undefined;
  try {
    for await (const event of agent.run("go", { signal: controller.signal })) events.push(event);
  } finally {
    clearTimeout(timer);
  }
  return { agent, events };
}

test.each<[string, Around]>([
  [
    "a request, before it is sent",
    {
      aroundModelRequest: async function* () {
        yield* [];
        await never;
      },
    },
  ],
  [
    "a request, behind its answer",
    {
      aroundModelRequest: async function* (_asked, next) {
        yield* next();
        await never;
      },
    },
  ],
  [
    "a request, without giving events up",
    {
      aroundModelRequest: () => ({
        [Symbol.asyncIterator]: () => ({ next: () => never, return: () => never }),
      }),
    },
  ],
  ["a call, before it runs", { aroundToolCall: () => never }],
  [
    "a call, behind it",
    {
      aroundToolCall: async (_call, next) => {
        await next();
        return await never;
      },
    },
  ],
  ["a turn, before it", { aroundTurn: () => never }],
  [
    "a turn, behind it",
    {
      aroundTurn: async (_turn, next) => {
        await next();
        await never;
      },
    },
  ],
])(
  "a hook that never ends %s ends with the abort, and the agent goes on",
  { timeout: 60_000 },
  async (_, hook) => {
    const { agent, events } = await turnWith(hook, true);

    expect(endOf(events).reason).toMatch(/interrupted|answered/);
    expectValid(agent.messages);
    await expectTakenByAll(agent.messages, [
      { name: "echo", description: "x", parameters: { type: "object", properties: {} } },
    ]);
  },
);

const odd = (...events: readonly unknown[]): Around => ({
  async *aroundModelRequest() {
    yield* events as readonly ModelEvent[]; // what JavaScript callers may give
  },
});

test.each<[string, Around]>([
  ["null", odd(null)],
  ["something without a kind", odd({ text: "x" })],
  [
    "an answer without content",
    odd({ type: "finish", message: { role: "assistant" }, finishReason: "stop" }),
  ],
  [
    "a message of another role",
    odd({ type: "finish", message: { role: "user", content: [] }, finishReason: "stop", usage: {} }),
  ],
  [
    "a list in place of a stream",
    { aroundModelRequest: (() => 7) as unknown as NonNullable<Around["aroundModelRequest"]> },
  ],
])(
  "a hook that gives %s in place of an answer ends the turn with an error that names it, and leaves a valid history",
  { timeout: 60_000 },
  async (_, hook) => {
    const { agent, events } = await turnWith(hook, false);

    expect(endOf(events)).toMatchObject({
      reason: "model-error",
      error: { code: "HOOK_FAILED", message: expect.stringContaining('"odd"') },
    });
    expectValid(agent.messages);
    await expectTakenByAll(agent.messages);
  },
);

test("a hook that asks four times in one round has all of it counted", async () => {
  const usage = { inputTokens: 10, outputTokens: 5, cacheReadTokens: 0, cacheWriteTokens: 0 };
  const model = script(() => ({ text: "Yes.", usage }));
  const hook: AgentHooks = {
    name: "again",
    async *aroundModelRequest(_asked, next) {
      for (let time = 0; time < 3; time++) {
        for await (const event of next()) void event;
      }
      yield* next();
    },
  };
  const agent = new Agent({ model, hooks: [hook] });
  const events: AgentEvent[] = [];
  for await (const event of agent.run("go")) events.push(event);

  expect([model.requests.length, endOf(events).usage.outputTokens]).toEqual([4, 20]);
});

test("a call that a hook runs twice has one result", async () => {
  let ran = 0;
  const { agent, events } = await turnWith(
    {
      aroundToolCall: async (_call, next) => {
        ran += 1;
        await next();
        return await next();
      },
    },
    false,
  );

  expect([endOf(events).reason, ran]).toEqual(["answered", 1]);
  expectValid(agent.messages);
});
