import { createGuardedFetch } from "@hermes/permissions";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createWebSearch } from "../../src/index.ts";
import type { WebSearchAnswer } from "../../src/index.ts";
import type { SitePolicy } from "../../src/index.ts";
import { sendJson, startServer } from "../support/fake-server.ts";

async function searchHits(
  hits: readonly unknown[],
  { limit = 10, sites }: { readonly limit?: number; readonly sites?: SitePolicy } = {},
): Promise<WebSearchAnswer> {
  await using server = await startServer((response) => {
    sendJson(response, { results: hits });
  });
  const search = createWebSearch({
    fetch: createGuardedFetch({ allow: [server.host] }),
    env: { TAVILY_API_KEY: "t" },
    addresses: { tavily: server.url },
    sites,
  });
  return await search.search("how to", { limit });
}

test("only addresses of pages stay", async () => {
  const urls = [
    "javascript:alert(1)",
    "data:text/html,x",
    "file:///etc/passwd",
    "ftp://a.example/",
    "/relative",
    "https://bank.example@evil.example/",
    `https://long.example/${"x".repeat(3_000)}`,
    "https://good.example/",
  ];

  const { results } = await searchHits(urls.map((url) => ({ url, title: "T" })));

  expect(results.map(({ url, position }) => [url, position])).toEqual([["https://good.example/", 1]]);
});

test("the same page is listed once, whatever part of it is meant", async () => {
  const urls = [
    "https://a.example/x",
    "https://A.example/x#part",
    "https://a.example/x",
    "https://a.example/y",
  ];

  const { results } = await searchHits(urls.map((url) => ({ url })));

  expect(results.map(({ url }) => url)).toEqual(["https://a.example/x", "https://a.example/y"]);
});

const texts: readonly (readonly [string, string])[] = [
  ["<b>Bold</b> &amp; <em>new</em>", "Bold & new"],
  ["it&#x27;s &quot;so&quot; &eacute;", `it's "so" é`],
  ["How to center a <div>", "How to center a <div>"],
  ["std::vector<int> and List<String>", "std::vector<int> and List<String>"],
  ["a < b && c > d", "a < b && c > d"],
  ["one\n\n two\u0007\u001b[31m three", "one two [31m three"],
  ["rtl \u202Egnp.exe", "rtl gnp.exe"],
  ["seen\u{e0041}\u{e0042} only", "seen only"],
];

test.each(texts)("the text %j is shown as %j", async (text, plain) => {
  const { results } = await searchHits([{ url: "https://a.example/", title: text, content: text }]);

  expect(results[0]).toMatchObject({ title: plain, description: plain });
});

test("texts are bounded, and a page without a title is called by its host", async () => {
  const { results } = await searchHits([
    { url: "https://a.example/", title: "t".repeat(9_000), content: "😀".repeat(9_000) },
    { url: "https://b.example:8443/x", title: " ", content: "<b>".repeat(500_000 / 3) },
  ]);

  expect(results[0]?.title).toHaveLength(300);
  expect(results[0]?.description.length).toBeLessThanOrEqual(1_000);
  expect(results[0]?.description).toMatch(/^[^\p{Cs}]+$/u);
  expect(results[1]?.title).toBe("b.example:8443");
});

test("no more results than wanted, and no more looked at", async () => {
  const { results } = await searchHits(
    Array.from({ length: 30 }, (_, index) => ({ url: `https://a.example/${index}` })),
    { limit: 3 },
  );

  expect(results.map(({ position }) => position)).toEqual([1, 2, 3]);
});

test("results of refused sites are left out and counted, and others move up", async () => {
  const { results, blocked } = await searchHits(
    [
      { url: "https://bad.example/1" },
      { url: "https://a.example/" },
      { url: "https://bad.example/2" },
      { url: "https://b.example/" },
    ],
    {
      limit: 2,
      sites: (url) =>
        url.host === "bad.example" ? { host: url.host, rule: "bad.example", source: "test" } : undefined,
    },
  );

  expect(results.map(({ url, position }) => [url, position])).toEqual([
    ["https://a.example/", 1],
    ["https://b.example/", 2],
  ]);
  expect(blocked).toBe(2);
});

test("whatever a provider sends, results are pages with bounded plain lines", async () => {
  let answer: unknown;
  await using server = await startServer((response) => {
    sendJson(response, answer);
  });
  const search = createWebSearch({
    fetch: createGuardedFetch({ allow: [server.host] }),
    env: { TAVILY_API_KEY: "t" },
    addresses: { tavily: server.url },
  });
  const text = fc.oneof(
    fc.string({ unit: "binary", maxLength: 60 }),
    fc
      .array(
        fc.constantFrom("<b>", "</b>", "<", "&", "&lt;", "&#0;", "</", "<!--", "]]>", "\u202e", "é", " "),
        {
          maxLength: 30,
        },
      )
      .map((parts) => parts.join("")),
  );
  const hit = fc.oneof(
    fc.record({ url: fc.oneof(fc.webUrl(), text), title: text, content: fc.option(text) }),
    fc.jsonValue(),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(hit, { maxLength: 6 }), async (hits) => {
      answer = { results: hits };

      const { results } = await search.search("how to");

      for (const [index, result] of results.entries()) {
        expect(new URL(result.url).protocol).toMatch(/^https?:$/);
        expect(`${result.title}\n${result.description}`).toMatch(/^[^\p{Cc}\u202e]+\n[^\p{Cc}\u202e]*$/u);
        expect(result.position).toBe(index + 1);
      }
    }),
    { numRuns: 150 },
  );
});
