import { createGuardedFetch } from "@hermes/permissions";
import { expect, test } from "vitest";
import { createWebSearch } from "../../src/index.ts";
import type { WebSearchAnswer } from "../../src/index.ts";
import { startServer } from "../support/fake-server.ts";
import type { SeenRequest } from "../support/fake-server.ts";

const page = `<!DOCTYPE html><html><body><div class="serp__results"><div id="links" class="results">
<div class="result results_links result--ad"><h2 class="result__title">
<a rel="nofollow" class="result__a" href="https://duckduckgo.com/y.js?ad_domain=shop.example&amp;u3=x">Buy</a></h2></div>
<div class="result results_links result--ad"><a class="result__a" href="https://shop.example/">Buy more</a></div>
<div class="result results_links"><a class="result__a" href="https://duckduckgo.com/y.js?u3=x">Buy less</a></div>
<div class="result results_links results_links_deep web-result"><div class="links_main result__body">
<h2 class="result__title"><a rel="nofollow" class="result__a"
 href="//duckduckgo.com/l/?uddg=https%3A%2F%2Fdocs.example%2Fguide%3Fa%3D1%26b%3D2&amp;rut=0">The <b>guide</b> &amp; more</a></h2>
<a class="result__snippet" href="//duckduckgo.com/l/?uddg=https%3A%2F%2Fdocs.example%2Fguide">How to
 <b>begin</b>.</a></div></div>
<div class="result results_links web-result"><h2><a class="result__a" href="https://direct.example/">Direct</a></h2></div>
<div class="result results_links web-result"><h2><a class="result__a" href="javascript:alert(1)">Odd</a></h2></div>
</div></div></body></html>`;

async function searchOn(
  status: number,
  html: string,
): Promise<{ readonly answer: WebSearchAnswer; readonly requests: readonly SeenRequest[] }> {
  await using server = await startServer((response) => {
    response.writeHead(status, { "content-type": "text/html" }).end(html);
  });
  const search = createWebSearch({
    fetch: createGuardedFetch({ allow: [server.host] }),
    env: {},
    addresses: { duckduckgo: server.url },
  });
  const answer = await search.search("how to");
  return { answer, requests: server.requests };
}

test("without a key or an address DuckDuckGo is asked, and its page is read without the ads", async () => {
  const { answer, requests } = await searchOn(200, page);

  expect(answer.provider).toBe("duckduckgo");
  expect(answer.results).toEqual([
    {
      title: "The guide & more",
      url: "https://docs.example/guide?a=1&b=2",
      description: "How to begin.",
      position: 1,
    },
    { title: "Direct", url: "https://direct.example/", description: "", position: 2 },
  ]);
  expect(requests).toMatchObject([{ method: "POST", url: "/html/", body: "q=how+to&b=" }]);
});

const challenge = `<html><body><form id="challenge-form" action="//duckduckgo.com/anomaly.js">
<div class="anomaly-modal__title">Unfortunately, bots use DuckDuckGo too.</div></form></body></html>`;

test.each([
  ["202 with a challenge", 202, challenge],
  ["200 with a challenge", 200, challenge],
  ["202 with nothing", 202, "<html></html>"],
])("a blocked search (%s) says so and names the keys that would help", async (_, status, html) => {
  await expect(searchOn(status, html)).rejects.toMatchObject({
    code: "WEB_SEARCH_BLOCKED",
    message: expect.stringContaining("DuckDuckGo blocks this search"),
    hint: expect.stringMatching(/BRAVE_SEARCH_API_KEY or BRAVE_API_KEY .*TAVILY_API_KEY .*SEARXNG_URL/),
  });
});

test("a page that says that there is nothing has no results", async () => {
  const { answer } = await searchOn(
    200,
    `<html><body><div class="no-results">No results.</div></body></html>`,
  );

  expect(answer.results).toEqual([]);
});

test("results about captchas are not taken for a challenge", async () => {
  const html = page.replace("How to\n", "captcha anomaly-modal g-recaptcha\n");

  expect((await searchOn(200, html)).answer.results).toHaveLength(2);
});

test("a page of another form is told, not taken for no results", async () => {
  await expect(searchOn(200, "<html><body>Welcome</body></html>")).rejects.toMatchObject({
    code: "WEB_SEARCH_BAD_ANSWER",
  });
});
