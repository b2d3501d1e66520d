import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { scripted } from "@hermes/agent-loop";
import { expect, test } from "vitest";
import { readEvents, serve, tokens } from "./support/serve.ts";
import type { ReadEvent, Served } from "./support/serve.ts";

const hello = { model: "hermes", messages: [{ role: "user", content: "Hello" }] };
const chat = "/v1/chat/completions";

interface Completion {
  readonly id: string;
  readonly choices: readonly { readonly message: { readonly content: string } }[];
}

async function eventsOf(response: Response): Promise<readonly ReadEvent[]> {
  return await firstEvents(response, Infinity);
}

test("curl gets an answer, and a stream that ends with [DONE]", async () => {
  await using served = await serve(scripted(() => ({ text: "Hello, you." })));
  const curl = async (body: object): Promise<string> => {
    const { stdout } = await promisify(execFile)("curl", [
      ...["-sS", "-N", `${served.url}${chat}`],
      ...["-H", `Authorization: Bearer ${tokens.owner}`],
      ...["-H", "Content-Type: application/json"],
      ...["-d", JSON.stringify(body)],
    ]);
    return stdout;
  };

  expect(JSON.parse(await curl(hello))).toMatchObject({ choices: [{ message: { content: "Hello, you." } }] });
  expect(await curl({ ...hello, stream: true })).toMatch(/data: \[DONE\]\n\n$/);
});

test.each([
  [{ ...hello, messages: [] }, "messages"],
  [{ ...hello, messages: "Hello" }, "messages"],
  [{ ...hello, messages: [{ role: "wizard", content: "x" }] }, "messages[0].role"],
  [{ ...hello, messages: [{ role: "user", content: 5 }] }, null],
  [{ ...hello, messages: [{ role: "assistant", content: "x" }] }, "messages"],
  [{ ...hello, messages: [{ role: "user", content: [{ type: "dance" }] }] }, "messages[0]"],
  [{ ...hello, temperature: 3 }, "temperature"],
  [{ ...hello, temperature: "hot" }, "temperature"],
  [{ ...hello, n: 2 }, "n"],
  [{ ...hello, logprobs: true }, "logprobs"],
  [{ ...hello, tools: [{ type: "web_search" }] }, "tools[0].type"],
  [{ ...hello, tools: [{ type: "function", function: { name: "a b" } }] }, "tools[0].function.name"],
  [{ ...hello, tool_choice: { type: "function", function: { name: "none" } } }, "tool_choice"],
  [{ ...hello, stream: "yes" }, "stream"],
  [{}, "messages"],
])("a chat of %j is refused in OpenAI's shape, with the field %j", async (body, param) => {
  await using served = await serve(scripted(() => ({ text: "Yes." })));

  const got = await served.post(chat, body);

  expect(got.status).toBe(400);
  expect(await got.json()).toEqual({
    error: { message: expect.any(String), type: "invalid_request_error", param, code: expect.any(String) },
  });
});

test.each([
  [{ input: [] }, "input"],
  [{ input: [{ type: "wizard" }] }, "input[0]"],
  [{ input: [{ type: "message", role: "user", content: [{ type: "dance" }] }] }, "input[0].content"],
  [{ input: [{ type: "item_reference", id: "msg_none" }] }, "input"],
  [{ input: "x", previous_response_id: "resp_none" }, null],
  [{ input: "x", conversation: "c" }, "conversation"],
])("a response of %j is refused", async (body, param) => {
  await using served = await serve(scripted(() => ({ text: "Yes." })));

  const got = await served.post("/v1/responses", body);

  expect([400, 404]).toContain(got.status);
  expect(await got.json()).toMatchObject({ error: { param } });
});

test("further fields are skipped, and null is as good as absent", async () => {
  await using served = await serve(scripted(() => ({ text: "Yes." })));

  const got = await served.post(chat, {
    ...hello,
    ...{ user: "u", store: true, metadata: {}, logit_bias: null, service_tier: "auto", novelty: [1] },
    ...{ temperature: null, tools: null, stop: null, stream: null, response_format: null },
  });

  expect(got.status).toBe(200);
});

