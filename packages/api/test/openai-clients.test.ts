import { createOpenAI } from "@ai-sdk/openai";
import { scripted } from "@hermes/agent-loop";
import type { ScriptedFunction } from "@hermes/models";
import {
  Agent,
  run,
  setDefaultOpenAIClient,
  setOpenAIAPI,
  setTracingDisabled,
  tool as agentTool,
} from "@openai/agents";
import { generateText, stepCountIs, streamText, tool } from "ai";
import OpenAI from "openai";
import { expect, test } from "vitest";
import * as z from "zod";
import { serve, tokens } from "./support/serve.ts";
import type { Served } from "./support/serve.ts";

function clientOf(served: Served): OpenAI {
  return new OpenAI({ apiKey: tokens.owner, baseURL: `${served.url}/v1`, maxRetries: 0 });
}

const lookUp = {
  name: "look_up",
  description: "Looks something up.",
  parameters: { type: "object", properties: { word: { type: "string" } }, required: ["word"] },
};

/** A model that has the client look something up, and says what came of it. */
const looksUp: ScriptedFunction = ({ messages }) => {
  const last = messages.at(-1);
  return last?.role === "tool"
    ? { text: `It says ${last.content}.` }
    : { text: "I look. ", calls: [{ name: "look_up", arguments: { word: "tea" }, id: "call_a" }] };
};

test("the openai SDK gets an answer of Chat Completions with its usage, and lists the models", async () => {
  const model = scripted([{ text: "Hello, you." }], { id: "m1" });
  await using served = await serve(model);
  const client = clientOf(served);

  const completion = await client.chat.completions.create({
    model: "hermes",
    messages: [
      { role: "system", content: "Be short." },
      { role: "user", content: "Hello" },
    ],
  });
  const models = await client.models.list();

  expect(completion.choices[0]?.message.content).toBe("Hello, you.");
  expect(completion.choices[0]?.finish_reason).toBe("stop");
  expect(completion.usage?.completion_tokens).toBeGreaterThan(0);
  expect(models.data.map(({ id }) => id)).toEqual(["hermes", "m1"]);
  expect(model.requests[0]?.system).toContain("You are a test.");
  expect(model.requests[0]?.system).toContain("Be short.");
});

test("what was said before comes with the messages of a chat without a session", async () => {
  const model = scripted([{ text: "Blue." }]);
  await using served = await serve(model);

  await clientOf(served).chat.completions.create({
    model: "hermes",
    messages: [
      { role: "user", content: "My colour is blue." },
      { role: "assistant", content: "Noted." },
      { role: "user", content: "Which is it?" },
    ],
  });

  const said = model.requests[0]?.messages.map(({ role }) => role);
  expect(said).toEqual(["user", "assistant", "user"]);
});

test("the openai SDK streams, with the usage at the end", async () => {
  await using served = await serve(scripted([{ text: "One two three four five six seven." }]));

  const stream = await clientOf(served).chat.completions.create({
    model: "hermes",
    messages: [{ role: "user", content: "Count" }],
    stream: true,
    stream_options: { include_usage: true },
  });
  let text = "";
  let pieces = 0;
  let usage: number | undefined;
  for await (const chunk of stream) {
    text += chunk.choices[0]?.delta.content ?? "";
    if (chunk.choices[0]?.delta.content) pieces++;
    usage = chunk.usage?.completion_tokens ?? usage;
  }

  expect(text).toBe("One two three four five six seven.");
  expect(pieces).toBeGreaterThan(2);
  expect(usage).toBeGreaterThan(0);
});

test("a call of the client's tool ends the chat, and goes on with its result", async () => {
  await using served = await serve(scripted(looksUp));
  const client = clientOf(served);
  const tools = [{ type: "function" as const, function: lookUp }];
  const question = { role: "user" as const, content: "What is tea?" };

  const asked = await client.chat.completions.create({ model: "hermes", messages: [question], tools });
  const [call] = asked.choices[0]?.message.tool_calls ?? [];
  const told = await client.chat.completions.create({
    model: "hermes",
    tools,
    messages: [
      question,
      { role: "assistant", content: "I look.", tool_calls: call === undefined ? [] : [call] },
      { role: "tool", tool_call_id: "call_a", content: '"a drink"' },
    ],
  });

  expect(asked.choices[0]?.finish_reason).toBe("tool_calls");
  expect(call).toMatchObject({ id: "call_a", function: { name: "look_up", arguments: '{"word":"tea"}' } });
  expect(told.choices[0]?.message.content).toBe('It says "a drink".');
});

test("in a session that is named, the result of the client's tool is all that is sent", async () => {
  await using served = await serve(scripted(looksUp));
  const client = clientOf(served);
  const tools = [{ type: "function" as const, function: lookUp }];
  const options = { headers: { "x-hermes-session-id": "tea" } };

  await client.chat.completions.create(
    { model: "hermes", messages: [{ role: "user", content: "What is tea?" }], tools },
    options,
  );
  const told = await client.chat.completions.create(
    {
      model: "hermes",
      tools,
      messages: [{ role: "tool", tool_call_id: "call_a", content: "a drink" }],
    },
    options,
  );

  expect(told.choices[0]?.message.content).toBe('It says {"result":"a drink"}.');
  const roles = served.home.state.messages("tea").map(({ message }) => message.role);
  expect(roles).toEqual(["user", "assistant", "tool", "assistant"]);
});

