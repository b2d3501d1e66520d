import { createServer as createTlsServer } from "node:https";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import type { RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { needs } from "@hermes/tooling/prerequisites";
import { describe, expect, onTestFinished, test } from "vitest";
import type { McpServer } from "@hermes/mcp";
import { listen, modernHandler, sessionHandler, sseHandler } from "./fixtures/http-server.ts";
import { openTest, soon, testLog, testMemory } from "./fixtures/test-entry.ts";

const http = (url: string, headers: Readonly<Record<string, string>> = {}) => ({
  type: "http" as const,
  url,
  headers,
});

/** Answers requests of a legacy server by method; what is absent is an error. */
function rpc(results: Readonly<Record<string, unknown>>, raw?: RequestListener): RequestListener {
  return (request, response) => {
    let body = "";
    request.on("data", (piece: Buffer) => (body += piece.toString()));
    request.on("end", () => {
      if (request.method !== "POST") return void response.writeHead(405).end();
      const message = JSON.parse(body) as {
        id?: number;
        method: string;
        params: { protocolVersion?: string };
      };
      if (message.id === undefined) return void response.writeHead(202).end();
      if (message.method === "tools/call" && raw !== undefined) return void raw(request, response);
      const result = {
        initialize: {
          protocolVersion: message.params.protocolVersion,
          capabilities: { tools: {} },
          serverInfo: { name: "rpc", version: "1" },
        },
        "tools/list": { tools: [{ name: "do", inputSchema: { type: "object" } }] },
        ...results,
      }[message.method];
      const answer =
        result === undefined ? { error: { code: -32_601, message: "no such method" } } : { result };
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ jsonrpc: "2.0", id: message.id, ...answer }));
    });
  };
}

/** Not a number while it does not wait. */
function nextTryInMs({ status }: McpServer): number {
  return (status.nextTryAt ?? Number.NaN) - Date.now();
}

describe("coming back", () => {
  test("a session that the server forgot is begun anew, and the call runs once", async () => {
    const lines: string[] = [];
    let handler = sessionHandler((line) => lines.push(line));
    const { url } = await listen((request, response) => handler(request, response));
    const server = openTest(http(url));
    await server.callTool("echo", { text: "one" }, { signal: soon() });

    handler = sessionHandler((line) => lines.push(line));
    const grown = await server.callTool("grow", { name: "leaf" }, { signal: soon() });

    expect(grown.content).toEqual([{ type: "text", text: "grown" }]);
    expect(lines).toEqual(["echo one"]);
  });

  test.each([
    ["2026-07-28", modernHandler],
    ["2025-11-25", sessionHandler],
    ["2024-11-05", sseHandler],
  ])(
    "a server that starts late is used within 5 s, and so is one that was gone (%s)",
    async (_name, handler) => {
      const { port, stop, url } = await listen(handler());
      await stop();
      const server = openTest(http(url));
      const early = server.callTool("echo", { text: "early" }, { signal: soon() });
      await expect.poll(() => nextTryInMs(server)).toBeLessThan(5_000);

      const first = await listen(handler(), port);
      const late = await early;
      await first.stop();
      const gone = server.callTool("echo", { text: "gone" }, { signal: soon() });
      await expect.poll(() => nextTryInMs(server)).toBeLessThan(5_000);
      await listen(handler(), port);
      const again = await gone;

      expect([late.content, again.content]).toMatchObject([[{ text: "early" }], [{ text: "gone" }]]);
    },
  );

  test("a server that is not there is given up after the time to connect, and then at once", async () => {
    const { stop, url } = await listen(modernHandler());
    await stop();
    let time = Date.now();
    const server = openTest(http(url), { connectTimeoutMs: 60_000, options: { now: () => time } });

    const first = server.list({ signal: soon() });
    await expect.poll(() => server.status.state).toBe("waiting");
    time += 60_000;
    await expect(first).rejects.toMatchObject({
      code: "MCP_UNAVAILABLE",
      message: expect.stringContaining("ECONNREFUSED"),
    });
    // Its clock stands still: whatever waited now would wait for ever.
    await expect(server.list({ signal: soon() })).rejects.toMatchObject({ code: "MCP_UNAVAILABLE" });

    expect(server.status).toMatchObject({ state: "waiting", nextTryAt: expect.any(Number) });
  });

  test.each([
    ["a connection that is cut", (response: Parameters<RequestListener>[1]) => response.destroy()],
    [
      "a stream that ends without an answer",
      (response: Parameters<RequestListener>[1]) =>
        response.writeHead(200, { "content-type": "text/event-stream" }).end(": nothing\n\n"),
    ],
    [
      "an error of the server",
      (response: Parameters<RequestListener>[1]) => response.writeHead(502).end("bad gateway"),
    ],
  ])("%s leaves the outcome of a call unknown, and it is not repeated", async (_name, cut) => {
    let calls = 0;
    const { url } = await listen(
      rpc({}, (_request, response) => {
        calls += 1;
        cut(response);
      }),
    );
    const server = openTest(http(url));
    await server.list({ signal: soon() });

    await expect(server.callTool("do", {}, { signal: soon() })).rejects.toMatchObject({
      code: "MCP_OUTCOME_UNKNOWN",
    });

    expect(calls).toBe(1);
    await expect(server.list({ signal: soon() })).resolves.toMatchObject({ tools: [{ name: "do" }] });
  });
});

