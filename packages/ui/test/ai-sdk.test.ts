import { Agent, scripted } from "@hermes/agent-loop";
import type { AgentEvent } from "@hermes/agent-loop";
import { asSchema, readUIMessageStream, uiMessageChunkSchema } from "ai";
import type { UIMessage as AiMessage, UIMessageChunk as AiChunk } from "ai";
import { expect, test } from "vitest";
import { z } from "zod";
import { toUIMessages, toUIMessageStream } from "../src/index.ts";
import type { UIMessage, UIMessageChunk } from "../src/index.ts";
import { listed, weather } from "./support/in-process.ts";

test("its types are those of the AI SDK", () => {
  const chunk = (made: UIMessageChunk): AiChunk => made;
  const message = (made: UIMessage): AiMessage => made;

  expect([chunk, message]).toHaveLength(2);
});

/** What the AI SDK's own client makes of a stream. Every chunk has passed its schema. */
async function shown(
  events: AsyncIterable<AgentEvent>,
  onChunk?: (chunk: UIMessageChunk) => void,
): Promise<AiMessage> {
  const schema = asSchema(uiMessageChunkSchema);
  const checked = toUIMessageStream(events, { messageId: "a1" }).pipeThrough(
    new TransformStream<UIMessageChunk, AiChunk>({
      async transform(chunk, controller) {
        onChunk?.(chunk);
        const result = await schema.validate?.(JSON.parse(JSON.stringify(chunk)));
        if (result?.success !== true) throw new Error(`no chunk: ${JSON.stringify(chunk)}`);
        controller.enqueue(result.value);
      },
    }),
  );
  let message: AiMessage | undefined;
  for await (const next of readUIMessageStream({ stream: checked, terminateOnError: false })) message = next;
  if (message === undefined) throw new Error("The stream had no message.");
  return message;
}

test("a turn with reasoning, a tool and an answer becomes the message that the AI SDK shows, live and from the history", async () => {
  const call = { name: "weather", arguments: { city: "Lisbon" } };
  const model = scripted([
    { reasoning: "Where?", text: "Let me look.", calls: [call] },
    { text: "Clear sky." },
  ]);
  const agent = new Agent({ model, tools: [weather] });

  const message = await shown(agent.run("How is the weather?"));

  const parts = message.parts.map(({ ...part }) =>
    "state" in part ? { type: part.type, state: part.state } : part,
  );
  expect(parts).toEqual([
    { type: "step-start" },
    { type: "reasoning", state: "done" },
    { type: "text", state: "done" },
    { type: "tool-weather", state: "output-available" },
    { type: "step-start" },
    { type: "text", state: "done" },
  ]);
  expect(message.parts[3]).toMatchObject({
    input: { city: "Lisbon" },
    output: { city: "Lisbon", degrees: 21 },
  });
  expect(message.metadata).toMatchObject({ sessionId: agent.sessionId, reason: "answered", rounds: 2 });
  const [, stored] = toUIMessages(agent.messages);
  expect(stored?.parts).toMatchObject(
    message.parts.map((part) =>
      "text" in part ? { type: part.type, text: part.text } : { type: part.type },
    ),
  );
});

test.each([
  ["the second fits", [{ text: '{"age":7}' }, { text: '{"name":"Ada"}' }], { name: "Ada" }],
  ["neither fits", [{ text: '{"age":7}' }, { text: '{"age":8}' }], null],
])("what was shown of an answer as data is taken back where it did not fit: %s", async (_, script, left) => {
  const agent = new Agent({
    model: scripted(script, { takesOutputSchemas: true }),
    output: z.object({ name: z.string() }),
  });
  const events: AgentEvent[] = [];
  const seen: unknown[] = [];
  for await (const event of agent.run("Who?")) events.push(event);

  const message = await shown(listed(events), (chunk) => {
    if (chunk.type === "data-output") seen.push(chunk.data);
  });

  expect(seen.slice(0, 2)).toEqual([{ age: 7 }, null]);
  expect(message.parts.filter(({ type }) => type === "data-output")).toMatchObject([{ data: left }]);
});

test("an answer that starts anew leaves nothing of what was shown before, and its calls' arguments stream", async () => {
  const usage = {
    inputTokens: 1,
    outputTokens: 1,
    cacheReadTokens: 0,
    cacheWriteTokens: 0,
    reasoningTokens: 0,
  };
  const content = [
    { type: "text", text: "new" },
    { type: "tool-call", id: "c1", name: "weather", arguments: '{"city":"Rome"}' },
  ] as const;
  const message = await shown(
    listed([
      { type: "turn-start", sessionId: "s", turn: 1 },
      { type: "request-start", round: 1 },
      { type: "text-delta", text: "old" },
      { type: "tool-call-delta", callId: "c0", name: "weather", arguments: "" },
      { type: "text-restart", reason: "the connection broke" },
      { type: "text-delta", text: "new" },
      { type: "tool-call-delta", callId: "c1", name: "weather", arguments: "" },
      { type: "tool-call-delta", callId: "c1", name: "weather", arguments: '{"city":' },
      { type: "tool-call-delta", callId: "c1", name: "weather", arguments: '"Rome"}' },
      { type: "message", message: { role: "assistant", content, finishReason: "tool-calls" } },
      { type: "tool-call-progress", callId: "c1", name: "weather", text: "looking", subject: "child-1" },
      { type: "retry", attempt: 1, delayMs: 10, reason: "busy" },
      {
        ...{ type: "tool-call-end", callId: "c1", name: "weather", isError: true, durationMs: 1 },
        content: '{"error":"No such city."}',
      },
      { type: "turn-end", reason: "interrupted", text: "new", rounds: 1, usage },
    ]),
  );

  expect(message.parts.filter(({ type }) => type === "text")).toMatchObject([{ text: "new" }]);
  expect(message.parts.filter(({ type }) => type === "tool-weather")).toMatchObject([
    { toolCallId: "c1", input: { city: "Rome" }, state: "output-error", errorText: "No such city." },
  ]);
  expect(message.parts).toContainEqual({
    ...{ type: "data-tool-progress", id: "c1 child-1" },
    data: { callId: "c1", name: "weather", text: "looking", subject: "child-1" },
  });
  expect(JSON.stringify(message.parts)).not.toContain("busy");
});