test("responses go on from one another, are kept, and forgotten", async () => {
  const model = scripted([{ reasoning: "Hm.", text: "Noted." }, { text: "Blue." }, { text: "Red." }]);
  await using served = await serve(model);
  const client = clientOf(served);

  const first = await client.responses.create({ model: "hermes", input: "My colour is blue." });
  const second = await client.responses.create({
    model: "hermes",
    input: "Which is it?",
    previous_response_id: first.id,
  });
  const other = await client.responses.create({
    model: "hermes",
    input: "And if it were red?",
    previous_response_id: first.id,
  });
  const kept = await client.responses.retrieve(second.id);
  await client.responses.delete(second.id);

  expect(first.output.map(({ type }) => type)).toEqual(["reasoning", "message"]);
  expect(first.output_text).toBe("Noted.");
  expect(second.output_text).toBe("Blue.");
  expect(second.usage?.output_tokens).toBeGreaterThan(0);
  expect(kept).toMatchObject({ id: second.id, status: "completed", output: second.output });
  expect(other.output_text).toBe("Red.");
  // The second one is no part of what the third was told.
  expect(model.requests[2]?.messages).toHaveLength(3);
  await expect(client.responses.retrieve(second.id)).rejects.toMatchObject({ status: 404 });
});

test("the openai SDK streams a response with a call, and goes on with its output", async () => {
  await using served = await serve(scripted(looksUp));
  const client = clientOf(served);
  const tools = [{ type: "function" as const, strict: false, ...lookUp }];

  const stream = client.responses.stream({ model: "hermes", input: "What is tea?", tools });
  const types: string[] = [];
  const numbers: number[] = [];
  for await (const event of stream) {
    types.push(event.type);
    numbers.push(event.sequence_number);
  }
  const asked = await stream.finalResponse();
  const told = await client.responses.create({
    model: "hermes",
    tools,
    previous_response_id: asked.id,
    input: [{ type: "function_call_output", call_id: "call_a", output: "a drink" }],
  });

  expect(types[0]).toBe("response.created");
  expect(types.at(-1)).toBe("response.completed");
  expect(types).toContain("response.output_text.delta");
  expect(types).toContain("response.function_call_arguments.done");
  expect(numbers).toEqual(numbers.map((_, index) => index));
  expect(asked.output.map(({ type }) => type)).toEqual(["message", "function_call"]);
  expect(told.output_text).toBe('It says {"result":"a drink"}.');
});

test("a response in the background is asked for later, read from the middle, and cancelled", async () => {
  await using served = await serve(
    scripted([
      { text: "It takes a while.", delayMs: 5 },
      { text: "Begun", hang: true },
    ]),
  );
  const client = clientOf(served);

  const begun = await client.responses.create({ model: "hermes", input: "Go", background: true });
  const events = await client.responses.retrieve(begun.id, { stream: true, starting_after: 3 });
  let first: number | undefined;
  let last: string | undefined;
  for await (const event of events) {
    first ??= event.sequence_number;
    last = event.type;
  }
  const done = await client.responses.retrieve(begun.id);
  const second = await client.responses.create({ model: "hermes", input: "Go", background: true });
  const cancelled = await client.responses.cancel(second.id);

  expect(begun.status).toBe("in_progress");
  expect(first).toBe(4);
  expect(last).toBe("response.completed");
  expect(done.output_text).toBe("It takes a while.");
  expect(cancelled.status).toBe("cancelled");
});

test("images go to the model as they were sent", async () => {
  const model = scripted([{ text: "A dot." }, { text: "A dot." }]);
  await using served = await serve(model);
  const dot =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
  const url = `data:image/png;base64,${dot}`;
  const client = clientOf(served);

  await client.chat.completions.create({
    model: "hermes",
    messages: [
      {
        role: "user",
        content: [
          { type: "text", text: "What is it?" },
          { type: "image_url", image_url: { url } },
        ],
      },
    ],
  });
  await client.responses.create({
    model: "hermes",
    input: [
      {
        role: "user",
        content: [
          { type: "input_text", text: "What is it?" },
          { type: "input_image", image_url: url, detail: "auto" },
        ],
      },
    ],
  });

  for (const { messages } of model.requests)
    expect(messages.at(-1)?.content).toContainEqual({ type: "image", mediaType: "image/png", data: dot });
});

test("the AI SDK answers, streams and runs its own tools", async () => {
  await using served = await serve(scripted(looksUp));
  const provider = createOpenAI({ apiKey: tokens.owner, baseURL: `${served.url}/v1` });
  const tools = {
    look_up: tool({
      description: "Looks something up.",
      inputSchema: z.object({ word: z.string() }),
      execute: ({ word }) => ({ word, means: "a drink" }),
    }),
  };

  for (const model of [provider.chat("hermes"), provider.responses("hermes")]) {
    const said = await generateText({ model, tools, prompt: "What is tea?", stopWhen: stepCountIs(3) });
    const streamed = streamText({ model, tools, prompt: "What is tea?", stopWhen: stepCountIs(3) });

    expect(said.text).toContain("a drink");
    expect(said.steps).toHaveLength(2);
    expect(await streamed.text).toContain("a drink");
  }
});

test("the OpenAI agents SDK runs an agent with a tool, by either API", async () => {
  await using served = await serve(scripted(looksUp));
  setTracingDisabled(true);
  setDefaultOpenAIClient(clientOf(served));

  for (const api of ["chat_completions", "responses"] as const) {
    setOpenAIAPI(api);
    const agent = new Agent({
      name: "Finder",
      model: "hermes",
      instructions: "Find things.",
      tools: [
        agentTool({
          name: "look_up",
          description: "Looks something up.",
          parameters: z.object({ word: z.string() }),
          execute: () => "a drink",
        }),
      ],
    });
    const result = await run(agent, "What is tea?");

    expect(result.finalOutput).toContain("a drink");
  }
});
