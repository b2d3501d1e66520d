import { once } from "node:events";
import { createServer } from "node:http";
import type { RequestListener, Server } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { afterEach, expect, test } from "vitest";
import { createGuardedFetch, createHostCheck } from "../../src/index.ts";

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  }
});

/** A server on a loopback address that counts who connects. */
async function listen(
  host: string,
  listener: RequestListener,
): Promise<{ port: number; connections: () => number }> {
  let connections = 0;
  const server = createServer(listener).on("connection", () => connections++);
  servers.push(server);
  server.listen(0, host);
  await once(server, "listening");
  // Listening on a port gives an object.
  return { port: (server.address() as AddressInfo).port, connections: () => connections };
}

test("a name is looked up once, and the connection goes to the answer that was checked", async () => {
  const good = await listen("127.0.0.1", (request, response) => response.end(`for ${request.headers.host}`));
  let looks = 0;
  const guarded = createGuardedFetch({
    resolve: async () => [looks++ === 0 ? "127.0.0.1" : "127.0.0.2"],
    allow: [`own.example:${good.port}`],
  });

  const response = await guarded(`http://own.example:${good.port}/`);

  expect(await response.text()).toBe(`for own.example:${good.port}`);
  expect(looks).toBe(1);
});

test("a host that can't be looked up is told from one that may not be fetched by the error of the resolver", async () => {
  const failure = new Error("getaddrinfo ENOTFOUND");
  const guarded = createGuardedFetch({
    resolve: async (host) => (host === "gone.example" ? Promise.reject(failure) : ["127.0.0.1"]),
  });

  await expect(guarded("http://gone.example/")).rejects.toMatchObject({
    code: "URL_REFUSED",
    cause: failure,
  });
  await expect(guarded("http://own.example/")).rejects.not.toHaveProperty("cause");
});

test("no connection to a forbidden address is ever opened", async () => {
  const secret = await listen("127.0.0.1", (_request, response) => response.end("secret"));
  const { port } = secret;
  const guarded = createGuardedFetch({
    resolve: async (host) => (host === "mixed.example" ? ["93.184.216.34", "127.0.0.1"] : ["127.0.0.1"]),
  });
  const forms = [
    "127.0.0.1",
    "2130706433",
    "0x7f.1",
    "[::ffff:127.0.0.1]",
    "localhost",
    "rebound.example",
    "mixed.example",
    "[64:ff9b::7f00:1]",
    "127.0.0.1.",
    "0",
    "①②⑦.1",
  ];

  for (const host of forms) {
    await expect(guarded(`http://${host}:${port}/`)).rejects.toMatchObject({ code: "URL_REFUSED" });
  }

  expect(secret.connections()).toBe(0);
});

test("a redirect is checked like a first address, and the target is not connected to", async () => {
  const secret = await listen("127.0.0.2", (_request, response) => response.end("secret"));
  const door = await listen("127.0.0.1", (request, response) => {
    response
      .writeHead(302, {
        location:
          request.url === "/name"
            ? `http://inner.example:${secret.port}/`
            : `http://127.0.0.2:${secret.port}/`,
      })
      .end();
  });
  const guarded = createGuardedFetch({
    resolve: async (host) => [host === "door.example" ? "127.0.0.1" : "127.0.0.2"],
    allow: [`door.example:${door.port}`],
  });

  await expect(guarded(`http://door.example:${door.port}/address`)).rejects.toMatchObject({
    code: "URL_REFUSED",
  });
  await expect(guarded(`http://door.example:${door.port}/name`)).rejects.toMatchObject({
    code: "URL_REFUSED",
  });

  expect(door.connections()).toBe(2);
  expect(secret.connections()).toBe(0);
});

