import { once } from "node:events";
import { connect as connectTcp } from "node:net";
import { createClient } from "@hermes/client";
import { scripted } from "@hermes/agent-loop";
import { socketMessage } from "@hermes/client/contract";
import type { RunEvent, SocketMessage } from "@hermes/client/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import { WebSocket } from "ws";
import { serve, tokens } from "./support/serve.ts";
import type { Served } from "./support/serve.ts";
import { connect } from "./support/socket-client.ts";
import type { SocketClient } from "./support/socket-client.ts";

type EventMessage = Extract<SocketMessage, { readonly type: "event" }>;

const isEnd = (message: SocketMessage): message is EventMessage =>
  message.type === "event" && message.event.type === "turn-end";

function eventsOf({ messages }: Pick<SocketClient, "messages">): readonly RunEvent[] {
  return messages.flatMap((message) => (message.type === "event" ? [message.event] : []));
}

function textOf(events: readonly RunEvent[]): string {
  return events.map((event) => (event.type === "text-delta" ? event.text : "")).join("");
}

const sentence = "The quick brown fox jumps over the lazy dog, and then it does so again. ";
const story = sentence.repeat(4);

test("several clients of one session see the same, each message as the contract has it", async () => {
  await using served = await serve(scripted([{ text: story, delayMs: 1 }]));
  const clients = await Promise.all([0, 1, 2].map(async () => await connect(served.url)));
  await clients[0]?.ask({ type: "run", sessionId: "s", input: "Tell me" });

  for (const client of clients) await client.ask({ type: "subscribe", sessionId: "s" });
  await Promise.all(clients.map(async (client) => await client.until(isEnd)));

  const [first, ...others] = clients.map((client) =>
    client.messages.flatMap((each) =>
      each.type === "event" ? [{ cursor: each.cursor, event: each.event }] : [],
    ),
  );
  expect(textOf(first?.map(({ event }) => event) ?? [])).toBe(story);
  for (const other of others) {
    // Whoever came later begins with the answer, and goes on with the very same.
    expect(other.at(-1)).toEqual(first?.at(-1));
    expect(textOf(other.map(({ event }) => event))).toBe(story);
  }
  for (const client of clients)
    for (const message of client.messages) expect(() => socketMessage.parse(message)).not.toThrow();
  await Promise.all(clients.map(async (client) => await client.close()));
});

test("over one connection a client speaks, steers, approves, answers and stops", async () => {
  const model = scripted([
    { calls: [{ name: "clarify", arguments: { question: "Which?", choices: ["/a", "/b"] } }] },
    { calls: [{ name: "remove", arguments: { path: "/a" } }] },
    { text: "Done.", hang: true },
  ]);
  await using served = await serve(model);
  const client = await connect(served.url, { as: "user" });
  await client.ask({ type: "run", sessionId: "s", input: "Delete one" });
  await client.ask({ type: "subscribe", sessionId: "s" });

  const asked = await client.until(
    (each): each is EventMessage => each.type === "event" && each.event.type === "question",
  );
  const question = asked.event.type === "question" ? asked.event.question : undefined;
  const answered = await client.ask({ type: "answer", questionId: question?.id, answer: "/a" });
  const wanted = await client.until(
    (each): each is EventMessage => each.type === "event" && each.event.type === "approval-request",
  );
  const approvalId = wanted.event.type === "approval-request" ? wanted.event.request.id : "";
  const steered = await client.ask({ type: "steer", sessionId: "s", text: "Be quick" });
  const always = await client.ask({ type: "approve", approvalId, answer: { decision: "always" } });
  const approved = await client.ask({ type: "approve", approvalId, answer: { decision: "once" } });
  await client.until((each) => each.type === "event" && each.event.type === "text-delta");
  const stopped = await client.ask({ type: "stop", sessionId: "s" });
  const end = await client.until(isEnd);

  expect(answered).toMatchObject({ ok: true });
  expect(steered).toMatchObject({ ok: true, result: { steered: true } });
  expect(always).toMatchObject({ ok: false, error: { code: "API_FORBIDDEN" } });
  expect(approved).toMatchObject({ ok: true, result: { approved: true } });
  expect(stopped).toMatchObject({ ok: true, result: { stopped: true } });
  expect(end.event).toMatchObject({ reason: "interrupted" });
  expect(JSON.stringify(model.requests[2]?.messages.at(-1))).toContain("Be quick");
  await client.close();
});

test("a subscription stays for the turns that come, wherever they are begun", async () => {
  await using served = await serve(scripted(({ messages }) => ({ text: `Answer ${messages.length}.` })));
  const client = await connect(served.url);
  await client.ask({ type: "run", sessionId: "s", input: "One" });
  await client.ask({ type: "subscribe", sessionId: "s" });
  await client.until(isEnd);

  await served.post("/api/runs", { sessionId: "s", input: "Two" });
  await client.until(
    (each) => isEnd(each) && each.event.type === "turn-end" && each.event.text === "Answer 3.",
  );

  expect(textOf(eventsOf(client))).toBe("Answer 1.Answer 3.");
  await client.close();
});

