import { gzipSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import type { BlockedSite, SitePolicy, UnreadPage, WebPage } from "../src/index.ts";
import { plainPage } from "./site/site-page.ts";
import { serveSite } from "./site/serve-site.ts";
import { openReader } from "./support/open-reader.ts";
import { serve } from "./support/serve.ts";

const { signal } = new AbortController();
const reader = openReader(["127.0.0.1", "localhost"]);
afterAll(() => reader[Symbol.asyncDispose]());

function contentOf(result: WebPage | UnreadPage): string {
  return result.ok ? result.content : `error: ${result.error}`;
}

test("the site policy is asked at every hop, and a redirect to a blocked site is not followed", async () => {
  await using blocked = await serve({ "/": "<p>blocked</p>" });
  await using site = await serveSite([
    plainPage({ path: "/start", shape: "test", body: "", status: 302, headers: { location: "/second" } }),
    plainPage({
      path: "/second",
      shape: "test",
      body: "",
      status: 302,
      headers: { location: `${blocked.url}/` },
    }),
  ]);
  const asked: string[] = [];
  const rule: BlockedSite = { host: blocked.host, rule: "127.0.0.1", source: "web.blocked" };
  const sites: SitePolicy = async (url) => {
    asked.push(url.pathname);
    return await Promise.resolve(url.host === blocked.host ? rule : undefined);
  };
  await using reader = openReader([site.host, blocked.host], { sites });

  const result = await reader.read(`${site.url}/start`, { signal });

  expect(result).toMatchObject({ ok: false, blocked: rule });
  expect(contentOf(result)).toContain('the rule "127.0.0.1" of web.blocked forbids it');
  expect(asked).toEqual(["/start", "/second", "/"]);
  expect(blocked.requests).toEqual([]);
});

test("a page of the cache is not given once the policy forbids it", async () => {
  await using site = await serve({ "/": "<p>text</p>" });
  const state: { rule?: BlockedSite } = {};
  await using reader = openReader([site.host], { sites: () => state.rule });

  const before = await reader.read(`${site.url}/`, { signal });
  state.rule = { host: site.host, rule: "*", source: "settings" };
  const after = await reader.read(`${site.url}/`, { signal });

  expect([before.ok, after.ok]).toEqual([true, false]);
});

test("cookies last for one read, and go to no other host", async () => {
  await using other = await serve({ "/": "<p>other</p>" });
  await using site = await serveSite([
    {
      path: "/",
      shape: "test",
      answer(_request, response) {
        response.writeHead(302, {
          location: `http://localhost:${other.host.split(":")[1]}/`,
          "set-cookie": "id=1; Path=/",
        });
        response.end();
      },
    },
  ]);

  await reader.read(`${site.url}/`, { signal, fresh: true });
  await reader.read(`${site.url}/`, { signal, fresh: true });

  expect([...site.requests, ...other.requests].map(({ cookie }) => cookie)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test("a page is fetched once in 15 minutes, and anew when it is asked for", async () => {
  await using site = await serve({ "/": "<p>text</p>" });
  let time = 0;
  await using reader = openReader([site.host], { now: () => time });
  const fetched = async (step: number, fresh = false): Promise<number> => {
    time += step;
    await reader.read(`${site.url}/#part-of-the-page`, { signal, fresh });
    return site.requests.length;
  };

  expect([
    await fetched(0),
    await fetched(899_000),
    await fetched(2_000),
    await fetched(0, true),
    await fetched(0),
  ]).toEqual([1, 1, 2, 3, 3]);
});

test("the cache holds so many bytes, and the page that was asked for last", async () => {
  const big = `<p>${"x".repeat(400_000)}</p>`;
  await using site = await serve({ "/a": big, "/b": big, "/c": big });
  await using reader = openReader([site.host], { cache: { maxBytes: 2_000_000 } });

  for (const path of ["/a", "/b", "/a", "/c", "/a", "/b"])
    await reader.read(`${site.url}${path}`, { signal });

  expect(site.requests.map(({ path }) => path)).toEqual(["/a", "/b", "/c", "/b"]);
});

test.each([429, 503])(
  "a server that answers %i is asked once more after the pause that it wants",
  async (status) => {
    let asked = 0;
    await using site = await serve({
      "/": (_request, response) => {
        asked += 1;
        response.writeHead(asked === 1 ? status : 200, { "content-type": "text/html", "retry-after": "1" });
        response.end("<p>now</p>");
      },
      "/long": (_request, response) => {
        response.writeHead(status, { "retry-after": "3600" });
        response.end();
      },
    });

    expect(contentOf(await reader.read(`${site.url}/`, { signal }))).toBe("now");
    expect(contentOf(await reader.read(`${site.url}/long`, { signal }))).toContain(`answered ${status}`);
    expect(site.requests).toHaveLength(3);
  },
);

test("a page that is longer than the limit is read up to there", async () => {
  await using site = await serve({
    "/bomb": (_request, response) => {
      response.writeHead(200, { "content-type": "text/html", "content-encoding": "gzip" });
      response.end(gzipSync(Buffer.alloc(5_000_000, "<p>word</p>")));
    },
  });
  await using reader = openReader([site.host], { limits: { maxBytes: 20_000 } });

  const result = await reader.read(`${site.url}/bomb`, { signal });

  expect(result).toMatchObject({ ok: true, notes: ["The page is longer: only its first 20 kB were read."] });
  expect(contentOf(result)).toMatch(/^word\n\nword/);
});

test("the reader says who it is", async () => {
  const seen: (string | undefined)[] = [];
  await using site = await serve({
    "/": (request, response) => {
      seen.push(request.headers["user-agent"], request.headers["referer"]);
      response.end("ok");
    },
  });

  await reader.read(`${site.url}/`, { signal });

  expect(seen).toEqual([
    "Mozilla/5.0 (compatible; HermesAgent/1.0; +https://github.com/hermes-ts/hermes)",
    undefined,
  ]);
});

test("pictures and archives are named with their size and not loaded", async () => {
  await using site = await serve({
    "/p.png": (_request, response) => {
      response.writeHead(200, { "content-type": "image/png", "content-length": 5_000_000 });
      response.write(Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), Buffer.alloc(2_000)]));
    },
  });

  expect(contentOf(await reader.read(`${site.url}/p.png`, { signal }))).toBe(
    `error: ${site.url}/p.png is a PNG image, 5.0 MB: there is no text in it to read.`,
  );
});
