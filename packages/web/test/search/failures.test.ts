import type { ServerResponse } from "node:http";
import { createGuardedFetch } from "@hermes/permissions";
import { expect, test } from "vitest";
import { createWebSearch } from "../../src/index.ts";
import type { WebSearch } from "../../src/index.ts";
import { sendJson, startServer } from "../support/fake-server.ts";
import type { FakeServer } from "../support/fake-server.ts";
import { providerCases } from "./provider-answers.ts";

function searchTavily(server: FakeServer, timeoutMs: number = 20_000): WebSearch {
  return createWebSearch({
    fetch: createGuardedFetch({ allow: [server.host] }),
    env: { TAVILY_API_KEY: "key-of-tavily" },
    addresses: { tavily: server.url },
    timeoutMs,
  });
}

const statuses: readonly (readonly [number, string, string])[] = [
  [400, "WEB_SEARCH_BAD_ANSWER", "the status 400"],
  [401, "WEB_SEARCH_REFUSED", "refuses the request (401)"],
  [402, "WEB_SEARCH_LIMITED", "no more requests"],
  [403, "WEB_SEARCH_REFUSED", "refuses the request (403)"],
  [404, "WEB_SEARCH_BAD_ANSWER", "the status 404"],
  [422, "WEB_SEARCH_REFUSED", "refuses the request (422)"],
  [429, "WEB_SEARCH_LIMITED", "no more requests"],
  [432, "WEB_SEARCH_LIMITED", "no more requests"],
  [500, "WEB_SEARCH_UNREACHABLE", "an error of its own (500)"],
  [503, "WEB_SEARCH_UNREACHABLE", "an error of its own (503)"],
];

test.each(statuses)("the status %i is told as %s", async (status, code, words) => {
  await using server = await startServer((response) => {
    sendJson(response, { detail: "no" }, status);
  });

  await expect(searchTavily(server).search("how to")).rejects.toMatchObject({
    code,
    message: expect.stringMatching(/^Tavily /),
  });
  await expect(searchTavily(server).search("how to")).rejects.toThrow(words);
  expect(server.requests).toHaveLength(2);
});

const oddAnswers: readonly (readonly [string, (response: ServerResponse) => void, string])[] = [
  ["no JSON", (response) => response.end("<html>"), "it is not JSON"],
  ["nothing", (response) => response.end(), "it is not JSON"],
  ["another form", (response) => response.end('{"error":"no"}'), "it has another form (results:"],
  ["a list", (response) => response.end("[]"), "it has another form"],
  [
    "megabytes",
    (response) => response.end(`{"results":[],"x":"${"x".repeat(3_000_000)}"}`),
    "larger than 2048 KiB",
  ],
];

test.each(oddAnswers)("%s for an answer is told", async (_, answer, words) => {
  await using server = await startServer(answer);

  await expect(searchTavily(server).search("how to")).rejects.toMatchObject({
    code: "WEB_SEARCH_BAD_ANSWER",
    message: expect.stringContaining(words),
  });
});

test("an answer without an end is given up after the bytes that are taken", async () => {
  await using server = await startServer((response) => {
    const chunk = "x".repeat(65_536);
    const more = (): void => {
      while (!response.destroyed && response.write(chunk));
    };
    response.on("drain", more);
    more();
  });

  await expect(searchTavily(server).search("how to")).rejects.toThrow("larger than 2048 KiB");
});

test("an answer that drips is given up after the time", async () => {
  await using server = await startServer((response) => {
    response.writeHead(200);
    const drip = setInterval(() => response.write(" "), 20);
    response.on("close", () => {
      clearInterval(drip);
    });
  });

  await expect(searchTavily(server, 200).search("how to")).rejects.toMatchObject({
    code: "WEB_SEARCH_UNREACHABLE",
    message: "Tavily can't be reached: no answer within 0.2 s.",
  });
});

test("a server that never answers is given up after the time", async () => {
  await using server = await startServer(() => {});

  await expect(searchTavily(server, 200).search("how to")).rejects.toThrow("no answer within 0.2 s");
});

test("a connection that breaks is told", async () => {
  await using server = await startServer((response) => response.socket?.destroy());

  await expect(searchTavily(server).search("how to")).rejects.toMatchObject({
    code: "WEB_SEARCH_UNREACHABLE",
  });
});

test("a server that is not there is told with the address of the network's error", async () => {
  const server = await startServer(() => {});
  await server[Symbol.asyncDispose]();

  await expect(searchTavily(server).search("how to")).rejects.toThrow("ECONNREFUSED");
});

test("an abort rejects with its own reason", async () => {
  const control = new AbortController();
  await using server = await startServer(() => {
    control.abort(new Error("enough"));
  });

  await expect(searchTavily(server).search("how to", { signal: control.signal })).rejects.toThrow("enough");
});

test("an address that may not be reached names the setting", async () => {
  const search = createWebSearch({
    fetch: createGuardedFetch(),
    env: { SEARXNG_URL: "http://127.0.0.1:9" },
  });

  await expect(search.search("how to")).rejects.toMatchObject({
    code: "WEB_SEARCH_UNREACHABLE",
    hint: expect.stringContaining("network.allow_private"),
  });
});

test.each(providerCases)("$name: a redirect elsewhere gets neither the key nor the query", async (each) => {
  await using other = await startServer((response) => {
    sendJson(response, each.answer);
  });
  await using server = await startServer((response) => {
    response.writeHead(307, { location: `${other.url}/search` }).end();
  });
  const search = createWebSearch({
    fetch: createGuardedFetch({ allow: [server.host, other.host] }),
    env: each.env,
    addresses: { [each.name]: server.url },
  });

  await expect(search.search("how to")).rejects.toThrow("redirects elsewhere (307)");
  expect(other.requests).toEqual([]);
});

test.each(["", "  ", "x".repeat(401)])("a query of a wrong length is refused (%#)", async (query) => {
  await using server = await startServer((response) => response.end());

  await expect(searchTavily(server).search(query)).rejects.toMatchObject({
    code: "WEB_SEARCH_QUERY_REFUSED",
  });
  expect(server.requests).toEqual([]);
});

test("a query with a key is refused before anything is sent", async () => {
  await using server = await startServer((response) => response.end());
  const query = "what is ghp_q7Zr2mXw9LkT4vBn8sYc1HdJ6fPg3RaE5uKo good for";

  const refused = searchTavily(server).search(query);

  await expect(refused).rejects.toMatchObject({ code: "WEB_SEARCH_QUERY_REFUSED" });
  await expect(refused).rejects.not.toThrow("ghp_");
  expect(server.requests).toEqual([]);
});

test.each([0, 101, 1.5, Number.NaN])("a limit of %d is a mistake", async (limit) => {
  const search = createWebSearch({ fetch: createGuardedFetch(), env: {} });

  await expect(search.search("how to", { limit })).rejects.toThrow(RangeError);
});
