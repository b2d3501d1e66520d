import { afterAll, expect, test } from "vitest";
import type { SitePage } from "../site/site-page.ts";
import { openReader } from "../support/open-reader.ts";
import { serve } from "../support/serve.ts";
import { callTool } from "../support/tool-results.ts";
import type { CrawlResult, ExtractedPage } from "../support/tool-results.ts";

const reader = openReader(["127.0.0.1"], { cache: { maxAgeMs: 60_000 } });
afterAll(() => reader[Symbol.asyncDispose]());

const text =
  (value: string, type = "text/plain"): SitePage["answer"] =>
  (_request, response) => {
    response.writeHead(200, { "content-type": type });
    response.end(value);
  };
const page = (name: string, ...links: readonly string[]): string =>
  `<title>${name}</title><p>The page ${name} says something of its own.</p>${links.map((link) => `<p><a href="${link}">another page</a></p>`).join("")}`;

interface Site {
  readonly url: string;
}

async function crawl(
  site: Site,
  args: Readonly<Record<string, unknown>> = {},
): Promise<CrawlResult & { readonly paths: readonly string[] }> {
  const { result } = await callTool<CrawlResult>(reader, "web_crawl", { url: `${site.url}/`, ...args });
  return { ...result, paths: result.pages.map(({ url }) => url.slice(site.url.length)) };
}

test("pages of the site are read breadth first, and each can be read whole without being fetched again", async () => {
  await using site = await serve({
    "/": page("start", "/a", "/b", "http://example.org/", "mailto:x@example.org"),
    "/a": page("a", "/c", "/"),
    "/b": page("b", "/b#place", "/a"),
    "/c": page("c", "/d"),
    "/d": page("d"),
  });

  const { paths, pages, ended, left } = await crawl(site);

  expect(paths).toEqual(["/", "/a", "/b", "/c"]);
  expect(pages.map(({ depth }) => depth)).toEqual([0, 1, 1, 2]);
  expect(pages[1]).toMatchObject({
    title: "a",
    content: expect.stringContaining("The page a says") as string,
  });
  expect([ended, left]).toEqual(["Every address that was found was read.", 0]);
  const before = site.requests.length;
  const whole = await callTool<{ readonly results: readonly ExtractedPage[] }>(reader, "web_extract", {
    urls: [`${site.url}/c`],
  });
  expect(whole.result.results[0]?.content).toContain("The page c says");
  expect(site.requests).toHaveLength(before);
});

test("robots.txt is obeyed, and what it forbids is counted", async () => {
  await using site = await serve({
    "/robots.txt": text("User-agent: *\nDisallow: /private/\nUser-agent: Other\nDisallow: /"),
    "/": page("start", "/private/x", "/open"),
    "/private/x": page("x"),
    "/open": page("open"),
  });

  const { paths, notes } = await crawl(site);

  expect(paths).toEqual(["/", "/open"]);
  expect(notes).toEqual(["robots.txt forbids 1 of the addresses."]);
  expect(site.requests.map(({ path }) => path)).not.toContain("/private/x");
});

test("a site that names this reader in its robots.txt, or can't give the file, is not crawled", async () => {
  const failing: SitePage["answer"] = (_request, response) => {
    response.writeHead(502);
    response.end();
  };
  for (const robots of [text("User-agent: hermesagent\nDisallow: /"), failing]) {
    await using site = await serve({ "/robots.txt": robots, "/": page("start") });

    const { paths, ended } = await crawl(site);

    expect(paths).toEqual([]);
    expect(ended).toBe("The robots.txt of the site does not allow it, or could not be read.");
    expect(site.requests.map(({ path }) => path)).toEqual(["/robots.txt"]);
  }
});

test("links that are not to be followed are not followed", async () => {
  await using site = await serve({
    "/": `${page("start", "/a", "/header")}<a rel="nofollow noopener" href="/no">no</a>`,
    "/a": `<meta name="robots" content="noindex, nofollow">${page("a", "/b")}`,
    "/header": (_request, response) => {
      response.writeHead(200, { "content-type": "text/html", "x-robots-tag": "nofollow" });
      response.end(page("header", "/c"));
    },
    "/no": page("no"),
    "/b": page("b"),
    "/c": page("c"),
  });

  expect((await crawl(site, { max_depth: 5 })).paths).toEqual(["/", "/a", "/header"]);
});

test("pages that only a sitemap names are read, too", async () => {
  const map = (...urls: readonly string[]): string =>
    `<urlset>${urls.map((url) => `<url><loc>${url}</loc></url>`).join("")}</urlset>`;
  await using site = await serve({
    "/": page("start", "/linked"),
    "/linked": page("linked"),
    "/mapped": page("mapped"),
    "/sitemap.xml": (request, response) => {
      response.writeHead(200, { "content-type": "application/xml" });
      response.end(
        `<sitemapindex><sitemap><loc>http://${request.headers.host ?? ""}/more.xml</loc></sitemap></sitemapindex>`,
      );
    },
    "/more.xml": (request, response) => {
      response.writeHead(200, { "content-type": "application/xml" });
      response.end(map(`http://${request.headers.host ?? ""}/mapped`, "http://example.org/elsewhere"));
    },
  });

  expect((await crawl(site)).paths).toEqual(["/", "/linked", "/mapped"]);
});

