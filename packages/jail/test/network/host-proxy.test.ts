import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync, statSync } from "node:fs";
import type { Socket } from "node:net";
import { duplexPair } from "node:stream";
import { text } from "node:stream/consumers";
import { expect, test, vi } from "vitest";
import { openHostProxy } from "../../src/index.ts";
import { outcome, ProxyPlace } from "../support/proxy-place.ts";

test("a request is forwarded unchanged but for hop-by-hop headers", async () => {
  await using place = new ProxyPlace();
  const seen: string[] = [];
  const port = await place.serve((request, response) => {
    seen.push(...request.rawHeaders);
    response
      .writeHead(201, { "x-one": "1", connection: "x-two", "x-two": "2", "content-length": 4 })
      .end("made");
  });
  await place.open({ hosts: [`localhost:${port}`] });

  const answer = await place.say(
    `PUT http://localhost:${port}/@a%2fb/../c?q=%20#part HTTP/1.1\r\nHost: LOCALHOST:${port}\r\nX-Kept: 1\r\nX-Named: 1\r\n` +
      "Connection: close, X-Named, Content-Length\r\nProxy-Authorization: Basic eA==\r\nContent-Length: 4\r\n\r\nbody",
  );

  expect(outcome(answer)).toEqual({ status: "HTTP/1.1 201 Created", body: "made" });
  expect(answer).toMatch(/x-one: 1/i);
  expect(answer).not.toMatch(/x-two/i);
  expect(place.requests).toEqual(["PUT /@a%2fb/../c?q=%20"]);
  const names = seen.filter((_, index) => index % 2 === 0);
  expect(names).toEqual(["Host", "X-Kept", "Content-Length", "Connection"]);
});

test("a host on no list is refused before DNS lookup, and reported once", async () => {
  await using place = new ProxyPlace();
  const asked: string[] = [];
  const proxy = await place.open({
    hosts: ["open.example", "*.zone.example:8080", "Bücher.example"],
    resolve: async (name) => {
      asked.push(name);
      return [];
    },
    advice: (host) => `Call again with hosts: ["${host}"].`,
  });

  const refused = await place.get("http://Secret-Data.Evil.example./x");
  const statuses = [];
  for (const authority of [
    "open.example:443",
    "OPEN.example.:80",
    "open.example:22",
    "a.zone.example:8080",
    "zone.example:8080",
    "xzone.example:8080",
    "a.zone.example:443",
    "XN--BCHER-KVA.example:443",
    "xn--other-kva.example:443",
    "sub.open.example:443",
  ])
    statuses.push([authority, outcome(await place.connectTo(authority)).status.slice(9, 12)]);

  expect(outcome(refused)).toEqual({
    status: "HTTP/1.1 403 Forbidden",
    body: 'secret-data.evil.example:80 is not open. Call again with hosts: ["secret-data.evil.example:80"].\n',
  });
  expect(Object.fromEntries(statuses)).toEqual({
    "open.example:443": "502",
    "OPEN.example.:80": "502",
    "open.example:22": "403",
    "a.zone.example:8080": "502",
    "zone.example:8080": "403",
    "xzone.example:8080": "403",
    "a.zone.example:443": "403",
    "XN--BCHER-KVA.example:443": "502",
    "xn--other-kva.example:443": "403",
    "sub.open.example:443": "403",
  });
  expect([...new Set(asked)]).toEqual(["open.example", "a.zone.example", "xn--bcher-kva.example"]);
  expect(proxy.takeRefused()).toEqual([
    "secret-data.evil.example:80",
    "open.example:22",
    "zone.example:8080",
    "xzone.example:8080",
    "a.zone.example:443",
    "xn--other-kva.example:443",
    "sub.open.example:443",
  ]);
  expect(proxy.takeRefused()).toEqual([]);
});

