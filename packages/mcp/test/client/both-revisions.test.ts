import { describe, expect, test } from "vitest";
import type { McpServer } from "@hermes/mcp";
import { listen, modernHandler, sessionHandler, sseHandler } from "./fixtures/http-server.ts";
import { openTest, sdkServer, soon, testLog } from "./fixtures/test-entry.ts";

interface Way {
  readonly way: string;
  readonly protocol: string;
  open(log?: (line: string) => void): Promise<McpServer>;
}

const ways: readonly Way[] = [
  { way: "stdio, 2026-07-28", protocol: "2026-07-28", open: async () => openTest(sdkServer("both")) },
  { way: "stdio, 2026-07-28 alone", protocol: "2026-07-28", open: async () => openTest(sdkServer("modern")) },
  { way: "stdio, 2025-11-25", protocol: "2025-11-25", open: async () => openTest(sdkServer("legacy")) },
  { way: "HTTP, 2026-07-28", protocol: "2026-07-28", open: (log) => overHttp(modernHandler(log)) },
  { way: "HTTP, 2025-11-25", protocol: "2025-11-25", open: (log) => overHttp(sessionHandler(log)) },
  { way: "SSE of 2024-11-05", protocol: "2025-11-25", open: (log) => overHttp(sseHandler(log), "sse") },
  { way: "SSE at an address of HTTP", protocol: "2025-11-25", open: (log) => overHttp(sseHandler(log)) },
];

async function overHttp(
  handler: Parameters<typeof listen>[0],
  type: "http" | "sse" = "http",
): Promise<McpServer> {
  const { url } = await listen(handler);
  return openTest({ type, url, headers: {} });
}

describe.each(ways)("$way", ({ protocol, open }) => {
  test("tools, resources and prompts are listed, called and read", async () => {
    const server = await open();

    const catalogue = await server.list({ signal: soon() });
    const called = await server.callTool("echo", { text: "hi" }, { signal: soon() });
    const structured = await server.callTool("weather", {}, { signal: soon() });
    const failed = await server.callTool("fails", {}, { signal: soon() });
    const read = await server.readResource("note:///one", { signal: soon() });
    const prompt = await server.getPrompt("greet", { who: "Ann" }, { signal: soon() });

    expect(server.status).toMatchObject({
      state: "ready",
      protocol,
      serverName: "fixture",
      serverVersion: "1.2.3",
    });
    expect(catalogue.tools.map(({ name }) => name)).toContain("echo");
    expect(catalogue.tools.find(({ name }) => name === "echo")?.hints.readOnly).toBe(true);
    expect(catalogue.resources).toMatchObject([{ uri: "note:///one", mimeType: "text/plain" }]);
    expect(catalogue.prompts).toMatchObject([
      { name: "greet", arguments: [{ name: "who", required: true }] },
    ]);
    expect(catalogue).toMatchObject({
      instructions: "Be brief.",
      has: { resources: true, prompts: true },
      leftOut: [],
    });
    expect(called).toEqual({ content: [{ type: "text", text: "hi" }], isError: false });
    expect(structured.structured).toEqual({ degrees: 21 });
    expect(failed).toMatchObject({ isError: true, content: [{ type: "text", text: "no such file" }] });
    expect(read).toMatchObject([{ type: "resource", uri: "note:///one", text: "buy milk" }]);
    expect(prompt.messages).toEqual([{ role: "user", content: { type: "text", text: "Greet Ann." } }]);
  });

  test("progress is told, and keeps a call alive beyond its time-out", async () => {
    const server = await open();
    const told: string[] = [];

    const result = await server.callTool(
      "steps",
      { everyMs: 40, steps: 4 },
      {
        signal: soon(),
        progress: ({ progress, total, message }) => told.push(`${progress}/${total} ${message}`),
      },
    );

    expect(result.content).toEqual([{ type: "text", text: "done" }]);
    expect(told).toEqual(["1/4 step 1", "2/4 step 2", "3/4 step 3", "4/4 step 4"]);
  });

  test("a question of the server is answered by who made the call, and declined where nobody can", async () => {
    const server = await open();
    const asked: unknown[] = [];

    const answered = await server.callTool(
      "asks",
      {},
      {
        signal: soon(),
        asks: {
          elicit: async (request) => {
            asked.push(request);
            return { action: "accept", content: { first: "Ann" } };
          },
        },
      },
    );
    const alone = await server.callTool("asks", {}, { signal: soon() }).catch((error: unknown) => error);

    expect(answered.content).toEqual([{ type: "text", text: "hello Ann" }]);
    expect(asked).toMatchObject([
      {
        mode: "form",
        server: "test",
        message: "Who are you?",
        fields: [{ name: "first", type: "text", required: true, description: "Your first name" }],
      },
    ]);
    // A server of the new revision is not offered what nobody answers; one of the old is told no.
    expect(alone).toMatchObject(
      protocol === "2026-07-28" ? { code: "MCP_REFUSED" } : { content: [{ text: "no name (decline)" }] },
    );
  });

  test("our model answers a server with no more tokens than it is allowed, and roots are the folder of the work", async () => {
    const server = await open();
    const wanted: number[] = [];

    const sampled = await server.callTool(
      "samples",
      {},
      {
        signal: soon(),
        asks: {
          sample: async ({ maxTokens }) => {
            wanted.push(maxTokens);
            return { model: "m", text: "roses", stopReason: "endTurn" };
          },
        },
      },
    );
    const where = await server.callTool("where", {}, { signal: soon() });

    expect(sampled.content).toEqual([{ type: "text", text: "roses" }]);
    expect(wanted).toEqual([500]);
    expect(where.content).toMatchObject([{ text: expect.stringMatching(/^file:\/\/\/.*fixtures$/u) }]);
  });
});

test("an abort rejects at once with its reason, and the server is told to stop", async () => {
  const log = testLog();
  const server = openTest(sdkServer("both", log));
  await server.list({ signal: soon() });
  const stop = new AbortController();

  const call = server.callTool("waits", {}, { signal: stop.signal });
  await expect.poll(() => log.count("waits")).toBe(1);
  stop.abort(new Error("enough"));

  await expect(call).rejects.toThrow("enough");
  await expect.poll(() => log.count("cancelled")).toBe(1);
  expect(server.status.state).toBe("ready");
});