test("limits of pages, depth and paths hold", async () => {
  const names = Array.from(
    { length: 30 },
    (_, index) => `/docs/${"abcdefghijklmnopqrstuvwxyzäöüß".charAt(index)}`,
  );
  await using site = await serve({
    "/": page("start", ...names, "/blog/1"),
    ...Object.fromEntries(names.map((name) => [encodeURI(name), page(name)])),
    "/blog/1": page("blog"),
  });

  const few = await crawl(site, { max_pages: 5 });
  expect(few.paths).toHaveLength(5);
  expect(few.ended).toBe("The limit of pages was reached.");
  expect(few.left).toBe(27);
  expect((await crawl(site, { max_depth: 0 })).paths).toEqual(["/"]);
  expect((await crawl(site, { include: ["/blog"] })).paths).toEqual(["/", "/blog/1"]);
  expect((await crawl(site, { include: ["/*/a$", "/*/b"] })).paths).toEqual(["/", "/docs/a", "/docs/b"]);
  expect((await crawl(site, { exclude: ["/docs/"] })).paths).toEqual(["/", "/blog/1"]);
});

test("an endless calendar and session ids do not take the room of real pages", async () => {
  const real = Array.from({ length: 10 }, (_, index) => `/real-${"abcdefghij".charAt(index)}`);
  const endless: SitePage["answer"] = (request, response) => {
    const month = Number(/\d+/.exec(request.url ?? "")?.[0] ?? 0);
    response.writeHead(200, { "content-type": "text/html" });
    response.end(
      page(
        `month ${month}`,
        ...Array.from({ length: 40 }, (_, index) => `/calendar?month=${month + index + 1}`),
        real[month % 10] ?? "/",
      ),
    );
  };
  const session: SitePage["answer"] = (_request, response) => {
    response.writeHead(200, { "content-type": "text/html" });
    response.end(page("session", ...Array.from({ length: 30 }, () => `/session?sid=${crypto.randomUUID()}`)));
  };
  await using site = await serve({
    "/": page("start", "/calendar?month=1", "/session?sid=1"),
    "/calendar": endless,
    "/session": session,
    ...Object.fromEntries(real.map((name) => [name, page(name)])),
  });

  const { paths, pages } = await crawl(site, { max_pages: 40, max_depth: 10 });

  expect(real.filter((name) => !paths.includes(name))).toEqual([]);
  expect(pages.filter(({ title }) => title === "session")).toHaveLength(1);
});

test("a page that names another one as its own address is read once", async () => {
  await using site = await serve({
    "/": page("start", "/print?x=1", "/article", "/article?utm_source=a"),
    "/article": `<link rel="canonical" href="/article">${page("article")}`,
    "/print": `<link rel="canonical" href="/article">${page("article to print")}`,
  });

  expect((await crawl(site)).paths).toEqual(["/", "/print?x=1"]);
});

test("a pause that the site asks for is made between pages", async () => {
  await using site = await serve({
    "/robots.txt": text("User-agent: *\nCrawl-delay: 0.3"),
    "/": page("start", "/a", "/b"),
    "/a": page("a"),
    "/b": page("b"),
  });
  const startedAt = performance.now();

  expect((await crawl(site)).paths).toEqual(["/", "/a", "/b"]);
  expect(performance.now() - startedAt).toBeGreaterThan(600);
});

test("what the time limit ends gives what was read by then, what a person stops is stopped", async () => {
  await using site = await serve({ "/": page("start", "/slow"), "/slow": () => undefined });
  const controller = new AbortController();
  // The thread that reads pages starts with the first one, which may take longer than the limit.
  await reader.read(`${site.url}/`, { signal: controller.signal });

  const limited = await reader.crawl(`${site.url}/`, { signal: controller.signal, timeoutMs: 2_000 });
  const stopped = reader.crawl(`${site.url}/`, { signal: controller.signal });
  await expect.poll(() => site.requests.filter(({ path }) => path === "/slow").length).toBe(2);
  controller.abort(new Error("enough"));

  expect(limited.endedBy).toBe("time");
  expect(limited.pages.map(({ title }) => title)).toEqual(["start"]);
  await expect(stopped).rejects.toThrow("enough");
});

test("a limit of bytes ends a crawl, and the pages before it are given", async () => {
  const big = `<p>${"word ".repeat(4_000)}</p>`;
  await using site = await serve({
    "/": `${page("start", "/a", "/b", "/c")}${big}`,
    "/a": big,
    "/b": `${big}b`,
    "/c": `${big}c`,
  });

  const crawled = await reader.crawl(`${site.url}/`, {
    signal: new AbortController().signal,
    maxBytes: 15_000,
  });

  expect(crawled).toMatchObject({ endedBy: "size", left: 3, pages: [{ title: "start" }] });
});

test("progress is told after each page", async () => {
  await using site = await serve({ "/": page("start", "/a"), "/a": page("a") });
  const lines: string[] = [];

  await callTool(
    reader,
    "web_crawl",
    { url: `${site.url}/`, max_pages: 7 },
    { progress: ({ text: line }) => lines.push(line) },
  );

  expect(lines).toEqual(["1 of 7 pages", "2 of 7 pages"]);
});

test("a start that can't be read says why", async () => {
  await using site = await serve({});

  expect(await crawl(site)).toMatchObject({
    pages: [],
    ended: "The first page could not be read.",
    failures: [{ error: expect.stringContaining("404") as string }],
  });
  expect((await callTool<CrawlResult>(reader, "web_crawl", { url: "ftp://x" })).result.error).toBe(
    '"ftp://x" is no address of the web.',
  );
});