test("what is allowed replaces what was, in whatever spelling, and refusals do not grow without end", async () => {
  await using place = new ProxyPlace();
  const port = await place.serve();
  const proxy = await place.open();
  const status = async (): Promise<string> =>
    outcome(await place.get(`http://127.0.0.1:${port}/`)).status.slice(9, 12);

  const before = await status();
  proxy.allow([`LocalHost.:${port}`, "no host", "x:99999", ""]);
  const allowed = await status();
  proxy.allow(["other.example"]);
  const after = await status();
  proxy.takeRefused();
  for (let index = 0; index < 120; index += 1) await place.connectTo(`h${index}.example:443`);

  expect([before, allowed, after]).toEqual(["403", "200", "403"]);
  expect(proxy.takeRefused()).toHaveLength(100);
});

// With open.test open at the port of a server on 127.0.0.1: none of these may reach that.
const names: Readonly<Record<string, readonly string[]>> = {
  "open.test": ["127.0.0.1"],
  "mapped.test": ["::ffff:127.0.0.1"],
  "both.test": ["198.41.0.4", "127.0.0.1"],
  "ten.test": ["10.0.0.5"],
  "cloud.test": ["169.254.169.254"],
  "zero.test": ["0.0.0.0"],
  "six.test": ["::1"],
  "nat.test": ["64:ff9b::7f00:1"],
  "sub.localhost": ["127.0.0.1"],
};
const hostile = [
  ...Object.keys(names),
  ...["127.0.0.1", "localhost", "LOCALHOST.", "localhost.localdomain", "127.0.0.2", "127.1", "2130706433"],
  ...["0x7f.1", "0177.0.0.1", "0x7f000001", "１２７.0.0.1", "127。0。0。1", "0.0.0.0", "0", "[::1]", "[::]"],
  ...[
    "[::ffff:127.0.0.1]",
    "[0:0:0:0:0:ffff:7f00:1]",
    "[::127.0.0.1]",
    "[64:ff9b::127.0.0.1]",
    "[fe80::1%25lo]",
  ],
  ...["169.254.169.254", "[fd00:ec2::254]", "metadata", "open.test@127.0.0.1", "open.test:80@127.0.0.1"],
  ...[
    "open.test\\@127.0.0.1",
    "open.test#@127.0.0.1",
    "127.0.0.1%23.open.test",
    "open.test%00.evil",
    "open.test\t",
  ],
  ...["[open.test]", "*.test", "*", "..", ""],
];

test.for(["GET", "CONNECT"])(
  "no host name and no address form reaches this machine (SSRF), by %s",
  async (method) => {
    await using place = new ProxyPlace();
    const port = await place.serve();
    const connected = vi.fn<(socket: Socket) => void>();
    const raw = await place.serveRaw(connected);
    const proxy = await place.open({
      hosts: [...Object.keys(names).flatMap((name) => [`${name}:${port}`, `${name}:${raw}`]), `*:${raw}`],
      resolve: async (name) => {
        const found = names[name];
        if (found === undefined) throw new Error("there is no such name");
        return found;
      },
    });
    const outcomes = [];

    for (const host of hostile) {
      const bytes = (at: number): string =>
        Buffer.from(
          method === "GET"
            ? `GET http://${host}:${at}/ HTTP/1.1\r\nHost: ${host}:${at}\r\nConnection: close\r\n\r\n`
            : `CONNECT ${host}:${at} HTTP/1.1\r\nHost: ${host}:${at}\r\n\r\n`,
        ).toString("latin1");
      for (const at of [port, raw])
        outcomes.push([
          `${host}:${at}`,
          /^HTTP\/1.1 (400|403|502) /.test(await place.say(bytes(at), "\r\n\r\n")),
        ]);
    }

    expect(outcomes.filter(([, isRefused]) => isRefused !== true)).toEqual([]);
    expect(place.requests).toEqual([]);
    expect(connected).not.toHaveBeenCalled();
    expect(proxy.takeRefused()).toEqual(
      expect.arrayContaining([`localhost:${port}`, `10.0.0.5:${port}`, `169.254.169.254:${port}`]),
    );
  },
);