test("a model that there is not is said to be none", async () => {
  await using served = await serve(scripted(() => ({ text: "Yes." })));

  const got = await served.post(chat, { ...hello, model: "none-such" });

  expect(got.status).toBe(404);
  expect(await got.json()).toMatchObject({
    error: { type: "not_found_error", code: "runtime_unknown_model" },
  });
});

test("a failure of the model is an error, streamed or not", async () => {
  await using served = await serve(scripted(() => ({ error: new Error("no such host 10.1.2.3") })));

  const whole = await served.post(chat, hello, { as: "user" });
  const events = await eventsOf(await served.post(chat, { ...hello, stream: true }));
  const response = (await (await served.post("/v1/responses", { input: "Hello" })).json()) as object;

  expect(whole.status).toBe(502);
  expect(JSON.stringify(await whole.json())).not.toContain("10.1.2.3");
  expect(events.some(({ data }) => data.includes('"error":{"message"'))).toBe(true);
  expect(response).toMatchObject({ status: "failed", error: { message: expect.any(String) } });
});

test("the sampling of a request reaches the model", async () => {
  const model = scripted([{ text: '{"a":1}' }]);
  await using served = await serve(model);

  await served.post(chat, {
    ...hello,
    ...{ temperature: 0.5, top_p: 0.9, seed: 7, stop: "END", max_tokens: 100, reasoning_effort: "low" },
    response_format: { type: "json_schema", json_schema: { name: "a", schema: { type: "object" } } },
  });

  expect(model.requests[0]).toMatchObject({
    ...{ temperature: 0.5, topP: 0.9, seed: 7, stop: ["END"], maxOutputTokens: 100, reasoningEffort: "low" },
  });
});

test.each([true, false])(
  "an answer of a certain form is its JSON alone, streamed or not (the provider keeps to schemas: %s)",
  async (takesOutputSchemas) => {
    const schema = { type: "object", properties: { a: { type: "integer" } }, required: ["a"] };
    const model = scripted(
      ({ tools }) => {
        const answer = tools.find(({ description }) => description.startsWith("Gives the final answer"));
        return answer === undefined
          ? { text: '{"a": 1}' }
          : { text: "I answer.", calls: [{ name: answer.name, arguments: { a: 1 } }] };
      },
      { takesOutputSchemas },
    );
    await using served = await serve(model);
    const asked = {
      ...hello,
      response_format: { type: "json_schema", json_schema: { name: "a", schema } },
    };

    const whole = (await (await served.post(chat, asked)).json()) as Completion;
    const events = await eventsOf(await served.post(chat, { ...asked, stream: true }));
    const response = (await (
      await served.post("/v1/responses", {
        input: "Hello",
        text: { format: { type: "json_schema", name: "a", schema } },
      })
    ).json()) as object;

    expect(whole.choices).toMatchObject([{ finish_reason: "stop", message: { content: '{"a":1}' } }]);
    expect(events.map(({ data }) => (data === "[DONE]" ? "" : contentOf(data))).join("")).toBe('{"a":1}');
    expect(response).toMatchObject({ output: [{ content: [{ text: '{"a":1}' }] }] });
  },
);

test("one key is one turn, however many ask at once, and another body under it is refused", async () => {
  const model = scripted(() => ({ text: "Once.", delayMs: 5 }));
  await using served = await serve(model);
  const headers = { "idempotency-key": "k1" };

  const answers = await Promise.all(
    Array.from({ length: 20 }, async () => await (await served.post(chat, hello, { headers })).text()),
  );
  const later = await (await served.post(chat, hello, { headers })).text();
  const other = await served.post(chat, { ...hello, seed: 1 }, { headers });
  const others = await served.post(chat, hello, { headers, as: "user" });

  expect(new Set([...answers, later]).size).toBe(1);
  expect(model.requests).toHaveLength(2);
  expect(other.status).toBe(422);
  expect(await others.text()).not.toBe(later);
});

