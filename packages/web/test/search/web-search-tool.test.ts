import { createGuardedFetch } from "@hermes/permissions";
import { ToolRegistry, allowAll } from "@hermes/registry";
import type { ToolResult } from "@hermes/registry";
import { expect, test } from "vitest";
import { createWebReader, createWebSearch, webTools } from "../../src/index.ts";
import { sendJson, startServer } from "../support/fake-server.ts";
import type { FakeServer } from "../support/fake-server.ts";

async function call(server: FakeServer, args: object): Promise<ToolResult> {
  const fetch = createGuardedFetch({ allow: [server.host] });
  const search = createWebSearch({
    fetch,
    env: { TAVILY_API_KEY: "t" },
    addresses: { tavily: server.url },
    sites: (url) =>
      url.host === "bad.example" ? { host: url.host, rule: "bad.example", source: "test" } : undefined,
  });
  const registry = new ToolRegistry({ guard: allowAll });
  registry.register(...webTools({ search, reader: createWebReader({ fetch }) }));
  return await registry.dispatch("web_search", args, {
    taskId: "t",
    sessionId: "s",
    callId: "c",
    signal: new AbortController().signal,
    origin: { platform: "cli", entryPoint: "test" },
  });
}

test("a search gives the results, who answered, and where from", async () => {
  await using server = await startServer((response) => {
    sendJson(response, {
      results: [
        { url: "https://bad.example/" },
        { url: "https://a.example/", title: "A", content: "About A" },
      ],
    });
  });

  const result = await call(server, { query: "how to" });

  expect(JSON.parse(result.content)).toEqual({
    success: true,
    data: { web: [{ title: "A", url: "https://a.example/", description: "About A", position: 1 }] },
    provider: "tavily",
    blocked_by_policy: 1,
  });
  expect(result.provenance).toContainEqual({ source: "web", name: server.host });
  expect(JSON.parse(server.requests[0]?.body ?? "")).toMatchObject({ max_results: 5 });
});

test("a failure tells the model what happened and what to do", async () => {
  await using server = await startServer((response) => response.writeHead(429).end());

  const { content, isError } = await call(server, { query: "how to" });

  expect(isError).toBe(true);
  expect(JSON.parse(content)).toEqual({
    error: expect.stringContaining("Tavily takes no more requests for now (429)."),
    hint: expect.stringContaining("BRAVE_SEARCH_API_KEY"),
  });
});

test.each([
  {},
  { query: "" },
  { query: "x".repeat(401) },
  { query: "a", limit: 101 },
  { query: "a", limit: 0 },
])("arguments that do not fit are refused: %#", async (args) => {
  await using server = await startServer((response) => response.end());

  expect(await call(server, args)).toMatchObject({ isError: true, notRun: "invalid" });
  expect(server.requests).toEqual([]);
});

test("its description is what models read", async () => {
  const fetch = createGuardedFetch();
  const search = createWebSearch({ fetch, env: {} });
  const [tool] = webTools({ search, reader: createWebReader({ fetch }) });

  expect([tool?.description, tool?.parameters()]).toMatchInlineSnapshot(`
    [
      "Search the web: titles, addresses, short descriptions. Read a page with web_extract.",
      {
        "additionalProperties": false,
        "properties": {
          "limit": {
            "default": 5,
            "maximum": 100,
            "minimum": 1,
            "type": "integer",
          },
          "query": {
            "maxLength": 400,
            "minLength": 1,
            "type": "string",
          },
        },
        "required": [
          "query",
        ],
        "type": "object",
      },
    ]
  `);
});
