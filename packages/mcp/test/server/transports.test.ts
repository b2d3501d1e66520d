import { createInterface } from "node:readline";
import { PassThrough } from "node:stream";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { expect, test } from "vitest";
import { serveStdio } from "../../src/server/index.ts";
import { createConformanceServer, serveConformance } from "../conformance-server/conformance-server.ts";

async function connect(url: string): Promise<Client> {
  const client = new Client({ name: "test", version: "1.0.0" });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  return client;
}

test("of more sessions than there may be, the one that was used the longest ago is closed", async () => {
  await using server = await serveConformance({ maxSessions: 2 });
  const first = await connect(server.url);
  const second = await connect(server.url);
  await first.ping();

  const third = await connect(server.url);

  await expect(second.ping()).rejects.toThrow("no such session");
  await Promise.all([first.ping(), third.ping()]);
  await Promise.all([first.close(), second.close(), third.close()]);
});

test("a session that its client has ended is gone, and one that was made up never was", async () => {
  await using server = await serveConformance();
  const client = new Client({ name: "test", version: "1.0.0" });
  const transport = new StreamableHTTPClientTransport(new URL(server.url));
  await client.connect(transport);
  const { sessionId = "" } = transport;
  await transport.terminateSession();

  const post = async (id: string) =>
    await fetch(server.url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "mcp-session-id": id,
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" }),
    });

  expect([(await post(sessionId)).status, (await post("made-up")).status]).toEqual([404, 404]);
  await client.close();
});

/** Whatever it is: a test looks into it, and fails where it is something else. */
type Json = ReturnType<typeof JSON.parse>;

interface Pipes {
  readonly input: PassThrough;
  readonly ended: Promise<void>;
  readonly abort: () => void;
  readonly warnings: readonly string[];
  /** Sends a line. */
  send(line: string): void;
  /** The next message. */
  next(): Promise<Json>;
}

function pipes(): Pipes {
  const [input, output, stop] = [new PassThrough(), new PassThrough(), new AbortController()];
  const warnings: string[] = [];
  const ended = serveStdio({
    ...{ factory: createConformanceServer, input, output, signal: stop.signal },
    onWarning: (message) => warnings.push(message),
  });
  const lines = createInterface({ input: output })[Symbol.asyncIterator]();
  return {
    ...{ input, ended, warnings, abort: () => stop.abort() },
    send: (line) => void input.write(`${line}\n`),
    next: async () => JSON.parse((await lines.next()).value ?? "null"),
  };
}

const initialize = JSON.stringify({
  ...{ jsonrpc: "2.0", id: 1, method: "initialize" },
  params: {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "test", version: "1.0.0" },
  },
});

test("garbage on standard input is skipped, and what comes after it is answered", async () => {
  const { send, next, input, ended } = pipes();

  for (const line of ["no JSON at all", '{"jsonrpc":"1.0"}', "[]", '{"jsonrpc":"2.0","id":9,"result":{}}'])
    send(line);
  send(initialize);
  const answer = await next();
  input.end();
  await ended;

  expect(answer).toMatchObject({ id: 1, result: { protocolVersion: "2025-11-25" } });
});

test("the end of standard input, and an abort, end the connection", async () => {
  const one = pipes();
  one.send(initialize);
  await one.next();
  one.input.end();
  const other = pipes();
  other.abort();

  await Promise.all([one.ended, other.ended]);
});

test("a message without an end does not fill the memory: the connection is closed", async () => {
  const { input, ended, warnings } = pipes();

  for (let sent = 0; sent < 5; sent += 1) input.write("x".repeat(1_000_000));

  await ended;
  expect(warnings.join()).toMatch(/size/i);
});