test("a key whose request was refused is free again", async () => {
  await using served = await serve(scripted([{ text: "Hang", hang: true }, { text: "Yes." }]));
  const headers = { "idempotency-key": "k1", "x-hermes-session-id": "s" };
  await served.post("/api/runs", { sessionId: "s", input: "x" });

  const busy = await served.post(chat, hello, { headers });
  await served.post("/api/sessions/s/stop", {});
  const free = await served.post(chat, hello, { headers });

  expect(busy.status).toBe(409);
  expect(free.status).toBe(200);
});

test("a stream that was cut goes on behind its last event, under the same key", async () => {
  const words = Array.from({ length: 30 }, (_, index) => `word${index} `);
  await using served = await serve(scripted([{ chunks: words, delayMs: 2 }]));
  const asked = { ...hello, stream: true };
  const headers = { "idempotency-key": "k1" };
  const got: ReadEvent[] = [];

  for (const cut of [5, 9, 1, Infinity]) {
    const last = got.at(-1)?.id;
    const response = await served.post(chat, asked, {
      headers: last === undefined ? headers : { ...headers, "last-event-id": last },
    });
    let count = 0;
    for await (const event of readEvents(response)) {
      got.push(event);
      if (++count >= cut) break;
    }
  }

  const numbers = got.slice(0, -1).map(({ id }) => Number(id));
  const text = got.map(({ data }) => (data === "[DONE]" ? "" : contentOf(data))).join("");
  expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  expect(text).toBe(words.join(""));
  expect(got.at(-1)?.data).toBe("[DONE]");
});

function contentOf(data: string): string {
  const { choices } = JSON.parse(data) as {
    readonly choices: readonly { readonly delta: { readonly content?: string } }[];
  };
  return choices[0]?.delta.content ?? "";
}

test.each([false, true])("when the client goes, its turn ends (stream: %s)", async (stream) => {
  await using served = await serve(scripted([{ text: "Begun and", hang: true }]));
  const gone = new AbortController();
  const headers = { "x-hermes-session-id": "s" };

  const sent = served.post(chat, { ...hello, stream }, { headers, signal: gone.signal });
  await expect.poll(() => served.home.runs.running().length).toBe(1);
  if (stream) await (await sent).body?.getReader().read();
  gone.abort();
  await sent.catch(() => undefined);

  await expect.poll(() => served.home.runs.running().length).toBe(0);
  await expect.poll(async () => (await served.home.sessions.get("s"))?.endReason).toBe("interrupted");
});

test("a response in the background goes on without its client", async () => {
  await using served = await serve(scripted([{ text: "A long answer to a short question.", delayMs: 10 }]));
  const asked = { input: "Go", background: true, stream: true };

  const first = await served.post("/v1/responses", asked);
  const [created] = await firstEvents(first, 1);
  const { response } = JSON.parse(created?.data ?? "{}") as { readonly response: { readonly id: string } };

  await expect
    .poll(async (): Promise<unknown> => await (await served.get(`/v1/responses/${response.id}`)).json())
    .toMatchObject({
      status: "completed",
      output: [{ content: [{ text: expect.stringContaining("long") }] }],
    });
});

async function firstEvents(response: Response, count: number): Promise<readonly ReadEvent[]> {
  const events: ReadEvent[] = [];
  for await (const event of readEvents(response)) if (events.push(event) >= count) break;
  return events;
}

