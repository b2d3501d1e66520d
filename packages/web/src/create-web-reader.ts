import { createExtractor } from "./extract/extractor.ts";
import { extractWorkerUrl } from "./extract-worker-url.ts";
import { createCookies } from "./fetch/cookies.ts";
import type { Cookies } from "./fetch/cookies.ts";
import { crawlSite } from "./crawl/crawl-site.ts";
import type { Crawl, CrawlOptions, CrawlPorts } from "./crawl/crawl-site.ts";
import { describeBlocked, fetchPage } from "./fetch/fetch-page.ts";
import { createPageCache } from "./page-cache.ts";
import type { PageCacheOptions } from "./page-cache.ts";
import { outlineOf } from "./parts/outline-of.ts";
import { splitParts } from "./parts/split-parts.ts";
import { defaultReadLimits } from "./read-limits.ts";
import type { ReadLimits } from "./read-limits.ts";
import { readPage } from "./read-page.ts";
import type { ReadPage } from "./read-page.ts";
import type { SitePolicy } from "./site-policy.ts";
import type { StoredPage } from "./stored-page.ts";
import type { WebFetch } from "./web-fetch.ts";
import type { UnreadPage, WebPage } from "./web-page.ts";

export interface WebReaderOptions {
  /** Decides what may be reached, at every hop. */
  readonly fetch: WebFetch;
  /** Sites that may not be read. @default all may */
  readonly sites?: SitePolicy | undefined;
  /** Pages that were read are kept in memory for a while. `false`: none is. */
  readonly cache?: PageCacheOptions | false | undefined;
  readonly limits?: Partial<ReadLimits> | undefined;
  /** How the reader names itself to servers. @default "Mozilla/5.0 (compatible; HermesAgent/1.0; +https://github.com/hermes-ts/hermes)" */
  readonly userAgent?: string | undefined;
  /** The program of the threads that take pages apart, for bundles. @default the file of this package */
  readonly workerUrl?: URL | string | undefined;
  /** Milliseconds since 1970. @default Date.now */
  readonly now?: (() => number) | undefined;
}

export interface ReadOptions {
  readonly signal: AbortSignal;
  /** Counted from 1. @default 1 */
  readonly part?: number | undefined;
  /** Whether it is fetched though it was read a moment ago. @default false */
  readonly fresh?: boolean | undefined;
}

/** Reads pages as Markdown. */
export interface WebReader {
  /**
   * One part of a page. What is wrong with a page is a result, too.
   *
   * @throws {HermesError} `WEB_WORKER_FAILED` when the program of its threads is not where it should be, `WEB_READER_CLOSED` after it was
   * disposed; the reason of `signal` when aborted.
   */
  read(url: string, options: ReadOptions): Promise<WebPage | UnreadPage>;
  /**
   * The pages of one site, breadth first, as its `robots.txt` allows. They are kept for `read`, too.
   *
   * @throws {TypeError} when the address is none of http or https; the reason of `signal` when aborted.
   */
  crawl(url: string, options: CrawlOptions): Promise<Crawl>;
  /** Ends its threads. */
  [Symbol.asyncDispose](): Promise<void>;
}

const defaultUserAgent = "Mozilla/5.0 (compatible; HermesAgent/1.0; +https://github.com/hermes-ts/hermes)";