test("a private address is open where it is named itself, or where its host may be private", async () => {
  await using place = new ProxyPlace();
  const port = await place.serve();
  const resolve = async (): Promise<readonly string[]> => ["127.0.0.1"];
  const proxy = await place.open({ hosts: ["public.test"], privateHosts: [`own.test:${port}`], resolve });
  const body = async (url: string): Promise<string> => outcome(await place.get(url)).body;

  expect(await body(`http://own.test:${port}/`)).toBe("hello\n");
  proxy.allow([`localhost:${port}`, `named.test:${port}`]);
  expect(await body(`http://localhost:${port}/`)).toBe("hello\n");
  expect(await body(`http://[::1]:${port}/`)).toBe("hello\n");
  expect(await body(`http://named.test:${port}/`)).toBe("hello\n");
  proxy.allow([`named.test:${port}`, "169.254.169.254:80"]);
  expect(await body(`http://named.test:${port}/`)).toBe(
    `named.test leads to 127.0.0.1, which is on this machine or its network. Ask the person to open it.\n`,
  );
  expect(await body("http://169.254.169.254/")).toBe("169.254.169.254 is no address that is ever open.\n");
  expect(proxy.takeRefused()).toEqual([`localhost:${port}`, "169.254.169.254:80"]);
});

test("a name that changes its answer is connected to where it was checked (DNS rebinding)", async () => {
  await using place = new ProxyPlace();
  const port = await place.serve();
  const answers = [["127.0.0.1"], ["127.0.0.2"]];
  const lookedUp: string[] = [];
  await place.open({
    hosts: [`turning.test:${port}`],
    resolve: async (name) => {
      lookedUp.push(name);
      return answers.shift() ?? [];
    },
    kindOf: (address) => (address === "127.0.0.1" ? "public" : "private"),
  });

  const first = await place.get(`http://turning.test:${port}/`);
  const second = await place.get(`http://turning.test:${port}/`);

  expect(outcome(first).body).toBe("hello\n");
  expect(outcome(second).status).toBe("HTTP/1.1 403 Forbidden");
  expect(lookedUp).toHaveLength(2);
});

test("no byte of a request becomes a request of its own (request smuggling)", async () => {
  const hidden = "GET /hidden HTTP/1.1\r\nHost: localhost\r\n\r\n";
  const length = `Content-Length: ${hidden.length}`;
  const chunked = "Transfer-Encoding: chunked";
  const chunk = `${hidden.length.toString(16)}\r\n${hidden}\r\n0\r\n\r\n`;
  const ways = [
    [length, chunked, "", chunk],
    [chunked, "Content-Length: 3", "", chunk],
    [length, "Content-Length: 0", "", hidden],
    ["Content-Length: +0", "", hidden],
    ["Content-Length: 0, 41", "", hidden],
    ["Content-Length : 41", "", hidden],
    ["Transfer-Encoding: xchunked", "", chunk],
    ["Transfer-Encoding: chunked, identity", "", chunk],
    ["Transfer-Encoding : chunked", "", chunk],
    ["X: y\n\nGET /hidden HTTP/1.1\nHost: z", "", ""],
    [" Folded: yes", "", hidden],
    ["X: a\0b", "", hidden],
    [length, "Connection: Content-Length", "", hidden],
    [chunked, "Connection: Transfer-Encoding", "", chunk],
    [chunked, "Trailer: Host", "", `${chunk.slice(0, -2)}Host: evil.example\r\n\r\n`],
  ];
  await using place = new ProxyPlace();
  const port = await place.serve((request, response) => request.resume().on("end", () => response.end()));
  await place.open({ hosts: [`localhost:${port}`] });

  for (const way of ways) {
    const head = `POST http://localhost:${port}/seen HTTP/1.1\r\nHost: localhost:${port}\r\nConnection: close\r\n`;
    await place.say(`${head}${way.join("\r\n")}`, "\r\n\r\n");
  }
  const mismatch = await place.get(`http://localhost:${port}/`, "other.example");
  const two = await place.say(
    `GET http://localhost:${port}/ HTTP/1.1\r\nHost: other.example\r\nHost: localhost:${port}\r\n\r\n`,
    "\r\n\r\n",
  );
  const origin = await place.say(`GET / HTTP/1.1\r\nHost: localhost:${port}\r\n\r\n`, "\r\n\r\n");

  expect(place.requests.length).toBeGreaterThan(2);
  expect(new Set(place.requests)).toEqual(new Set(["POST /seen"]));
  for (const answer of [mismatch, two, origin])
    expect(outcome(answer).status).toBe("HTTP/1.1 400 Bad Request");
});

