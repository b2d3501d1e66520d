import { afterAll, expect, test } from "vitest";
import { pdfOf } from "./site/document-pages.ts";
import { openReader } from "./support/open-reader.ts";
import { serve } from "./support/serve.ts";

const { signal } = new AbortController();
const reader = openReader(["127.0.0.1"]);
afterAll(() => reader[Symbol.asyncDispose]());

async function read(body: string | Uint8Array, type: string): Promise<unknown> {
  await using site = await serve({
    "/": (_request, response) => {
      response.writeHead(200, { "content-type": type });
      response.end(body);
    },
  });
  const page = await reader.read(`${site.url}/`, { signal, fresh: true });
  return page.ok ? { ...page, content: page.content.replaceAll(site.url, "") } : page;
}

test("a feed is a list of its entries with their dates and whole links", async () => {
  const feed = `<rss version="2.0"><channel><title>News</title><item><title>One &amp; two</title><link>/1</link>
    <pubDate>Tue, 03 Nov 2026 10:00:00 GMT</pubDate><author>ada@example.org (Ada)</author>
    <description><![CDATA[<p>First <b>line</b>.</p><script>x()</script>]]></description></item><item><title>Three</title></item></channel></rss>`;

  expect(await read(feed, "application/rss+xml")).toMatchObject({
    kind: "feed",
    title: "News",
    content: expect.stringMatching(
      /^## \[One & two\]\(\/1\)\n\nTue, 03 Nov 2026 10:00:00 GMT.*\n\nFirst line\.\n\n## Three$/,
    ) as string,
  });
});

test("a PDF has a mark before each page", async () => {
  expect(await read(pdfOf(["First line", "Second line", "Third line"]), "application/pdf")).toMatchObject({
    kind: "pdf",
    content: "## Page 1 of 2\n\nFirst line\nSecond line\n\n## Page 2 of 2\n\nThird line",
  });
});

test("JSON is written with indents, and what is none as it is", async () => {
  expect(await read('{"a":[1,{"b":null}]}', "application/json")).toMatchObject({
    kind: "json",
    content: '{\n  "a": [\n    1,\n    {\n      "b": null\n    }\n  ]\n}',
  });
  expect(await read('{"a":', "application/json")).toMatchObject({ content: '{"a":' });
});

test("what a page says of itself is told", async () => {
  const html = `<html><head><title>The title</title><meta name="author" content="Ada"><meta property="og:site_name" content="Site">
    <meta property="article:published_time" content="2026-01-02"></head><body><p>text</p></body></html>`;

  expect(await read(html, "text/html")).toMatchObject({
    title: "The title",
    byline: "Ada",
    site: "Site",
    published: "2026-01-02",
  });
});

test("a page without text says that it may need a browser", async () => {
  expect(
    await read("<html><body><div id=app></div><script>run()</script></body></html>", "text/html"),
  ).toMatchObject({
    content: "",
    notes: ["No text was found: the page may need a browser that runs its scripts."],
  });
});
