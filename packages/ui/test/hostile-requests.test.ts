import { expect, test } from "vitest";
import { Agent, memoryJournal, scripted } from "@hermes/agent-loop";
import { createAgUiHandler, createChatHandler } from "../src/index.ts";
import type { HandlerOptions } from "../src/index.ts";
import { inMemory } from "./support/in-process.ts";
import { json, request, said, textOf } from "./support/requests.ts";
import { words } from "./support/sse-client.ts";

const secrets = /10\.0\.0\.7|\/srv\/app|ECONNREFUSED|stack|at async/;

test.for<[string, Record<string, string>, Partial<HandlerOptions>]>([
  ["the same host without TLS", { origin: "http://app.test", "sec-fetch-site": "cross-site" }, {}],
  [
    "a sibling domain whose proxy forges the host",
    { origin: "http://app.test", "sec-fetch-site": "same-site" },
    {},
  ],
  ["another port", { origin: "http://app.test:81" }, {}],
  ["a null origin where the host is empty", { origin: "null", host: "" }, {}],
  ["two origins at once", { origin: "http://app.test, https://evil.test" }, {}],
  [
    "a name that was pointed at this address",
    { host: "evil.test", origin: "http://evil.test" },
    { hosts: ["app.test"] },
  ],
  ["such a name with a port", { host: "evil.test:3000" }, { hosts: ["app.test", "localhost"] }],
])("a request of %s is refused on every path", async ([, headers, options]) => {
  const model = scripted([{ text: "No." }]);
  const handler = createChatHandler({ ...inMemory(model), ...options });
  const answers = [
    await handler.POST(said("Hi.", headers)),
    await handler.POST(request("/s/stop", { method: "POST", headers })),
    ...(await Promise.all(
      ["messages", "stream", "events"].map((name) => handler.GET(request(`/s/${name}`, { headers }))),
    )),
  ];

  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
  expect(model.requests).toHaveLength(0);
});

test("a host that is named is served, with any port where it is named without", async () => {
  const handler = createChatHandler({ ...inMemory(scripted([])), hosts: ["localhost", "app.test:8080"] });
  const statusOf = async (host: string): Promise<number> =>
    (await handler.GET(request("/s/messages", { headers: { host } }))).status;

  expect(await statusOf("localhost:3000")).toBe(200);
  expect(await statusOf("app.test:8080")).toBe(200);
  expect(await statusOf("app.test")).toBe(403);
});

test.for<[string, () => unknown]>([
  ["nothing", () => undefined],
  ["null", () => null],
  ["a number", () => 1],
  ["a visitor without an id", () => ({ userId: undefined })],
  ["an empty id", () => ({ userId: "" })],
  ["an error", () => Promise.reject(new Error("connect ECONNREFUSED 10.0.0.7:5432"))],
])("authorize that gives %s lets nobody in, on any path", async ([, given]) => {
  const model = scripted([{ text: "No." }]);
  // What JavaScript callers give.
  const authorize = given as NonNullable<HandlerOptions["authorize"]>;
  const handler = createChatHandler({ ...inMemory(model), authorize });

  const answers = [
    await handler.POST(said("Hi.")),
    await handler.POST(request("/s/stop", { method: "POST" })),
    ...(await Promise.all(
      ["messages", "stream", "events"].map((name) => handler.GET(request(`/s/${name}`))),
    )),
  ];

  for (const answer of answers) {
    expect([403, 500]).toContain(answer.status);
    expect(await answer.text()).not.toMatch(secrets);
  }
  expect(model.requests).toHaveLength(0);
});

test("a stranger stops nothing, reads nothing, and answers no question of another session", async () => {
  const call = { name: "remove", arguments: { path: "/a" }, id: "r1" };
  const options = inMemory(scripted([{ calls: [call] }, { text: "It goes on", hang: true }]));
  const handler = createChatHandler({
    ...options,
    authorize: (asked, id) => asked.headers.get("x-user") === id && { userId: id },
  });
  const mine = { "x-user": "mine" };
  const asked = await textOf(await handler.POST(said("Delete it.", mine, "mine")));
  const id = /"approvalId":"([^"]+)"/.exec(asked)?.[1] ?? "";
  const answer = (sessionId: string, headers: Record<string, string>): Request => {
    const part = { type: "tool-remove", state: "approval-responded", approval: { id, approved: true } };
    const body = JSON.stringify({ id: sessionId, messages: [{ role: "assistant", parts: [part] }] });
    return request("", { method: "POST", headers: { ...json, ...headers }, body });
  };

  expect((await handler.POST(answer("mine", { "x-user": "other" }))).status).toBe(403);
  expect((await handler.POST(answer("other", { "x-user": "other" }))).status).toBe(404);
  expect((await options.approvals?.get(id))?.status).toBe("open");

  const [one, two] = await Promise.all([
    handler.POST(answer("mine", mine)),
    handler.POST(answer("mine", mine)),
  ]);
  expect([one.status, two.status].toSorted()).toEqual([200, 409]);
  for (const path of ["/mine/stop", "/mine/stream", "/mine/messages", "/mine/events"]) {
    const method = path.endsWith("stop") ? "POST" : "GET";
    const refused = await handler[method](request(path, { method, headers: { "x-user": "other" } }));
    expect(refused.status).toBe(403);
  }
  expect(await (await handler.POST(request("/mine/stop", { method: "POST", headers: mine }))).json()).toEqual(
    { stopped: true },
  );
  await (one.status === 200 ? one : two).body?.cancel();
});