test("a tunnel carries bytes both ways, and one side may end before the other", async () => {
  await using place = new ProxyPlace();
  const bytes = randomBytes(2 ** 23);
  const digest = (data: Buffer): string => createHash("sha256").update(data).digest("hex");
  const arrived: Buffer[] = [];
  const port = await place.serveRaw((socket) => {
    socket
      .on("data", (chunk) => arrived.push(chunk))
      .once("end", () => {
        // In parts of many sizes, more than anybody takes at once.
        for (let at = 0, size = 1; at < bytes.length; at += size, size = (size * 7) % 300_007)
          socket.write(bytes.subarray(at, at + size));
        socket.end();
      });
  });
  await place.open({ hosts: [`localhost:${port}`] });
  const socket = place.connect();
  socket.write(`CONNECT localhost:${port} HTTP/1.1\r\n\r\nearly`);
  await once(socket, "readable");
  const answer = String(socket.read());

  for (let at = 0; at < bytes.length; at += 2 ** 18)
    if (!socket.write(bytes.subarray(at, at + 2 ** 18))) await once(socket, "drain");
  socket.end();
  const back: Buffer[] = [];
  for await (const chunk of socket) {
    back.push(chunk as Buffer); // A socket without an encoding gives bytes.
    if (back.length % 50 === 0) await new Promise((resolve) => setTimeout(resolve, 1));
  }

  expect(answer).toBe("HTTP/1.1 200 Connection established\r\n\r\n");
  expect(digest(Buffer.concat(arrived))).toBe(digest(Buffer.concat([Buffer.from("early"), bytes])));
  expect(digest(Buffer.concat(back))).toBe(digest(bytes));
});

test("bodies of any size pass, and wait for whoever reads slowly", async () => {
  await using place = new ProxyPlace();
  const port = await place.serveRaw(() => undefined);
  const echo = await place.serve((request, response) => request.pipe(response));
  await place.open({ hosts: [`localhost:${port}`, `localhost:${echo}`] });
  const body = Buffer.alloc(2 ** 22, "x");
  const head = (at: number, length: number): string =>
    `POST http://localhost:${at}/ HTTP/1.1\r\nHost: localhost:${at}\r\nConnection: close\r\nContent-Length: ${length}\r\n\r\n`;

  const echoed = place.connect();
  echoed.write(head(echo, body.length));
  echoed.write(body);
  const answer = await text(echoed);
  const waiting = place.connect().on("error", () => undefined);
  waiting.write(head(port, 2 ** 30));
  let taken = 0;
  for (let sent = 0; sent < 2 ** 27 && taken === sent; sent += body.length)
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, 500);
      waiting.write(body, () => {
        taken += body.length;
        clearTimeout(timer);
        resolve();
      });
    });
  waiting.destroy();

  expect(outcome(answer).body.replaceAll(/\r\n[0-9a-f]+\r\n/g, "").length).toBeGreaterThanOrEqual(
    body.length,
  );
  expect(taken).toBeLessThan(2 ** 25);
});