test("a redirect to another host loses the credentials, and a circle ends after five", async () => {
  const seen: (string | undefined)[] = [];
  const place = await listen("127.0.0.1", (request, response) => {
    seen.push(request.headers.authorization);
    if (request.url === "/end") response.end("end");
    else if (request.url === "/circle") response.writeHead(302, { location: "/circle" }).end();
    else response.writeHead(302, { location: `http://b.example:${place.port}/end` }).end();
  });
  const guarded = createGuardedFetch({
    resolve: async () => ["127.0.0.1"],
    allow: ["a.example", "b.example"],
  });

  const response = await guarded(`http://a.example:${place.port}/`, {
    headers: { authorization: "Bearer x" },
  });
  expect(await response.text()).toBe("end");
  expect(response.url).toBe(`http://b.example:${place.port}/end`);
  expect(seen).toEqual(["Bearer x", undefined]);

  await expect(guarded(`http://a.example:${place.port}/circle`)).rejects.toMatchObject({
    code: "URL_REFUSED",
  });
  expect(seen).toHaveLength(2 + 6);
});

test("a compressed body arrives plain, and an abort ends the wait", async () => {
  const place = await listen("127.0.0.1", (request, response) => {
    if (request.url === "/zip")
      response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync("plain words"));
  });
  const guarded = createGuardedFetch({ resolve: async () => ["127.0.0.1"], allow: ["a.example"] });
  expect(await (await guarded(`http://a.example:${place.port}/zip`)).text()).toBe("plain words");

  const stop = new AbortController();
  const waiting = guarded(`http://a.example:${place.port}/never`, { signal: stop.signal });
  stop.abort(new Error("enough"));
  await expect(waiting).rejects.toThrow("enough");
});

test("each hop is told before it is made and after its answer, with headers of its own, and can be refused", async () => {
  const seen: (string | undefined)[] = [];
  const place = await listen("127.0.0.1", (request, response) => {
    seen.push(`${request.url} ${request.headers.cookie ?? ""}`);
    const hop = Number(request.url?.slice(1));
    if (hop < 12) response.writeHead(302, { location: `/${hop + 1}`, "set-cookie": `hop=${hop}` }).end();
    else response.end("end");
  });
  const guarded = createGuardedFetch({ resolve: async () => ["127.0.0.1"], allow: ["a.example"] });
  let cookie = "";
  const hops = {
    before: (url: URL) => {
      if (url.pathname === "/7") throw new Error("no further");
      return { cookie };
    },
    after: (_: URL, headers: Headers) => void (cookie = headers.get("set-cookie") ?? ""),
  };
  const address = (hop: number) => `http://a.example:${place.port}/${hop}`;

  await expect(guarded(address(8), { hops, maxRedirects: 3 })).rejects.toMatchObject({ code: "URL_REFUSED" });
  expect(await (await guarded(address(8), { hops, maxRedirects: 4 })).text()).toBe("end");
  expect(seen.slice(-5)).toEqual(["/8 hop=11", "/9 hop=8", "/10 hop=9", "/11 hop=10", "/12 hop=11"]);

  seen.length = 0;
  await expect(guarded(address(5), { hops, maxRedirects: 20 })).rejects.toThrow("no further");
  expect(seen).toHaveLength(2);
  expect(await (await guarded(address(0), { maxRedirects: 20 })).text()).toBe("end");
});

test.each([
  ["10.0.0.5", 80, "refused"],
  ["inner.example", 80, "refused"],
  ["both.example", 443, "refused"],
  ["metadata.google.internal", 80, "refused"],
  ["::ffff:127.0.0.1", 80, "refused"],
  ["0x7f.1", 80, "refused"],
  ["outer.example", 25, "refused"],
  ["unknown.example", 80, "refused"],
  ["nas.example", 80, "refused"],
  ["nas.example", 8080, "127.0.0.1"],
  ["outer.example", 443, "93.184.216.34"],
  ["OUTER.example.", 443, "93.184.216.34"],
])("a connection to %s, port %i, is judged as a fetch from there: %s", async (host, port, expected) => {
  const known: Readonly<Record<string, readonly string[]>> = {
    "inner.example": ["10.0.0.5"],
    "both.example": ["93.184.216.34", "127.0.0.1"],
    "outer.example": ["93.184.216.34"],
    "nas.example": ["127.0.0.1"],
  };
  const check = createHostCheck({ resolve: async (name) => known[name] ?? [], allow: ["nas.example:8080"] });

  const checked = await check(host, port);

  expect("refusal" in checked ? "refused" : checked.addresses.join()).toBe(expected);
});