test.each([
  [{ type: "subscribe", sessionId: "none" }, "SESSION_NOT_FOUND"],
  [{ type: "subscribe", sessionId: "../x" }, "API_BAD_REQUEST"],
  [{ type: "subscribe", sessionId: "s", cursor: "\n" }, "API_BAD_CURSOR"],
  [{ type: "run" }, "API_BAD_REQUEST"],
  [{ type: "run", input: "x", more: 1 }, "API_BAD_REQUEST"],
  [{ type: "dance" }, "API_BAD_REQUEST"],
  [{ type: "approve", approvalId: "x", answer: { decision: "once" } }, "APPROVAL_NOT_FOUND"],
  [{ type: "answer", questionId: "x" }, "API_NOT_FOUND"],
])("%j gets the error %s, and the connection stays", async (request, code) => {
  await using served = await serve(scripted(() => ({ text: "Yes." })));
  await served.post("/api/runs", { sessionId: "s", input: "x" });
  const client = await connect(served.url);

  expect(await client.ask(request)).toMatchObject({ ok: false, error: { code } });
  client.ws.send("no JSON");
  client.ws.send(Buffer.from([1, 2, 3]));
  await client.until((each) => each.type === "reply" && each.id === null);
  expect(await client.ask({ type: "unsubscribe", sessionId: "s" })).toMatchObject({ ok: true });
  await client.close();
});

test("who may only read subscribes, and says nothing; a user hears of its own sessions alone", async () => {
  await using served = await serve(scripted(() => ({ text: "Yes." })));
  await served.post("/api/runs", { sessionId: "s", input: "x" });
  const [reader, user] = [
    await connect(served.url, { as: "read-only" }),
    await connect(served.url, { as: "user" }),
  ];

  const subscribed = await reader.ask({ type: "subscribe", sessionId: "s" });
  const said = await reader.ask({ type: "run", sessionId: "s", input: "x" });
  const strange = await user.ask({ type: "subscribe", sessionId: "s" });
  const spoken = await user.ask({ type: "run", sessionId: "s", input: "x" });

  expect(subscribed).toMatchObject({ ok: true });
  expect(said).toMatchObject({ ok: false, error: { code: "API_FORBIDDEN" } });
  expect(strange).toMatchObject({ ok: false, error: { code: "SESSION_NOT_FOUND" } });
  expect(spoken).toMatchObject({ ok: false, error: { code: "SESSION_NOT_FOUND" } });
  await Promise.all([reader.close(), user.close()]);
});

test("without a token, or at another path, there is no WebSocket; a browser's token comes as a protocol", async () => {
  await using served = await serve(scripted(() => ({ text: "Yes." })));
  const to = served.url.replace("http", "ws");
  const refusals = [
    new WebSocket(`${to}/ws`),
    new WebSocket(`${to}/ws?token=${tokens.owner}`),
    new WebSocket(`${to}/ws`, ["hermes.v1", "hermes.bearer.wrong-token-0123456789"]),
    new WebSocket(`${to}/api/sessions`, { headers: { authorization: `Bearer ${tokens.owner}` } }),
  ];

  const errors = await Promise.all(
    refusals.map(async (ws) => ((await once(ws, "error")) as [Error])[0].message),
  );
  const ws = new WebSocket(`${to}/ws`, ["hermes.v1", `hermes.bearer.${tokens.owner}`]);
  await once(ws, "open");

  expect(errors.map((message) => /\d+/.exec(message)?.[0])).toEqual(["401", "401", "401", "404"]);
  // What is chosen says nothing of the token.
  expect(ws.protocol).toBe("hermes.v1");
  ws.close();
});

test("a client that takes nothing is dropped, and goes on behind its last cursor", async () => {
  const long = "x".repeat(200_000);
  await using served = await serve(scripted([{ chunks: Array.from({ length: 80 }, () => long) }]), {
    limits: { maxWaitingBytes: 50_000, stalledMs: 300 },
  });
  const slow = await connect(served.url);
  const closed = once(slow.ws, "close");
  const begun = await slow.ask({ type: "run", sessionId: "s", input: "Much" });
  const { cursor } = (begun.ok ? begun.result : {}) as { readonly cursor?: string };
  await slow.ask({ type: "subscribe", sessionId: "s", cursor });
  await slow.until((each) => each.type === "event" && each.event.type === "text-delta");

  slow.ws.pause();
  await expect
    .poll(async () => await (await served.get("/metrics")).text(), { interval: 50 })
    .toContain("hermes_api_dropped_sockets_total 1");
  slow.ws.resume();
  await closed;
  const received = [...slow.messages];
  // Who reads can be too slow as well, where the machine is busy, and comes back as often as it is dropped.
  while (!received.some(isEnd)) {
    const last = received.findLast((each): each is EventMessage => each.type === "event");
    // oxlint-disable-next-line no-await-in-loop -- each goes on where the one before it was dropped
    const again = await connect(served.url);
    const dropped = once(again.ws, "close");
    const ended = again
      .ask({ type: "subscribe", sessionId: "s", cursor: last?.cursor })
      .then(async () => await again.until(isEnd));
    // oxlint-disable-next-line no-await-in-loop -- as above
    await Promise.race([ended, dropped]);
    received.push(...again.messages);
    again.ws.close();
  }

  expect(textOf(eventsOf(slow)).length).toBeLessThan(80 * long.length);
  expect(textOf(eventsOf({ messages: received })).length).toBe(80 * long.length);
});

