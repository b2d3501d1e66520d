import { once } from "node:events";
import { connect } from "node:net";
import type { Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import { createHttpListener } from "../src/http/http-listener.ts";
import type { HttpListener, HttpOptions } from "../src/http/http-listener.ts";

const listeners: HttpListener[] = [];
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const listener of listeners.splice(0)) await listener.close();
});

async function opened(options: HttpOptions = {}, warnings: string[] = []) {
  const listener = createHttpListener({ closeWithinMs: 50, ...options }, (text) => warnings.push(text));
  listeners.push(listener);
  const taken: string[] = [];
  const { url } = await listener.route("/hooks", {
    public: true,
    maxBodyBytes: 1_000,
    handle({ body }, response) {
      taken.push(new TextDecoder().decode(body));
      response.end("good");
    },
  });
  return { url, taken, warnings };
}

/** A connection that says this much. */
async function says(url: URL, text: string): Promise<Socket> {
  const socket = connect(Number(url.port), url.hostname);
  sockets.push(socket);
  // Ended from the other side is what some are for.
  socket.on("error", () => undefined);
  await once(socket, "connect");
  socket.write(text);
  return socket;
}

async function answerTo(socket: Socket): Promise<string> {
  let text = "";
  socket.setEncoding("utf8").on("data", (part: string) => (text += part));
  if (!socket.destroyed) await once(socket, "close");
  return text;
}

const slowHeaders = "POST /hooks HTTP/1.1\r\nHost: localhost\r\nX-Slow: ";
const slowBody = "POST /hooks HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nhalf";

test.each([
  ["nothing at all", ""],
  ["half of its headers", slowHeaders],
  ["half of its body", slowBody],
])(
  "a connection that sends %s is ended in time, and its request never reaches the handler",
  async (_, text) => {
    const { url, taken, warnings } = await opened({ headersWithinMs: 100, requestWithinMs: 200 });

    const answer = await answerTo(await says(url, text));

    expect(answer).toMatch(/^(?:HTTP\/1\.1 408 |$)/);
    expect([taken, warnings]).toEqual([[], []]);
  },
);

test("many slow connections do not stop a good request, and the longest waiting ones are ended", async () => {
  const batches = process.env["HERMES_TEST_LONG"] === "1" ? 10 : 2;
  const { url, taken, warnings } = await opened({ maxWaiting: 50 });
  const post = async (body: string): Promise<number> => (await fetch(url, { method: "POST", body })).status;
  expect(await post("before")).toBe(200);
  const slow: Socket[] = [];
  for (let batch = 0; batch < batches; batch += 1)
    slow.push(
      ...(await Promise.all(
        Array.from({ length: 100 }, (_, index) => says(url, index % 2 === 0 ? slowHeaders : slowBody)),
      )),
    );

  expect(await post("meanwhile")).toBe(200);

  await expect
    .poll(() => slow.filter((socket) => socket.closed).length)
    .toBeGreaterThanOrEqual(batches * 100 - 50);
  expect(slow.at(-1)?.closed).toBe(false);
  expect([taken, warnings]).toEqual([["before", "meanwhile"], []]);
});

test.each([
  ["junk", "\u0000\u0001 what is this\r\n\r\n"],
  [
    "two lengths",
    "POST /hooks HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
  ],
  [
    "a length and chunks",
    "POST /hooks HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
  ],
  ["a length beyond the limit", "POST /hooks HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1001\r\n\r\n"],
  [
    "chunks beyond the limit",
    `POST /hooks HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n3e9\r\n${"a".repeat(1_001)}\r\n`,
  ],
  ["headers beyond 16 kB", `POST /hooks HTTP/1.1\r\nHost: localhost\r\nX: ${"a".repeat(20_000)}\r\n\r\n`],
  ["a path nobody serves", "POST /other HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n"],
])("%s is refused without waiting for more, and what is behind it is not taken", async (_, text) => {
  const { url, taken } = await opened();
  const smuggled = "POST /hooks HTTP/1.1\r\nHost: localhost\r\nContent-Length: 8\r\n\r\nsmuggled";

  const answer = await answerTo(await says(url, text + smuggled));

  expect(answer).toMatch(/^HTTP\/1\.1 4\d\d |^$/);
  expect(taken).toEqual([]);
  expect((await fetch(url, { method: "POST", body: "after" })).status).toBe(200);
});
