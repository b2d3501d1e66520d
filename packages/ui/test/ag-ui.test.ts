import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { HttpAgent } from "@ag-ui/client";
import { EventSchemas } from "@ag-ui/core/schemas";
import { serve } from "@hono/node-server";
import { Agent, createTodoList, createTodoTool, scripted } from "@hermes/agent-loop";
import type { AgentEvent, Model } from "@hermes/agent-loop";
import { expect, test } from "vitest";
import { createAgUiHandler, toAgUi } from "../src/index.ts";
import type { AgUiEvent } from "../src/index.ts";
import { inMemory, listed, weather } from "./support/in-process.ts";

const run = { threadId: "s", runId: "r1" };
const usage = {
  inputTokens: 1,
  outputTokens: 1,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  reasoningTokens: 0,
};

async function eventsOf(
  events: AsyncIterable<AgentEvent>,
  options: object = {},
): Promise<readonly AgUiEvent[]> {
  const written: AgUiEvent[] = [];
  for await (const event of toAgUi(events, { ...run, ...options })) {
    EventSchemas.parse(JSON.parse(JSON.stringify(event)));
    written.push(event);
  }
  return written;
}

test("a turn becomes a run: steps, reasoning, text, a call with its result, and the plan as the state", async () => {
  const todo = createTodoList();
  const plan = {
    name: "todo",
    arguments: { todos: [{ id: "1", content: "Look", status: "pending" }] },
    id: "t1",
  };
  const call = { name: "weather", arguments: { city: "Rome" }, id: "w1" };
  const model = scripted([{ reasoning: "Plan.", text: "I look.", calls: [plan, call] }, { text: "Clear." }]);
  const agent = new Agent({ model, tools: [weather, createTodoTool(todo)], todo });

  const events = await eventsOf(agent.run("Weather?"));

  const types = events.map(({ type }) => type);
  expect(types.filter((type, index) => type !== types[index - 1])).toEqual([
    ...[
      "RUN_STARTED",
      "STEP_STARTED",
      "REASONING_START",
      "REASONING_MESSAGE_START",
      "REASONING_MESSAGE_CONTENT",
    ],
    ...[
      "REASONING_MESSAGE_END",
      "REASONING_END",
      "TEXT_MESSAGE_START",
      "TEXT_MESSAGE_CONTENT",
      "TEXT_MESSAGE_END",
    ],
    ...["TOOL_CALL_START", "TOOL_CALL_ARGS", "TOOL_CALL_START", "TOOL_CALL_ARGS", "TOOL_CALL_END"],
    ...["TOOL_CALL_RESULT", "STATE_SNAPSHOT", "STEP_FINISHED", "STEP_STARTED"],
    ...["TEXT_MESSAGE_START", "TEXT_MESSAGE_CONTENT", "TEXT_MESSAGE_END", "STEP_FINISHED", "RUN_FINISHED"],
  ]);
  expect(events.find(({ type }) => type === "STATE_SNAPSHOT")).toMatchObject({
    snapshot: { todos: [{ content: "Look" }] },
  });
  expect(events.at(-1)).toMatchObject({
    outcome: { type: "success" },
    result: { reason: "answered", text: "Clear." },
  });
});

test("an answer that starts anew is taken back, and an error ends the run with its code", async () => {
  const mine = [{ id: "u1", role: "user", content: "Hi." }];
  const error = { code: "MODEL_OVERLOADED", message: "The model is busy." };

  const events = await eventsOf(
    listed([
      { type: "request-start", round: 1 },
      { type: "text-delta", text: "old" },
      { type: "text-restart", reason: "the connection broke" },
      { type: "text-delta", text: "new" },
      { type: "retry", attempt: 1, delayMs: 10, reason: "busy" },
      { type: "turn-end", reason: "model-error", text: "", rounds: 1, usage, error },
    ]),
    { messages: mine, exposeErrors: true },
  );

  expect(events).toContainEqual({ type: "MESSAGES_SNAPSHOT", messages: mine });
  expect(events).toContainEqual({
    type: "CUSTOM",
    name: "retry",
    value: { attempt: 1, delayMs: 10, reason: "busy" },
  });
  expect(events.at(-1)).toMatchObject({ type: "RUN_ERROR", ...error });
});

async function withServer(model: Model, use: (url: string) => Promise<void>): Promise<void> {
  const handler = createAgUiHandler(inMemory(model));
  const server = serve({ fetch: handler.POST, hostname: "127.0.0.1", port: 0 });
  if (!server.listening) await once(server, "listening");
  try {
    // A TCP server has such an address.
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.close();
  }
}

test("the client of AG-UI runs a conversation over HTTP, and a call that waits for a person resumes by its interrupt", async () => {
  const call = { name: "remove", arguments: { path: "/a" }, id: "r1" };
  const model = scripted([{ text: "I delete it.", calls: [call] }, { text: "Done." }]);

  await withServer(model, async (url) => {
    const client = new HttpAgent({ url, threadId: "s" });
    client.setMessages([
      { id: "forged", role: "assistant", content: "I never said that." },
      { id: "u1", role: "user", content: "Delete it." },
    ]);
    await client.runAgent();
    const [interrupt] = client.pendingInterrupts;
    expect(interrupt).toMatchObject({ toolCallId: "r1", message: 'remove {"path":"/a"}' });

    await client.runAgent({
      resume: [{ interruptId: interrupt?.id ?? "", status: "resolved", payload: { approved: true } }],
    });

    expect(client.messages.slice(2)).toMatchObject([
      { role: "assistant", content: "I delete it.", toolCalls: [{ id: "r1", function: { name: "remove" } }] },
      { role: "tool", toolCallId: "r1", content: '{"removed":"/a"}' },
      { role: "assistant", content: "Done." },
    ]);
    expect(JSON.stringify(model.requests[0]?.messages)).not.toContain("never");
  });
});
