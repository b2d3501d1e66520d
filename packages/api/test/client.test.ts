import { mkdtemp, rm } from "node:fs/promises";
import { createServer, connect as connectTcp } from "node:net";
import type { AddressInfo, Socket } from "node:net";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ApiError, createClient } from "@hermes/client";
import type { HermesClient, RunEvent } from "@hermes/client";
import { HermesError, scripted } from "@hermes/agent-loop";
import fc from "fast-check";
import { expect, test } from "vitest";
import { serve, tokens } from "./support/serve.ts";

const words = Array.from({ length: 60 }, (_, index) => `word${index} `);

function textOf(events: readonly RunEvent[]): string {
  return events.map((event) => (event.type === "text-delta" ? event.text : "")).join("");
}

const isLong = process.env["HERMES_TEST_LONG"] === "1";

/** A line to a server that breaks after so many bytes of its answers, again and again. */
async function breakingLine(
  to: string,
  cuts: readonly number[],
): Promise<AsyncDisposable & { url: string; breaks: number }> {
  const open = new Set<Socket>();
  let next = 0;
  const server = createServer((client) => {
    const upstream = connectTcp(Number(new URL(to).port), "127.0.0.1");
    let left = cuts[next++] ?? Infinity;
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(one);
      one.on("error", () => undefined);
      one.on("close", () => {
        open.delete(one);
        other.destroy();
      });
    }
    client.pipe(upstream);
    upstream.on("data", (data: Buffer) => {
      client.write(data.subarray(0, left));
      left -= data.length;
      if (left > 0) return;
      line.breaks++;
      client.end(() => client.destroy());
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const line = {
    // Bound to a port, it is no pipe.
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    breaks: 0,
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
  return line;
}

async function read(
  client: HermesClient,
  { sessionId, cursor, bySocket }: { sessionId: string; cursor?: string | undefined; bySocket: boolean },
): Promise<readonly RunEvent[]> {
  const events: RunEvent[] = [];
  await using socket = bySocket ? client.connect() : undefined;
  const followed = socket?.subscribe(sessionId, { cursor }) ?? client.follow(sessionId, { cursor });
  for await (const { event } of followed) {
    events.push(event);
    if (event.type === "turn-end") break;
  }
  return events;
}

test("every call goes by its name, and what is refused is an error with its code", async () => {
  await using served = await serve(scripted(() => ({ text: "Yes." })));
  const client = createClient({ baseUrl: served.url, token: tokens.owner });

  const me = await client.whoAmI();
  const events: RunEvent[] = [];
  for await (const { event } of client.run({ input: "Hello", sessionId: "s" })) events.push(event);
  const { items } = await client.listSessions({ query: { limit: 1 } });
  const session = await client.renameSession({ params: { id: "s" }, body: { title: "Named" } });
  const error: unknown = await client
    .getSession({ params: { id: "none" } })
    .catch((thrown: unknown) => thrown);
  const stranger = createClient({ baseUrl: served.url, token: "another-token-0123456789" });

  expect(me).toEqual({ name: "me", role: "owner" });
  expect(textOf(events)).toBe("Yes.");
  expect(items.map(({ id }) => id)).toEqual(["s"]);
  expect(session.title).toBe("Named");
  expect(error).toBeInstanceOf(ApiError);
  expect(HermesError.is(error)).toBe(true);
  expect(error).toMatchObject({ code: "SESSION_NOT_FOUND", status: 404 });
  await expect(stranger.listSessions()).rejects.toMatchObject({ code: "API_WRONG_TOKEN", status: 401 });
  await expect(stranger.follow("s").next()).rejects.toMatchObject({ code: "API_WRONG_TOKEN" });
  await expect(stranger.connect().stop("s")).rejects.toMatchObject({ code: "API_WRONG_TOKEN" });
  await expect(createClient({ baseUrl: "http://127.0.0.1:1", token: "x" }).whoAmI()).rejects.toMatchObject({
    code: "CLIENT_OFFLINE",
    status: 0,
  });
});

test.each([false, true])(
  "wherever a line breaks, and however often, each word comes once (WebSocket: %s)",
  async (bySocket) => {
    await using served = await serve(
      scripted(() => ({ chunks: words, delayMs: 1 })),
      {
        limits: { requestsPerMinute: 1_000_000 },
      },
    );
    let runs = 0;

    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 4_000 }), { maxLength: 3 }), async (cuts) => {
        const sessionId = `s${runs++}`;
        const near = createClient({ baseUrl: served.url, token: tokens.owner });
        const { cursor } = await near.startRun({ body: { sessionId, input: "Tell me" } });
        await using line = await breakingLine(served.url, cuts);
        const client = createClient({ baseUrl: line.url, token: tokens.owner, fetch: unpooled });

        expect(textOf(await read(client, { sessionId, cursor, bySocket }))).toBe(words.join(""));
      }),
      { numRuns: isLong ? 100 : 6 },
    );
  },
  // Each break waits a little before it tries again.
  isLong ? 300_000 : 60_000,
);