test("answers are counted before any is looked up", async () => {
  const options = inMemory(scripted([]));
  let lookups = 0;
  const approvals = {
    ...options.approvals,
    get: async () => void lookups++,
  } as unknown as HandlerOptions["approvals"];
  const approval = { id: "a1", approved: true };
  const parts = Array.from({ length: 60 }, () => ({ type: "tool-x", state: "approval-responded", approval }));
  const chat = await createChatHandler({ ...options, approvals }).POST(
    request("", {
      method: "POST",
      headers: json,
      body: JSON.stringify({ id: "s", messages: [{ role: "assistant", parts }] }),
    }),
  );
  const resume = parts.map(() => ({ interruptId: "a1", status: "resolved", payload: { approved: true } }));
  const agUi = await createAgUiHandler({ ...options, approvals }).POST(
    request("", {
      method: "POST",
      headers: json,
      body: JSON.stringify({ threadId: "s", runId: "r", messages: [], resume }),
    }),
  );

  expect([chat.status, agUi.status, lookups]).toEqual([413, 413, 0]);
});

test("an error inside a stream is a code and a neutral sentence; onError has the whole, and exposeErrors tells it", async () => {
  const broken = (): HandlerOptions["agent"] => (sessionId) =>
    new Agent({
      ...{ sessionId, journal },
      model: scripted([
        {
          events: [{ type: "retry", attempt: 1, delayMs: 0, reason: "connect ECONNREFUSED 10.0.0.7:443" }],
          error: new Error("no such file /srv/app/key.pem"),
        },
      ]),
    });
  const journal = memoryJournal();
  const told: unknown[] = [];
  const options = {
    ...inMemory(scripted([])),
    journal,
    agent: broken(),
    onError: (error: unknown) => void told.push(error),
  };
  const run = { threadId: "b", runId: "r", messages: [{ id: "1", role: "user", content: "Hi." }] };
  const agUi = (given: HandlerOptions): Promise<Response> =>
    createAgUiHandler(given).POST(request("", { method: "POST", headers: json, body: JSON.stringify(run) }));
  const chat = createChatHandler(options);

  const texts = [
    await textOf(await chat.POST(said("Hi."))),
    await textOf(await chat.GET(request("/s/events"))),
    await textOf(await agUi(options)),
  ];

  for (const text of texts) {
    expect(text).not.toMatch(secrets);
    expect(text).not.toContain("key.pem");
  }
  expect(texts[0]).toContain('"errorText":"The turn failed."');
  expect(texts[0]).toContain("MODEL_");
  expect(JSON.stringify(told)).toContain("/srv/app/key.pem");
  expect(await textOf(await agUi({ ...options, exposeErrors: true }))).toContain("/srv/app/key.pem");
});

test("an onError that throws neither breaks an answer nor keeps a session busy", async () => {
  const options = inMemory(scripted([{ error: new Error("broken") }, { text: "Yes." }]));
  const onError = (): never => {
    throw new Error("The log is full.");
  };
  const handler = createChatHandler({ ...options, onError });
  const thrower = createChatHandler({ ...options, authorize: () => Promise.reject(new Error("x")), onError });

  expect((await thrower.POST(said("Hi."))).status).toBe(500);
  await textOf(await handler.POST(said("Hi.")));
  expect(await textOf(await handler.POST(said("Again.")))).toContain("Yes.");
});

test("several that queue answer one after another, and none is refused", async () => {
  const options = inMemory(scripted(({ messages }) => ({ text: `Answer ${messages.length}.`, delayMs: 1 })));
  const handler = createChatHandler({ ...options, whenBusy: "queue" });

  const answers = await Promise.all(["a", "b", "c", "d"].map(async (text) => await handler.POST(said(text))));

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  await Promise.all(answers.map(textOf));
  const stored = await options.journal.load("s");
  expect(stored?.messages.map(({ role }) => role)).toEqual(
    Array.from({ length: 4 }, () => ["user", "assistant"]).flat(),
  );
});

test("a body that comes byte by byte, ends early, or is deeper than a stack is answered by a code", async () => {
  const handler = createChatHandler({ ...inMemory(scripted([{ text: "Yes." }])), maxBodyBytes: 400_000 });
  const streamed = (
    chunks: Iterable<Uint8Array>,
    end: (controller: ReadableStreamDefaultController) => void,
  ): Request => {
    const iterator = chunks[Symbol.iterator]();
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        const next = iterator.next();
        if (next.done === true) end(controller);
        else controller.enqueue(next.value);
      },
    });
    return request("", { method: "POST", headers: json, body, duplex: "half" } as RequestInit & {
      headers: Record<string, string>;
    });
  };
  const bytes = new TextEncoder().encode(
    JSON.stringify({ id: "s", messages: [{ role: "user", parts: words("ü💡") }] }),
  );
  const oneByOne = [...bytes].map((byte) => Uint8Array.of(byte));
  const deep = new TextEncoder().encode(
    `{"id":"s","messages":[${"[".repeat(190_000)}${"]".repeat(190_000)}]}`,
  );
  const endless = (function* () {
    for (;;) yield new Uint8Array(1_000);
  })();

  const close = (controller: ReadableStreamDefaultController): void => controller.close();
  expect((await handler.POST(streamed([deep], close))).status).toBe(400);
  expect((await handler.POST(streamed(endless, close))).status).toBe(413);
  expect((await handler.POST(said("x", { "content-length": "400001" }))).status).toBe(413);
  const broken = await handler.POST(
    streamed(oneByOne.slice(0, 9), (controller) => controller.error(new Error("read ECONNRESET 10.0.0.7"))),
  );
  expect(await broken.json()).toEqual({ error: { code: "UI_FAILED", message: "The request failed." } });
  expect((await handler.POST(streamed(oneByOne, close))).status).toBe(200);
});