describe("limits", () => {
  test.each(["application/json", "text/event-stream"])(
    "an answer larger than 10 MB is refused (%s)",
    async (type) => {
      const text = "x".repeat(11 * 1024 * 1024);
      const { url } = await listen(
        rpc({}, (_request, response) => {
          response.writeHead(200, { "content-type": type });
          const json = JSON.stringify({
            jsonrpc: "2.0",
            id: 2,
            result: { content: [{ type: "text", text }] },
          });
          response.end(type === "application/json" ? json : `data: ${json}\n\n`);
        }),
      );
      const server = openTest(http(url));

      await expect(server.callTool("do", {}, { signal: soon() })).rejects.toMatchObject({
        code: "MCP_BAD_ANSWER",
      });
    },
  );

  test("an answer that is a page and no message is refused", async () => {
    const { url } = await listen(
      rpc({}, (_request, response) =>
        response.writeHead(200, { "content-type": "text/html" }).end("<h1>Hi</h1>"),
      ),
    );
    const server = openTest(http(url));

    await expect(server.callTool("do", {}, { signal: soon() })).rejects.toMatchObject({
      code: "MCP_BAD_ANSWER",
    });
  });
});

describe("logins and secrets", () => {
  test("a server that wants a login is not tried again by itself, and used once there is one", async () => {
    let open = false;
    let tries = 0;
    const handler = modernHandler();
    const { url } = await listen((request, response) => {
      tries += 1;
      if (open) handler(request, response);
      else response.writeHead(401, { "www-authenticate": "Bearer" }).end();
    });
    const server = openTest(http(url));

    await expect(server.list({ signal: soon() })).rejects.toMatchObject({ code: "MCP_NEEDS_LOGIN" });
    const asked = tries;
    expect(server.status).toMatchObject({
      state: "needs-login",
      hint: "The person has to log in to it.",
    });
    open = true;
    await server.list({ signal: soon() });

    expect(asked).toBe(1);
    expect(server.status.state).toBe("ready");
  });

  test("what authorizes us is sent to the server and follows no redirect to another one", async () => {
    const seen: (string | undefined)[] = [];
    const thief = await listen((request, response) => {
      seen.push(request.headers.authorization);
      response.writeHead(200).end();
    });
    let authorization: string | undefined;
    const { url } = await listen((request, response) => {
      authorization = request.headers.authorization;
      response.writeHead(307, { location: thief.url }).end();
    });
    const server = openTest(http(url, { Authorization: "Bearer geheim" }));

    await expect(server.list({ signal: soon() })).rejects.toMatchObject({
      message: expect.not.stringContaining("geheim"),
    });

    expect(authorization).toBe("Bearer geheim");
    expect(seen).toEqual([]);
  });
});

describe("certificates", () => {
  async function listenTls(): Promise<{ url: string; authority: string }> {
    const folder = dirname(testLog().path);
    const [key, certificate] = [join(folder, "key.pem"), join(folder, "cert.pem")];
    execFileSync("openssl", [
      ..."req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost".split(
        " ",
      ),
      ...["-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout", key, "-out", certificate],
    ]);
    const tls = createTlsServer({ key: readFileSync(key), cert: readFileSync(certificate) }, modernHandler());
    await new Promise<void>((resolve) => tls.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => {
      tls.close();
      tls.closeAllConnections();
    });
    return {
      url: `https://127.0.0.1:${String((tls.address() as AddressInfo).port)}/mcp`,
      authority: certificate,
    };
  }

  test("a certificate that nobody vouches for is refused at once, and taken with its authority or without a check", async (context) => {
    needs(context, "openssl");
    const { url, authority } = await listenTls();

    const strict = openTest(http(url)).list({ signal: soon() });
    const own = openTest({ ...http(url), verifyTls: authority });
    const unchecked = openTest({ ...http(url), verifyTls: false });

    await expect(strict).rejects.toMatchObject({
      code: "MCP_UNAVAILABLE",
      message: expect.stringContaining("certificate"),
    });
    expect((await own.list({ signal: soon() })).tools.length).toBeGreaterThan(0);
    expect((await unchecked.callTool("echo", { text: "hi" }, { signal: soon() })).content).toMatchObject([
      { text: "hi" },
    ]);
  });
});

test("an address of 2024-11-05 is remembered, and not tried with the newer transport again", async () => {
  const methods: (string | undefined)[] = [];
  const handler = sseHandler();
  const { url } = await listen((request, response) => {
    methods.push(`${request.method ?? ""} ${new URL(request.url ?? "", "http://x").pathname}`);
    handler(request, response);
  });
  const memory = testMemory();
  const first = openTest(http(url), { options: { memory } });
  await first.list({ signal: soon() });
  await first[Symbol.asyncDispose]();
  const before = methods.length;

  await openTest(http(url), { options: { memory } }).list({ signal: soon() });

  expect(methods.slice(0, before)).toContain("POST /mcp");
  expect(methods.slice(before)).not.toContain("POST /mcp");
});

test("a server of 2024-11-05 that does not say where it takes messages is given up, and closing does not wait for it", async () => {
  const asked = Promise.withResolvers<void>();
  const { url } = await listen(() => asked.resolve());
  const transport = { type: "sse" as const, url, headers: {} };
  const brief = openTest(transport, { connectTimeoutMs: 100, timeoutMs: 100 });
  const patient = openTest(transport);

  await expect(brief.list({ signal: soon() })).rejects.toMatchObject({ code: "MCP_UNAVAILABLE" });
  const listing = patient.list({ signal: soon() });
  await asked.promise;
  await Promise.all([
    patient[Symbol.asyncDispose](),
    expect(listing).rejects.toMatchObject({ code: "MCP_CLOSED" }),
  ]);
});
