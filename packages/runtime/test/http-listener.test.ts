import { createHash } from "node:crypto";
import { once } from "node:events";
import { request as send } from "node:http";
import { connect } from "node:net";
import type { Duplex } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { createHttpListener } from "../src/http/http-listener.ts";
import type { HttpListener, HttpOptions, HttpRoute } from "../src/http/http-listener.ts";
import { runtimeIn } from "./support/scripted-runtime.ts";
import { temporaryPlace } from "./support/temporary-place.ts";

const opened: HttpListener[] = [];
afterEach(async () => {
  for (const listener of opened.splice(0)) await listener.close();
});

function listenerOf(options?: HttpOptions, onWarning?: (message: string) => void): HttpListener {
  const listener = createHttpListener(options, onWarning);
  opened.push(listener);
  return listener;
}

/** Answers the path and the body. */
const echo: HttpRoute = {
  handle: ({ url, body }, response) => void response.end(`${url.pathname} ${new TextDecoder().decode(body)}`),
};
const open: HttpRoute = { ...echo, public: true };

const bearer = (token = ""): RequestInit => ({ headers: { authorization: `Bearer ${token}` } });

/** The status for headers that `fetch` would not send. */
async function statusFor(url: URL, headers: Record<string, string>): Promise<number | undefined> {
  const request = send(url, { headers }).end();
  const [response] = await once(request, "response");
  response.resume();
  return response.statusCode;
}

test("routes share one server; the longest prefix answers, and one that is closed is gone", async () => {
  const listener = listenerOf();
  const hooks = await listener.route("/hooks", open);
  const mail = await listener.route("/hooks/mail", {
    ...open,
    handle: (_, response) => void response.end("mail"),
  });

  expect(mail.url.origin).toBe(hooks.url.origin);
  expect(hooks.url.hostname).toBe("127.0.0.1");
  expect(await (await fetch(`${hooks.url}/other`, { method: "POST", body: "hi" })).text()).toBe(
    "/hooks/other hi",
  );
  expect(await (await fetch(`${hooks.url}/mail/1`)).text()).toBe("mail");
  expect((await fetch(`${hooks.url}more`)).status).toBe(404);
  mail.close();
  expect(await (await fetch(mail.url)).text()).toBe("/hooks/mail ");
});

test("a route is answered for its own token alone, unless it is public", async () => {
  const listener = listenerOf();
  const one = await listener.route("/one", echo);
  const two = await listener.route("/two", echo);
  const everyone = await listener.route("/", open);

  expect((await fetch(one.url, bearer(one.token))).status).toBe(200);
  expect((await fetch(one.url, bearer(two.token))).status).toBe(401);
  expect((await fetch(one.url, bearer(one.token?.slice(1)))).status).toBe(401);
  expect((await fetch(one.url)).status).toBe(401);
  expect([everyone.token, (await fetch(everyone.url)).status]).toEqual([undefined, 200]);
});

test("a name that leads here from elsewhere, and a page of another origin, are refused", async () => {
  const listener = listenerOf({ allowedHosts: ["tunnel.example"] });
  const { url } = await listener.route("/", open);
  const host = url.host;

  expect(await statusFor(url, { host })).toBe(200);
  expect(await statusFor(url, { host: "localhost:1" })).toBe(200);
  expect(await statusFor(url, { host: "[::1]:80" })).toBe(200);
  expect(await statusFor(url, { host: "Tunnel.example" })).toBe(200);
  expect(await statusFor(url, { host: "rebound.example" })).toBe(421);
  expect(await statusFor(url, { host: "127.0.0.1.rebound.example" })).toBe(421);
  expect(await statusFor(url, { host: "127.0.0.1@rebound.example" })).toBe(421);
  expect(await statusFor(url, { host, origin: url.origin })).toBe(200);
  expect(await statusFor(url, { host, origin: "https://evil.example" })).toBe(403);
  expect(await statusFor(url, { host, origin: "null" })).toBe(403);
});

test("a route that checks signatures answers to any name, and to no page of another origin; its neighbours do not", async () => {
  const listener = listenerOf();
  const { url } = await listener.route("/hooks", { ...open, anyHost: true });
  const other = await listener.route("/other", open);

  expect(await statusFor(url, { host: "tunnel.example" })).toBe(200);
  expect(await statusFor(url, { host: "" })).toBe(200);
  expect(await statusFor(url, { host: "tunnel.example", origin: "https://tunnel.example" })).toBe(403);
  expect(await statusFor(other.url, { host: "tunnel.example" })).toBe(421);
});