test("wherever a stream is cut, and however often, the words are the same", async () => {
  await using served = await serve(
    scripted(() => ({ text: story, delayMs: 0, reasoning: "Hm. Let me think." })),
    {
      limits: { requestsPerMinute: 1_000_000 },
    },
  );
  const { sessionId } = (await (await served.post("/api/runs", { input: "Tell me" })).json()) as {
    readonly sessionId: string;
  };

  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 8 }),
      fc.boolean(),
      async (cuts, bySocket) => {
        const events: RunEvent[] = [];
        let cursor: string | undefined;
        for (const cut of [...cuts, Infinity]) {
          const read = bySocket
            ? bySocketFrom(served, sessionId, cursor)
            : byHttpFrom(served, sessionId, cursor);
          let count = 0;
          for await (const followed of read) {
            cursor = followed.cursor;
            events.push(followed.event);
            if (++count >= cut || followed.event.type === "turn-end") break;
          }
          if (events.at(-1)?.type === "turn-end") break;
        }

        expect(textOf(events)).toBe(story);
        expect(events.filter(({ type }) => type === "turn-end")).toHaveLength(1);
      },
    ),
    { numRuns: process.env["HERMES_TEST_LONG"] === "1" ? 300 : 25 },
  );
});

async function* byHttpFrom(served: Served, sessionId: string, cursor: string | undefined) {
  yield* createClient({ baseUrl: served.url, token: tokens.owner }).follow(sessionId, { cursor });
}

async function* bySocketFrom(served: Served, sessionId: string, cursor: string | undefined) {
  await using socket = createClient({ baseUrl: served.url, token: tokens.owner }).connect();
  yield* socket.subscribe(sessionId, { cursor });
}

const many = process.env["HERMES_TEST_LONG"] === "1" ? 1_000 : 200;

test(`${many} connections read one session, and leave nothing behind`, async () => {
  await using served = await serve(scripted([{ text: story, delayMs: 2 }]), {
    limits: { requestsPerMinute: 1_000_000 },
  });
  await served.post("/api/runs", { sessionId: "s", input: "Tell me" });
  const before = process.memoryUsage().heapUsed;

  const clients = await Promise.all(Array.from({ length: many }, async () => await connect(served.url)));
  await Promise.all(clients.map(async (client) => await client.ask({ type: "subscribe", sessionId: "s" })));
  await Promise.all(clients.map(async (client) => await client.until(isEnd)));
  const perSocket = (process.memoryUsage().heapUsed - before) / many;

  for (const client of clients) expect(textOf(eventsOf(client))).toBe(story);
  // Both ends of each connection, and all that the clients keep, are in this process.
  expect(perSocket).toBeLessThan(300_000);
  for (const client of clients) client.ws.terminate();
  await expect
    .poll(async () => await (await served.get("/metrics")).text())
    .toContain("hermes_api_open_sockets 0");
  expect(await (await served.get("/metrics")).text()).toContain("hermes_api_open_streams 0");
});

test("beyond the most streams there are no more, and what is there goes on", async () => {
  await using served = await serve(scripted([{ text: "Yes.", hang: true }]), { limits: { maxStreams: 2 } });
  await served.post("/api/runs", { sessionId: "s", input: "x" });
  const client = await connect(served.url);
  const stream = await served.get("/api/sessions/s/events");

  const refused = await served.get("/api/sessions/s/events");
  await stream.body?.cancel();
  await expect.poll(async () => (await served.get("/api/sessions/s/events")).status).toBe(200);

  expect(refused.status).toBe(503);
  expect(await client.ask({ type: "stop", sessionId: "s" })).toMatchObject({ ok: true });
  await client.close();
});

test("a connection that breaks in the middle of a frame ends, and nobody else's", async () => {
  await using served = await serve(scripted(() => ({ text: "Yes." })));
  const other = await connect(served.url);
  const { port } = new URL(served.url);
  const socket = connectTcp(Number(port), "127.0.0.1");
  socket.on("error", () => undefined);
  socket.write(
    `GET /ws HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nAuthorization: Bearer ${tokens.owner}\r\n\r\n`,
  );
  await once(socket, "data");
  socket.write(Buffer.from([0x81, 0xfe, 0xff]));
  socket.resetAndDestroy();

  await expect
    .poll(async () => await (await served.get("/metrics")).text())
    .toContain("hermes_api_open_sockets 1");
  expect(await other.ask({ type: "unsubscribe", sessionId: "s" })).toMatchObject({ ok: true });
  await other.close();
});