test("a response of another one can't be read, deleted, or gone on from", async () => {
  await using served = await serve(scripted(() => ({ text: "Yes." })));
  const { id } = (await (
    await served.post("/v1/responses", { input: "Hi" }, { as: "user" })
  ).json()) as Completion;

  const tried = await Promise.all([
    served.get(`/v1/responses/${id}`, { as: "other" }),
    served.get(`/v1/responses/${id}`, { as: "other", method: "DELETE" }),
    served.post(`/v1/responses/${id}/cancel`, {}, { as: "other" }),
    served.post("/v1/responses", { input: "Hi", previous_response_id: id }, { as: "other" }),
    served.post(
      "/v1/responses",
      { input: [{ type: "item_reference", id: `msg_${id.slice(5)}0000` }] },
      { as: "other" },
    ),
  ]);

  expect(tried.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
  expect((await served.get(`/v1/responses/${id}`, { as: "user" })).status).toBe(200);
});

test("an answer that starts anew is told once, streamed or not", async () => {
  const restarted = {
    chunks: ["Onc", "e upo", "n a ", "time."],
    events: [
      { type: "text-delta" as const, text: "Once upon" },
      { type: "restart" as const, reason: "The connection broke." },
    ],
  };
  await using served = await serve(scripted(() => restarted));

  const events = await eventsOf(await served.post(chat, { ...hello, stream: true }));
  const whole = (await (await served.post(chat, hello)).json()) as Completion;
  const response = (await (await served.post("/v1/responses", { input: "Hello" })).json()) as {
    readonly output: readonly { readonly content: readonly { readonly text: string }[] }[];
  };

  expect(events.map(({ data }) => (data === "[DONE]" ? "" : contentOf(data))).join("")).toBe(
    "Once upon a time.",
  );
  expect(whole.choices[0]?.message.content).toBe("Once upon a time.");
  expect(response.output.map(({ content }) => content[0]?.text)).toEqual(["Once upon a time."]);
});

test("where an answer starts anew with other words, a stream has both, apart", async () => {
  const restarted = {
    chunks: ["On", "ce."],
    events: [
      { type: "text-delta" as const, text: "Twice" },
      { type: "restart" as const, reason: "The connection broke." },
    ],
  };
  await using served = await serve(scripted(() => restarted));

  const events = await eventsOf(await served.post(chat, { ...hello, stream: true }));
  const response = (await (await served.post("/v1/responses", { input: "Hello" })).json()) as object;

  expect(events.map(({ data }) => (data === "[DONE]" ? "" : contentOf(data))).join("")).toBe(
    "Twice\n\nOnce.",
  );
  const whole = (await (await served.post(chat, hello)).json()) as Completion;
  // What is void is no part of what is told at once.
  expect(whole.choices[0]?.message.content).toBe("Once.");
  expect(response).toMatchObject({ output: [{ content: [{ text: "Once." }] }] });
});

test("what the agent itself does between is no call of the client's", async () => {
  const model = scripted([
    { text: "I look.", calls: [{ name: "weather", arguments: { city: "Lisbon" } }] },
    { text: "It is warm." },
  ]);
  await using served = await serve(model);

  const got = (await (await served.post(chat, hello)).json()) as Completion;

  expect(got.choices).toMatchObject([
    { finish_reason: "stop", message: { content: "I look.\n\nIt is warm." } },
  ]);
  expect(JSON.stringify(got)).not.toContain("tool_calls");
});

test("a client's tool beside a tool of the agent: both are called, and the result of the client's goes on", async () => {
  const model = scripted([
    {
      calls: [
        { name: "weather", arguments: { city: "Lisbon" }, id: "w" },
        { name: "show", arguments: { what: "map" }, id: "c1" },
        { name: "show", arguments: { what: "photo" }, id: "c2" },
      ],
    },
    { text: "Shown." },
  ]);
  await using served = await serve(model);
  const headers = { "x-hermes-session-id": "s" };
  const tools = [{ type: "function", function: { name: "show", parameters: { type: "object" } } }];

  const asked = (await (await served.post(chat, { ...hello, tools }, { headers })).json()) as Served;
  const told = (await (
    await served.post(
      chat,
      {
        tools,
        messages: [
          { role: "tool", tool_call_id: "c1", content: "one" },
          { role: "tool", tool_call_id: "c2", content: "two" },
        ],
      },
      { headers },
    )
  ).json()) as Completion;

  expect(asked).toMatchObject({
    choices: [{ finish_reason: "tool_calls", message: { tool_calls: [{ id: "c1" }, { id: "c2" }] } }],
  });
  expect(told.choices[0]?.message.content).toBe("Shown.");
  const results = served.home.state
    .messages("s")
    .flatMap(({ message }) =>
      message.role === "tool" ? [[message.callId, message.content, message.isError ?? false]] : [],
    );
  expect(results).toEqual([
    ["w", '{"city":"Lisbon","degrees":21}', false],
    ["c1", '{"result":"one"}', false],
    ["c2", '{"result":"two"}', false],
  ]);
});