test("a body beyond the limit never reaches the handler, whether its length is announced or not", async () => {
  const listener = listenerOf();
  const { url } = await listener.route("/", { ...open, maxBodyBytes: 10 });
  const post = async (body: string | ReadableStream): Promise<number> =>
    (await fetch(url, { method: "POST", body, duplex: "half" } as RequestInit)).status; // the types lack duplex
  const stream = (text: string) => new Blob([text]).stream();

  expect(await post("0123456789")).toBe(200);
  expect(await post("0123456789a")).toBe(413);
  expect(await post(stream("0123456789"))).toBe(200);
  expect(await post(stream("0123456789a"))).toBe(413);
});

test("a handler that throws is a 500 that says nothing, and a warning that says all", async () => {
  const warnings: string[] = [];
  const listener = listenerOf({}, (message) => warnings.push(message));
  const { url } = await listener.route("/", {
    public: true,
    handle: () => Promise.reject(new Error("secret detail")),
  });

  const response = await fetch(url);

  expect([response.status, await response.text()]).toEqual([500, '{"error":"Internal Server Error"}']);
  expect(warnings).toEqual(["The answer to a request for / failed: secret detail"]);
});

test("a WebSocket goes through to its route, with the token, and is ended with the listener", async () => {
  const listener = listenerOf({ closeWithinMs: 50 });
  const { url, token = "" } = await listener.route("/live", {
    ...echo,
    upgrade: ({ request, socket }) => echoFrames(request.headers, socket),
  });
  await listener.route("/plain", open);
  const socket = webSocket(new URL(url), { authorization: `Bearer ${token}` });
  await once(socket, "open");

  socket.send("hello");
  const [{ data }] = await once(socket, "message");
  const refused = [webSocket(url), webSocket(new URL("/plain", url))].map((each) => once(each, "error"));
  const ended = once(socket, "close");

  expect(data).toBe("hello");
  expect(await Promise.all(refused)).toHaveLength(2);
  await listener.close();
  await ended;
});

test("closing waits for answers under way, not for ever, and takes nothing new", async () => {
  const listener = listenerOf({ closeWithinMs: 300 });
  let started = 0;
  const slow: HttpRoute = {
    public: true,
    async handle({ url, signal }, response) {
      started += 1;
      if (url.pathname === "/slow/stuck") return;
      await once(signal, "abort");
      await sleep(20);
      response.end("whole");
    },
  };
  const { url } = await listener.route("/slow", slow);
  const answers = [fetch(url).then((response) => response.text()), fetch(`${url}/stuck`)];
  const idle = connect(Number(url.port), url.hostname);
  await expect.poll(() => started).toBe(2);

  await listener.close();

  expect(await Promise.allSettled(answers)).toEqual([
    { status: "fulfilled", value: "whole" },
    expect.objectContaining({ status: "rejected" }),
  ]);
  await expect(fetch(url)).rejects.toThrow();
  await expect(listener.route("/late", open)).rejects.toMatchObject({ code: "HTTP_CLOSED" });
  idle.destroy();
});

test("what can't be served is refused with a code", async () => {
  const listener = listenerOf();
  const { url } = await listener.route("/a", open);

  await expect(listener.route("/a", open)).rejects.toMatchObject({ code: "HTTP_ROUTE_TAKEN" });
  await expect(listener.route("a/", open)).rejects.toMatchObject({ code: "HTTP_BAD_PREFIX" });
  await expect(listenerOf({ host: "0.0.0.0" }).route("/", open)).rejects.toMatchObject({
    code: "HTTP_HOST_OPEN",
  });
  await expect(listenerOf({ port: Number(url.port) }).route("/", open)).rejects.toMatchObject({
    code: "HTTP_CANNOT_LISTEN",
  });
});

test("the listener of a runtime is closed with it", async () => {
  await using place = await temporaryPlace();
  const runtime = await runtimeIn(place);
  const { url } = await runtime.http.route("/", open);
  expect((await fetch(url)).status).toBe(200);

  await runtime[Symbol.asyncDispose]();

  await expect(fetch(url)).rejects.toThrow();
});

function webSocket(url: URL, headers: Record<string, string> = {}): WebSocket {
  url.protocol = "ws:";
  // Node's own WebSocket takes headers, which the types of browsers lack.
  return new WebSocket(url, { headers } as unknown as string[]);
}

/** The least that a WebSocket server does: the handshake of RFC 6455, and short frames sent back unmasked. */
function echoFrames(headers: Readonly<Record<string, string | string[] | undefined>>, socket: Duplex): void {
  const key = `${headers["sec-websocket-key"]}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
  const accept = createHash("sha1").update(key).digest("base64");
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
  );
  socket.on("data", (frame: Buffer) => {
    const length = (frame[1] ?? 0) & 0x7f;
    const text = frame.subarray(6, 6 + length).map((byte, index) => byte ^ (frame[2 + (index % 4)] ?? 0));
    socket.write(Buffer.concat([Buffer.from([0x81, length]), text]));
  });
}
