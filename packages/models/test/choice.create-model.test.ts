import type { IncomingMessage, ServerResponse } from "node:http";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  chooseModel,
  type ChooseModelOptions,
  type ChosenModel,
  createModel,
  type Model,
  type ModelEvent,
} from "../src/index.ts";
import { answering, closedOrigin, type Loopback, startLoopback } from "./support/loopback.ts";

const events: Readonly<Record<string, readonly unknown[]>> = {
  "/v1/chat/completions": [
    { choices: [{ index: 0, delta: { role: "assistant", content: "Hel" } }] },
    { choices: [{ index: 0, delta: { content: "lo" }, finish_reason: "stop" }] },
    { choices: [], usage: { prompt_tokens: 1000, completion_tokens: 100, total_tokens: 1100 } },
  ],
  "/v1/messages": [
    {
      type: "message_start",
      message: {
        id: "1",
        type: "message",
        role: "assistant",
        model: "m",
        content: [],
        stop_reason: null,
        usage: { input_tokens: 1000, output_tokens: 1 },
      },
    },
    { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
    { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Hello" } },
    { type: "content_block_stop", index: 0 },
    {
      type: "message_delta",
      delta: { stop_reason: "end_turn", stop_sequence: null },
      usage: { output_tokens: 100 },
    },
    { type: "message_stop" },
  ],
  "/v1/responses": [
    { type: "response.created", response: { id: "r", status: "in_progress", output: [] } },
    {
      type: "response.output_item.added",
      output_index: 0,
      item: { type: "message", id: "m", role: "assistant", status: "in_progress", content: [] },
    },
    { type: "response.output_text.delta", item_id: "m", output_index: 0, content_index: 0, delta: "Hello" },
    {
      type: "response.completed",
      response: {
        id: "r",
        status: "completed",
        model: "m",
        output: [
          {
            type: "message",
            id: "m",
            role: "assistant",
            status: "completed",
            content: [{ type: "output_text", text: "Hello", annotations: [] }],
          },
        ],
        usage: { input_tokens: 1000, output_tokens: 100, total_tokens: 1100 },
      },
    },
  ],
};

/** Answers each protocol at its own path with "Hello". */
function hello(request: IncomingMessage, response: ServerResponse): void {
  request.resume().on("end", () => {
    const answer = events[request.url ?? ""];
    if (answer === undefined)
      return answering(404, { error: { message: "no such path" } })(request, response);
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const event of answer) {
      const type =
        typeof event === "object" && event !== null && "type" in event
          ? `event: ${String(event.type)}\n`
          : "";
      response.write(`${type}data: ${JSON.stringify(event)}\n\n`);
    }
    response.end("data: [DONE]\n\n");
  });
}

async function chosen(options: Partial<ChooseModelOptions>): Promise<ChosenModel> {
  const choice = await chooseModel({ env: {}, ...options });
  if (!choice.ok) throw new Error(choice.reason);
  return choice;
}

async function ask(model: Model): Promise<ModelEvent[]> {
  const request = {
    system: "s",
    tools: [],
    messages: [{ role: "user", content: [{ type: "text", text: "hi" }] }],
  } as const;
  const seen: ModelEvent[] = [];
  for await (const event of model.stream(request, { signal: new AbortController().signal })) seen.push(event);
  return seen;
}

function textOf(seen: readonly ModelEvent[]): string {
  return seen.map((event) => (event.type === "text-delta" ? event.text : "")).join("");
}

function sentKeys({ requests }: Loopback): readonly unknown[] {
  return requests.map(({ headers }) => [headers.authorization, headers["x-api-key"]]);
}

// What the SDKs would pick up by themselves.
beforeEach(() => {
  vi.stubEnv("OPENAI_API_KEY", "leaked");
  vi.stubEnv("OPENAI_ORG_ID", "leaked");
  vi.stubEnv("OPENAI_BASE_URL", "http://127.0.0.1:1/leaked");
  vi.stubEnv("ANTHROPIC_API_KEY", "leaked");
  vi.stubEnv("ANTHROPIC_AUTH_TOKEN", "leaked");
  vi.stubEnv("ANTHROPIC_BASE_URL", "http://127.0.0.1:1/leaked");
});

afterEach(() => {
  vi.unstubAllEnvs();
});

test.each([
  ["openai", "Bearer k", undefined],
  ["openai-responses", "Bearer k", undefined],
  ["anthropic", undefined, "k"],
])(
  "%s answers through its own protocol, with the key that belongs to its base URL",
  async (provider, bearer, xApiKey) => {
    const server = await startLoopback(hello);
    const env = {
      OPENAI_API_KEY: "k",
      ANTHROPIC_API_KEY: "k",
      OPENAI_BASE_URL: server.origin,
      ANTHROPIC_BASE_URL: server.origin,
    };

    const model = await createModel(
      await chosen({ flags: { provider, baseUrl: server.origin, model: "m" }, env }),
    );

    expect(textOf(await ask(model))).toBe("Hello");
    expect(sentKeys(server)).toEqual([[bearer, xApiKey]]);
    expect(model).toMatchObject({ id: "m", provider: `${provider} (${server.origin.slice(7)})` });
  },
);

test.each(["openai", "openai-responses", "anthropic", "custom"])(
  "%s at a base URL of somebody else gets no key, not even one that an SDK finds in the environment",
  async (provider) => {
    const server = await startLoopback(hello);
    const env = {
      OPENAI_API_KEY: "k",
      ANTHROPIC_API_KEY: "k",
      ANTHROPIC_AUTH_TOKEN: "k",
      OPENROUTER_API_KEY: "k",
    };

    const model = await createModel(
      await chosen({ flags: { provider, baseUrl: server.origin, model: "m" }, env }),
    );

    expect(textOf(await ask(model))).toBe("Hello");
    const headers = JSON.stringify(server.requests[0]?.headers);
    expect(headers).not.toContain("leaked");
    expect(headers).not.toContain('"k"');
    expect(headers).not.toContain("Bearer k");
  },
);

test.each([
  ["anthropic", "1h", 3_600_000],
  ["anthropic", undefined, 300_000],
  ["openai", "1h", undefined],
] as const)("%s with a cache for %s keeps what it has read for %s ms", async (provider, cache_ttl, ttlMs) => {
  const settings = { provider, default: "some-model", api_key: "k", cache_ttl };

  const model = await createModel(await chosen({ settings, env: {} }));

  expect(model.cacheTtlMs).toBe(ttlMs);
});

test("an OAuth token travels as a bearer token and not as a key", async () => {
  const server = await startLoopback(hello);
  const env = { ANTHROPIC_AUTH_TOKEN: "t", ANTHROPIC_BASE_URL: server.origin };

  await ask(await createModel(await chosen({ flags: { model: "claude-x" }, env })));

  expect(sentKeys(server)).toEqual([["Bearer t", undefined]]);
});

test("window and price come from the catalogue, and a local server costs nothing", async () => {
  const server = await startLoopback(hello);
  const finish = async (choice: ChosenModel): Promise<[number, number | undefined]> => {
    const model = await createModel({ ...choice, baseUrl: `${server.origin}/v1` });
    const last = (await ask(model)).at(-1);
    return [model.contextWindow, last?.type === "finish" ? last.usage.costUsd : undefined];
  };

  const paid = await chosen({ flags: { provider: "openai", model: "gpt-5" }, env: { OPENAI_API_KEY: "k" } });
  const local = await chosen({ flags: { provider: "lmstudio", model: "gpt-5" } });

  expect(await finish(paid)).toEqual([400_000, (1000 * 1.25 + 100 * 10) / 1e6]);
  expect(await finish(local)).toEqual([400_000, 0]);
  expect((await createModel({ ...paid, contextWindow: 9000 })).contextWindow).toBe(9000);
  expect((await createModel(paid, { fetched: [{ id: "gpt-5", contextWindow: 5000 }] })).contextWindow).toBe(
    5000,
  );
});

test.each([
  ["openai", 401, { error: { message: "Incorrect API key" } }, "auth"],
  [
    "openai-responses",
    404,
    { error: { message: "The model does not exist", code: "model_not_found" } },
    "model-not-found",
  ],
  [
    "anthropic",
    401,
    { type: "error", error: { type: "authentication_error", message: "invalid x-api-key" } },
    "auth",
  ],
] as const)("%s that answers %i ends in one line for a person", async (provider, status, body, kind) => {
  const server = await startLoopback(answering(status, body));
  const model = await createModel(await chosen({ flags: { provider, baseUrl: server.origin, model: "m" } }));

  await expect(ask(model)).rejects.toMatchObject({ kind, status, hint: expect.any(String) });
  expect(server.requests).toHaveLength(1);
});

test("a server that is not there is named at once", async () => {
  const origin = await closedOrigin();
  const model = await createModel(await chosen({ flags: { baseUrl: origin, model: "m" } }));

  await expect(ask(model)).rejects.toMatchObject({
    kind: "unreachable",
    message: `Nothing answers at ${origin}.`,
  });
});

test("an overloaded server is asked again, after the wait that it asked for", async () => {
  let asked = 0;
  const server = await startLoopback((request, response) => {
    if (asked++ === 0)
      answering(529, { error: { message: "busy" } }, { "retry-after-ms": "5" })(request, response);
    else hello(request, response);
  });
  const model = await createModel(await chosen({ flags: { baseUrl: server.origin, model: "m" } }));

  const seen = await ask(model);

  expect(seen[0]).toMatchObject({ type: "retry", delayMs: 5 });
  expect(textOf(seen)).toBe("Hello");
});

test("an answer that breaks off is told again from the start", async () => {
  let asked = 0;
  const server = await startLoopback((request, response) => {
    if (asked++ > 0) return hello(request, response);
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write('data: {"choices":[{"index":0,"delta":{"content":"Hel"}}]}\n\n', () => response.destroy());
  });
  const model = await createModel(await chosen({ flags: { baseUrl: server.origin, model: "m" } }), {
    retry: { baseDelayMs: 1 },
  });

  const seen = await ask(model);

  expect(seen.map((event) => event.type)).toEqual([
    "text-delta",
    "restart",
    "retry",
    "text-delta",
    "text-delta",
    "finish",
  ]);
});

test("comments that a server sends while it thinks keep the answer alive", async () => {
  const server = await startLoopback((_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    let pings = 0;
    const timer = setInterval(() => {
      if (pings++ < 8) return response.write(": thinking\n\n");
      clearInterval(timer);
      for (const event of events["/v1/chat/completions"] ?? [])
        response.write(`data: ${JSON.stringify(event)}\n\n`);
      return response.end();
    }, 25);
    response.on("close", () => clearInterval(timer));
  });
  const choice = await chosen({ flags: { baseUrl: server.origin, model: "m" } });

  const model = await createModel(choice, { retry: { retries: 0, firstEventTimeoutMs: 150 } });

  expect(textOf(await ask(model))).toBe("Hello");
});
