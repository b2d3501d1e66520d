import { readdirSync } from "node:fs";
import { createGuardedFetch } from "@hermes/permissions";
import { expect, test } from "vitest";
import { createWebSearch, searchProviders } from "../../src/index.ts";
import { sendJson, startServer } from "../support/fake-server.ts";
import { providerCases } from "./provider-answers.ts";

test("the table lists every provider of the folder", () => {
  const files = readdirSync(new URL("../../src/search/providers", import.meta.url));

  expect(searchProviders.map(({ name }) => `${name}.ts`).toSorted()).toEqual(files.toSorted());
});

test("the facts name the variables that configure each provider", () => {
  expect(Object.fromEntries(searchProviders.map(({ name, variables }) => [name, variables]))).toEqual({
    brave: ["BRAVE_SEARCH_API_KEY", "BRAVE_API_KEY"],
    tavily: ["TAVILY_API_KEY"],
    exa: ["EXA_API_KEY"],
    firecrawl: ["FIRECRAWL_API_KEY", "FIRECRAWL_API_URL"],
    parallel: ["PARALLEL_API_KEY"],
    searxng: ["SEARXNG_URL"],
    duckduckgo: [],
  });
});

test.each(providerCases)("$name is asked as its document says, and its answer is read", async (each) => {
  await using server = await startServer((response) => {
    sendJson(response, each.answer);
  });
  const search = createWebSearch({
    fetch: createGuardedFetch({ allow: [server.host] }),
    env: each.env,
    addresses: { [each.name]: `${server.url}/` },
  });

  const answer = await search.search("how to", { limit: 3 });

  expect(answer).toEqual({
    provider: each.name,
    host: server.host,
    results: [
      { title: "Guide", url: "https://docs.example/guide", description: 'A "guide"', position: 1 },
      { title: "Manual", url: "https://docs.example/manual", description: "A manual", position: 2 },
    ],
    blocked: 0,
    notes: [],
  });
  const [request] = server.requests;
  expect(request?.url).toBe(each.path);
  if (each.header !== undefined) expect(request?.headers[each.header[0]]).toBe(each.header[1]);
  expect(request?.url).not.toContain("key-of");
  if (each.body !== undefined) expect(JSON.parse(request?.body ?? "")).toMatchObject(each.body);
});

test.each(providerCases)("$name: an odd hit does not lose the others", async (each) => {
  const odd = [null, 7, "text", {}, { url: 5 }, { url: "https://a.example/", title: 7 }];
  await using server = await startServer((response) => {
    sendJson(response, each.with([...odd, { url: "https://good.example/", title: "Good" }]));
  });
  const search = createWebSearch({
    fetch: createGuardedFetch({ allow: [server.host] }),
    env: each.env,
    addresses: { [each.name]: server.url },
  });

  const { results } = await search.search("how to");

  expect(results).toEqual([{ title: "Good", url: "https://good.example/", description: "", position: 1 }]);
});

test.each(providerCases)("$name: an answer without hits is one with no results", async (each) => {
  await using server = await startServer((response) => {
    sendJson(response, each.with([]));
  });
  const search = createWebSearch({
    fetch: createGuardedFetch({ allow: [server.host] }),
    env: each.env,
    addresses: { [each.name]: server.url },
  });

  expect((await search.search("how to")).results).toEqual([]);
});

test("a Firecrawl server of one's own is asked without a key, and may be an older one", async () => {
  await using server = await startServer((response) => {
    sendJson(response, {
      success: true,
      data: [{ url: "https://a.example/", title: "A", description: "a" }],
    });
  });
  const search = createWebSearch({
    fetch: createGuardedFetch({ allow: [server.host] }),
    env: { FIRECRAWL_API_URL: server.url },
  });

  const { provider, results } = await search.search("how to");

  expect([provider, results[0]?.url]).toEqual(["firecrawl", "https://a.example/"]);
  expect(server.requests[0]?.headers.authorization).toBeUndefined();
});

test("SearXNG without JSON says how to allow it", async () => {
  await using server = await startServer((response) => {
    response.writeHead(403).end("Forbidden");
  });
  const search = createWebSearch({
    fetch: createGuardedFetch({ allow: [server.host] }),
    env: { SEARXNG_URL: server.url },
  });

  await expect(search.search("how to")).rejects.toMatchObject({
    code: "WEB_SEARCH_REFUSED",
    hint: expect.stringContaining("search.formats in its settings.yml"),
  });
});

test("SearXNG whose engines are all silent has failed, not found nothing", async () => {
  await using server = await startServer((response) => {
    sendJson(response, {
      results: [],
      unresponsive_engines: [
        ["google", "CAPTCHA"],
        ["bing", "timeout"],
      ],
    });
  });
  const search = createWebSearch({
    fetch: createGuardedFetch({ allow: [server.host] }),
    env: { SEARXNG_URL: server.url },
  });

  await expect(search.search("how to")).rejects.toThrow("none of its engines answer (google, bing)");
});

test("a limit beyond what the provider gives is said", async () => {
  await using server = await startServer((response) => {
    sendJson(response, { type: "search" });
  });
  const search = createWebSearch({
    fetch: createGuardedFetch({ allow: [server.host] }),
    env: { BRAVE_API_KEY: "key" },
    addresses: { brave: server.url },
  });

  const { notes } = await search.search("how to", { limit: 50 });

  expect(notes).toEqual(["Brave Search gives at most 20 results."]);
  expect(server.requests[0]?.url).toContain("count=20");
});
