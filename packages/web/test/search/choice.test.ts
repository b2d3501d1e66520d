import { createGuardedFetch } from "@hermes/permissions";
import { expect, test } from "vitest";
import { createWebSearch } from "../../src/index.ts";
import type { SearchProvider } from "../../src/index.ts";
import { sendJson, startServer } from "../support/fake-server.ts";

const found = { results: [{ url: "https://a.example/", title: "A" }] };
const fetch = createGuardedFetch();

test("auto takes what is configured, in the order of the table", () => {
  const env = {
    SEARXNG_URL: "http://search.example",
    PARALLEL_API_KEY: "p",
    FIRECRAWL_API_URL: "http://crawl.example",
    EXA_API_KEY: "e",
    TAVILY_API_KEY: "t",
    BRAVE_API_KEY: "b",
  };

  expect(createWebSearch({ fetch, env }).configured()).toEqual([
    "brave",
    "tavily",
    "exa",
    "firecrawl",
    "parallel",
    "searxng",
  ]);
});

test("a blank variable configures nothing, and what needs nothing is left", () => {
  expect(createWebSearch({ fetch, env: { TAVILY_API_KEY: " ", SEARXNG_URL: "" } }).configured()).toEqual([
    "duckduckgo",
  ]);
});

test("another address of a provider is no key for it", () => {
  const addresses = { tavily: "https://proxy.example" };

  expect(createWebSearch({ fetch, env: {}, addresses }).configured()).toEqual(["duckduckgo"]);
});

test("auto asks the next one when one fails, and says who answered and why", async () => {
  await using brave = await startServer((response) => response.writeHead(401).end());
  await using tavily = await startServer((response) => {
    sendJson(response, found);
  });
  const search = createWebSearch({
    fetch: createGuardedFetch({ allow: [brave.host, tavily.host] }),
    env: { BRAVE_API_KEY: "b", TAVILY_API_KEY: "t" },
    addresses: { brave: brave.url, tavily: tavily.url },
  });

  const answer = await search.search("how to");

  expect([answer.provider, answer.host, answer.results.length]).toEqual(["tavily", tavily.host, 1]);
  expect(answer.notes).toEqual([
    "Brave Search refuses the request (401). Look whether the key in BRAVE_SEARCH_API_KEY or BRAVE_API_KEY is right and still valid.",
  ]);
  expect(brave.requests).toHaveLength(1);
});

test("when all that are configured fail, each is told and nobody else is asked", async () => {
  await using server = await startServer((response, { url }) =>
    response.writeHead(url.startsWith("/res") ? 429 : 500).end(),
  );
  await using duckduckgo = await startServer((response) => response.end());
  const search = createWebSearch({
    fetch: createGuardedFetch({ allow: [server.host, duckduckgo.host] }),
    env: { BRAVE_API_KEY: "b", TAVILY_API_KEY: "t" },
    addresses: { brave: server.url, tavily: server.url, duckduckgo: duckduckgo.url },
  });

  const asked = search.search("how to");

  await expect(asked).rejects.toMatchObject({ code: "WEB_SEARCH_UNREACHABLE" });
  await expect(asked).rejects.toThrow(/Brave Search takes no more requests.*Tavily answers with an error/);
  expect(duckduckgo.requests).toEqual([]);
});

test("a named provider is asked alone", async () => {
  await using server = await startServer((response) => response.writeHead(500).end());
  const search = createWebSearch({
    fetch: createGuardedFetch({ allow: [server.host] }),
    env: { BRAVE_API_KEY: "b", TAVILY_API_KEY: "t" },
    provider: "tavily",
    addresses: { brave: server.url, tavily: server.url },
  });

  await expect(search.search("how to")).rejects.toThrow("Tavily answers with an error");
  expect(server.requests).toHaveLength(1);
});

test("a named provider without its key names the variables", async () => {
  const search = createWebSearch({ fetch, env: {}, provider: "brave" });

  await expect(search.search("how to")).rejects.toMatchObject({
    code: "WEB_SEARCH_NOT_CONFIGURED",
    message: "Brave Search needs BRAVE_SEARCH_API_KEY or BRAVE_API_KEY, and none is set.",
  });
});

test("an unknown provider is told with the nearest one", async () => {
  const search = createWebSearch({ fetch, env: {}, provider: "searxgn" });

  await expect(search.search("how to")).rejects.toMatchObject({
    code: "WEB_SEARCH_NOT_CONFIGURED",
    hint: expect.stringContaining('Did you mean "searxng"?'),
  });
});

test("an address that is none is told, and the next provider is asked", async () => {
  await using tavily = await startServer((response) => {
    sendJson(response, found);
  });
  const options = {
    fetch: createGuardedFetch({ allow: [tavily.host] }),
    addresses: { tavily: tavily.url },
  };
  const alone = createWebSearch({ ...options, env: { SEARXNG_URL: "search.example" } });
  const both = createWebSearch({ ...options, env: { FIRECRAWL_API_URL: "nowhere", TAVILY_API_KEY: "t" } });

  await expect(alone.search("how to")).rejects.toThrow('The address of SearXNG is none: "search.example".');
  expect((await both.search("how to")).provider).toBe("tavily");
});

test("a provider beside the known ones is asked where it is named; `auto` never takes it", async () => {
  const asked: string[] = [];
  const library: SearchProvider = {
    ...{ name: "library", title: "The library", keys: [], maxResults: 1, place: "plug-in books" },
    async search(query) {
      asked.push(query);
      return [{ url: "https://library.example/", title: "<i>Tea</i>" }];
    },
  };
  const options = { fetch, env: {}, others: [library], moreOthers: "Ask for more." };

  const found = await createWebSearch({ ...options, provider: "library" }).search("tea", { limit: 3 });

  expect(found).toMatchObject({ provider: "library", host: "plug-in books", results: [{ title: "Tea" }] });
  expect(found.notes).toEqual(["The library gives at most 1 results."]);
  expect(createWebSearch(options).configured()).toEqual(["duckduckgo"]);
  await expect(createWebSearch({ ...options, provider: "libary" }).search("tea")).rejects.toMatchObject({
    hint: expect.stringMatching(/^Did you mean "library"\? .*duckduckgo, library\. Ask for more\.$/),
  });
  expect(asked).toEqual(["tea"]);
});