/** A reader of pages over a fetch that decides what may be reached. Starts nothing before the first page. */
export function createWebReader(options: WebReaderOptions): WebReader {
  const { fetch, sites, userAgent = defaultUserAgent, now = Date.now } = options;
  const limits: ReadLimits = { ...defaultReadLimits, ...options.limits };
  const cache = options.cache === false ? undefined : createPageCache(options.cache ?? {}, now);
  const extractor = createExtractor({
    workerUrl: options.workerUrl ?? extractWorkerUrl(),
    maxWorkers: limits.maxWorkers,
    timeoutMs: limits.extractTimeoutMs,
    timeoutMsPerMegabyte: 1_000,
    maxMemoryMb: limits.extractMemoryMb,
    idleMs: limits.workerIdleMs,
  });

  const load = async (
    url: string,
    {
      fresh = false,
      signal,
      cookies,
    }: { readonly fresh?: boolean | undefined; readonly signal: AbortSignal; readonly cookies: Cookies },
  ): Promise<ReadPage> => {
    signal.throwIfAborted();
    const stored = fresh ? undefined : cache?.get(url);
    if (stored !== undefined)
      return (await blockedNow(stored, sites)) ?? { ok: true, page: { ...stored, url } };
    const read = await readPage(url, { fetch, sites, cookies, userAgent, limits, signal, extractor, now });
    if (read.ok) cache?.set(read.page);
    return read;
  };

  const crawlPorts = (): CrawlPorts => {
    // Of the whole crawl.
    const cookies = createCookies();
    const fetchBytes = (url: string, signal: AbortSignal): ReturnType<typeof fetchPage> =>
      fetchPage(url, { fetch, sites, cookies, userAgent, limits, signal, now });
    return {
      read: (url, signal) => load(url, { signal, cookies }),
      async fetchText(url, maxBytes, signal) {
        const fetched = await fetchBytes(url, signal);
        if (fetched.ok)
          return { status: 200, text: new TextDecoder().decode(fetched.bytes.subarray(0, maxBytes)) };
        if (fetched.status === undefined) throw new Error(fetched.error);
        return { status: fetched.status, text: "" };
      },
      async readSitemap(url, signal) {
        const fetched = await fetchBytes(url, signal);
        if (!fetched.ok) return { urls: [], isIndex: false };
        const { bytes, contentType, cut } = fetched;
        const outcome = await extractor.extract(
          { url: fetched.url, bytes, contentType, as: "sitemap", isCut: cut !== undefined },
          signal,
        );
        if (!("extraction" in outcome)) return { urls: [], isIndex: false };
        return {
          urls: outcome.extraction.links.map((link) => link.url),
          isIndex: outcome.extraction.text === "index",
        };
      },
    };
  };

  return {
    async read(url, { signal, part = 1, fresh }) {
      const read = await load(url, { fresh, signal, cookies: createCookies() });
      return read.ok ? partOf(read.page, part, limits.partChars) : read;
    },
    async crawl(url, crawlOptions) {
      const start = URL.parse(url);
      if (start === null || !/^https?:$/.test(start.protocol))
        throw new TypeError(`"${url.slice(0, 200)}" is no address of the web.`);
      return await crawlSite(start.href, crawlPorts(), crawlOptions);
    },
    async [Symbol.asyncDispose]() {
      await extractor.close();
    },
  };
}

/** The policy may have changed since the page was read. */
async function blockedNow(page: StoredPage, sites: SitePolicy | undefined): Promise<UnreadPage | undefined> {
  for (const url of new Set([page.url, page.finalUrl])) {
    const blocked = await sites?.(new URL(url));
    if (blocked !== undefined) return { ok: false, url: page.url, error: describeBlocked(blocked), blocked };
  }
  return undefined;
}

function partOf(page: StoredPage, part: number, partChars: number): WebPage | UnreadPage {
  const parts = splitParts(page.text, partChars);
  const content = parts[part - 1];
  const { url, finalUrl, kind, title, byline, published, site, text } = page;
  if (content === undefined)
    return {
      ok: false,
      url,
      error: `The page has ${parts.length} part${parts.length === 1 ? "" : "s"}; there is no part ${part}.`,
    };
  const outline = part === 1 && parts.length > 1 ? outlineOf(parts) : [];
  const notes = text.trim() === "" ? [...page.notes, emptyNote] : page.notes;
  return {
    ok: true,
    url,
    finalUrl,
    kind,
    title,
    byline,
    published,
    site,
    content,
    part,
    parts: parts.length,
    chars: text.length,
    ...(outline.length > 0 && { outline }),
    notes,
  };
}

const emptyNote = "No text was found: the page may need a browser that runs its scripts.";