test("unreachable, oversized and truncated answers are reported as such", async () => {
  await using place = new ProxyPlace();
  const port = await place.serveRaw((socket) =>
    socket.end("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf"),
  );
  const nothing = await place.serveRaw((socket) => socket.destroy());
  await place.open({ hosts: [`localhost:${port}`, `localhost:${nothing}`, "localhost:1", "lost.test"] });
  const long = `GET http://localhost:${port}/ HTTP/1.1\r\nX: ${"x".repeat(2 ** 20)}\r\n\r\n`;

  const answers = [
    await place.get("http://localhost:1/"),
    await place.connectTo("localhost:1"),
    await place.get("http://lost.test/"),
    await place.get(`http://localhost:${nothing}/`),
    await place.say(long, "\r\n\r\n"),
    await place.get(`http://localhost:${port}/`).catch(() => "broke off"),
  ];

  expect(answers.map((answer) => answer.slice(9, 12))).toEqual(["502", "502", "502", "502", "431", "200"]);
  expect(outcome(answers[2] ?? "").body).toBe("lost.test could not be looked up: nobody knows lost.test.\n");
  expect(answers[5]).toMatch(/half$/);
});

test("the end of the proxy ends every connection, and nobody else may use its socket", async () => {
  await using place = new ProxyPlace();
  const ended: Promise<unknown>[] = [];
  const port = await place.serveRaw((socket) => void ended.push(once(socket.resume(), "end")));
  const proxy = await place.open({ hosts: [`localhost:${port}`] });
  const { mode } = statSync(place.socket);
  const socket = place.connect().on("error", () => undefined);
  const idle = place.connect().on("error", () => undefined);
  socket.write(`CONNECT localhost:${port} HTTP/1.1\r\n\r\n`);
  await once(socket, "readable");

  const second = openHostProxy({ socket: place.socket, hosts: [] });
  await expect(second).rejects.toMatchObject({ code: "JAIL_PROXY_FAILED" });
  const closed = [socket, idle].map(async (each) => await once(each.resume(), "end"));
  await proxy.close();
  await Promise.all([...closed, ...ended]);

  expect(ended).toHaveLength(1);
  expect(mode & 0o777).toBe(0o600);
  expect(existsSync(place.socket)).toBe(false);
});

test("connections that came by another way are served without a socket, up to a limit, and end with the proxy", async () => {
  await using place = new ProxyPlace();
  const port = await place.serve();
  const proxy = await openHostProxy({ hosts: [`localhost:${port}`] });
  const ask = async (host: string): Promise<string> => {
    const [inside, outside] = duplexPair();
    proxy.accept(inside);
    outside.write(`GET http://${host}/ HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    return await text(outside);
  };
  const [reached, refused] = await Promise.all([ask(`localhost:${port}`), ask("closed.example")]);
  const open = Array.from({ length: 300 }, () => duplexPair()[0]);
  const busy = await openHostProxy({ hosts: [] });
  for (const each of open) busy.accept(each);
  const served = open.filter(({ destroyed }) => !destroyed).length;
  await Promise.all([proxy.close(), busy.close()]);

  expect([outcome(reached).body, outcome(refused).status]).toEqual(["hello\n", "HTTP/1.1 403 Forbidden"]);
  expect(proxy.takeRefused()).toEqual(["closed.example:80"]);
  expect(served).toBe(256);
  expect(open.filter(({ destroyed }) => !destroyed)).toEqual([]);
});

test("who opens the proxy may decide by itself where each request goes", async () => {
  await using place = new ProxyPlace();
  const port = await place.serve();
  const asked: string[] = [];
  await place.open({
    hosts: ["closed.example"],
    route: async (target) => {
      asked.push(`${target.host}:${target.port}`);
      if (target.host === "closed.example") return { status: 403, message: "closed.example is closed." };
      return { target: { ...target, port }, addresses: ["127.0.0.1"] };
    },
  });

  const reached = outcome(await place.get("http://any.example/x"));
  const refused = outcome(await place.get("http://closed.example/"));
  const tunnel = outcome(await place.connectTo("closed.example:443"));

  expect(reached).toEqual({ status: "HTTP/1.1 200 OK", body: "hello\n" });
  expect(refused).toEqual({ status: "HTTP/1.1 403 Forbidden", body: "closed.example is closed.\n" });
  expect(tunnel.status).toContain("403");
  expect(asked).toEqual(["any.example:80", "closed.example:80", "closed.example:443"]);
});
