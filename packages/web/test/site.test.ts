import { afterAll, expect, test } from "vitest";
import type { UnreadPage, WebPage } from "../src/index.ts";
import { serveSite, sitePages } from "./site/serve-site.ts";
import type { SitePage } from "./site/site-page.ts";
import { openReader } from "./support/open-reader.ts";
import { scoreText } from "./support/score-text.ts";

const isLong = process.env["HERMES_TEST_LONG"] === "1";
const allPages = sitePages();
const pages = allPages.filter((page) => isLong || page.isHeavy !== true);
const signal = AbortSignal.timeout(240_000);

const site = await serveSite(pages);
const reader = openReader([site.host], {
  limits: {
    fetchTimeoutMs: isLong ? 20_000 : 3_000,
    extractTimeoutMs: isLong ? 8_000 : 5_000,
    partChars: 1_000_000,
  },
});
afterAll(async () => {
  await reader[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
});

interface Read {
  readonly page: SitePage;
  readonly result: WebPage | UnreadPage;
}

const reads = (async (): Promise<readonly Read[]> => {
  const all: Read[] = [];
  const waiting = [...pages];
  const worker = async (): Promise<void> => {
    for (let page = waiting.shift(); page !== undefined; page = waiting.shift())
      all.push({ page, result: await reader.read(`${site.url}${page.path}`, { signal }) });
  };
  await Promise.all(Array.from({ length: 6 }, worker));
  return all;
})();

test("the site has more than 200 pages", () => {
  expect(allPages.length).toBeGreaterThan(200);
  expect(new Set(allPages.map(({ path }) => path)).size).toBe(allPages.length);
});

test("every page of the site gives text, or an error that says why, and never a crash", async () => {
  const wrong = (await reads).filter(
    ({ page: { gives = "text" }, result }) => gives !== "either" && result.ok !== (gives === "text"),
  );

  expect(
    wrong.map(({ page, result }) => ({
      path: page.path,
      error: result.ok ? result.content.slice(0, 100) : result.error,
    })),
  ).toEqual([]);
}, 240_000);

test("every error is a sentence that names what was asked for", async () => {
  const errors = (await reads).flatMap(({ result }) => (result.ok ? [] : [result.error]));

  for (const error of errors) expect(error).toMatch(/^\S.{20,}[.)]$/s);
});

test("of the main text of each page at least 98 % of the sentences are read", async () => {
  const low = (await reads).flatMap(({ page, result }) => {
    const { recall, missing } = scoreText(result.ok ? result.content : "", page.main ?? []);
    return recall < 0.98
      ? [
          {
            path: page.path,
            recall,
            missing: missing.slice(0, 2),
            got: result.ok ? result.content.slice(0, 300) : result.error,
          },
        ]
      : [];
  });

  expect(low).toEqual([]);
});

test("of what stands around the main text of articles nothing is read", async () => {
  const around = (await reads).flatMap(({ page, result }) =>
    (page.around ?? [])
      .filter((text) => result.ok && result.content.includes(text))
      .map((text) => `${page.path}: ${text}`),
  );

  expect(around).toEqual([]);
});

test("of what is read of articles at least 80 % is their main text", async () => {
  const articles = (await reads).filter(({ page }) => (page.around ?? []).length > 0);
  const low = articles.flatMap(({ page, result }) => {
    const { precision } = scoreText(result.ok ? result.content : "", page.main ?? []);
    return precision < 0.8 ? [{ path: page.path, precision }] : [];
  });

  expect(low).toEqual([]);
});