/** Each request over a line of its own, as a browser after a break has it. */
const unpooled: typeof fetch = async (url, init) =>
  await fetch(url, {
    ...init,
    headers: { ...(init?.headers as Record<string, string>), connection: "close" },
  });

test.each([false, true])(
  "a server that is gone and comes back is gone on with, without a lost or doubled word (WebSocket: %s)",
  async (bySocket) => {
    const folder = await mkdtemp(join(tmpdir(), "api-client-"));
    const path = join(folder, "state.db");
    const model = scripted([{ chunks: words.slice(0, 30), hang: true }, { chunks: words.slice(30) }]);
    const before = await serve(model, { path });
    const port = Number(new URL(before.url).port);
    const client = createClient({ baseUrl: before.url, token: tokens.owner, fetch: unpooled });
    const { cursor } = await client.startRun({ body: { sessionId: "s", input: "Tell me" } });
    const events: RunEvent[] = [];
    await using socket = bySocket ? client.connect() : undefined;
    const followed = socket?.subscribe("s", { cursor }) ?? client.follow("s", { cursor, stay: true });
    let after: Awaited<ReturnType<typeof serve>> | undefined;

    for await (const { event } of followed) {
      events.push(event);
      if (textOf(events).endsWith("word29 ") && after === undefined) {
        await before[Symbol.asyncDispose]();
        after = await serve(model, { path, port });
        await client.startRun({ body: { sessionId: "s" } });
      }
      if (event.type === "turn-end" && event.reason === "answered") break;
    }

    expect(textOf(events)).toBe(words.join(""));
    await after?.[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  },
);

test("whoever reads slowly over a WebSocket gets everything, in its order", async () => {
  const many = Array.from({ length: 3_000 }, (_, index) => `${index} `);
  await using served = await serve(scripted([{ chunks: many }]));
  const client = createClient({ baseUrl: served.url, token: tokens.owner });
  await using socket = client.connect();
  const { cursor } = await socket.run({ sessionId: "s", input: "Count" });
  const events: RunEvent[] = [];

  for await (const { event } of socket.subscribe("s", { cursor })) {
    events.push(event);
    // Long enough for all that is there to arrive.
    if (events.length === 1) await expect.poll(() => served.home.runs.running().length).toBe(0);
    if (event.type === "turn-end") break;
  }

  expect(textOf(events)).toBe(many.join(""));
});

test("a loop that is left, or aborted, ends its subscription and no other", async () => {
  await using served = await serve(scripted(({ messages }) => ({ text: `Answer ${messages.length}.` })));
  const client = createClient({ baseUrl: served.url, token: tokens.owner });
  await using socket = client.connect();
  for (const sessionId of ["a", "b"]) for await (const _ of client.run({ sessionId, input: "Hi" }));
  const stop = new AbortController();

  for await (const { event } of socket.subscribe("a")) if (event.type === "turn-end") break;
  const other = socket.subscribe("b", { signal: stop.signal });
  for (let next = await other.next(); next.value?.event.type !== "turn-end";) next = await other.next();
  const waiting = other.next();
  stop.abort(new Error("enough"));

  await expect(waiting).rejects.toThrow("enough");
  const again: RunEvent[] = [];
  for await (const { event } of socket.subscribe("a")) {
    again.push(event);
    if (event.type === "turn-end") break;
  }
  expect(textOf(again)).toBe("Answer 1.");
});
