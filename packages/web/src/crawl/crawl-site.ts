import { createHash } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { ReadPage } from "../read-page.ts";
import type { StoredPage } from "../stored-page.ts";
import { createFrontier } from "./frontier.ts";
import type { Frontier, WaitingAddress } from "./frontier.ts";
import { openSite } from "./open-site.ts";
import type { OpenSiteOptions, Site } from "./open-site.ts";
import type { FetchedText } from "./robots.ts";
import { readSitemaps } from "./sitemaps.ts";

export interface CrawlOptions {
  readonly signal: AbortSignal;
  /** Pages that are read. @default 20, at most 200 */
  readonly maxPages?: number | undefined;
  /** Links between a page and the start. @default 2, at most 10 */
  readonly maxDepth?: number | undefined;
  /** Beginnings of paths that are followed; `*` stands for anything, `$` for the end. @default all */
  readonly include?: readonly string[] | undefined;
  /** Beginnings of paths that are not followed. @default none */
  readonly exclude?: readonly string[] | undefined;
  /** Milliseconds for all of it. @default 120_000 */
  readonly timeoutMs?: number | undefined;
  /** Bytes of all pages together. @default 50_000_000 */
  readonly maxBytes?: number | undefined;
  /** Told after each page. */
  readonly progress?: ((pages: number, maxPages: number) => void) | undefined;
}

export interface CrawledPage {
  readonly url: string;
  readonly finalUrl: string;
  readonly title?: string | undefined;
  /** Links between it and the start. */
  readonly depth: number;
  /** The whole text. */
  readonly text: string;
}

export interface Crawl {
  /** In the order in which they were found. */
  readonly pages: readonly CrawledPage[];
  readonly failures: readonly { readonly url: string; readonly error: string }[];
  /** What ended it. `robots`: the site does not want it. `start`: the first page could not be read. */
  readonly endedBy: "done" | "pages" | "time" | "size" | "robots" | "start";
  /** More about it, one sentence each. */
  readonly notes: readonly string[];
  /** Addresses that were found and not read. */
  readonly left: number;
}

/** What a crawl needs of the reader. */
export interface CrawlPorts {
  /** Reads a page with the cookies of this crawl. @throws the reason of `signal` when aborted. */
  read(url: string, signal: AbortSignal): Promise<ReadPage>;
  fetchText(url: string, maxBytes: number, signal: AbortSignal): Promise<FetchedText>;
  /** Addresses of a sitemap. */
  readSitemap(
    url: string,
    signal: AbortSignal,
  ): Promise<{ readonly urls: readonly string[]; readonly isIndex: boolean }>;
}

/** Pages that are read at the same time where the site asks for no pause. */
const pagesAtOnce = 4;

/**
 * Reads the pages of one site, breadth first.
 *
 * @throws the reason of `signal` when aborted; what a limit ends gives what was read by then.
 */
export async function crawlSite(start: string, ports: CrawlPorts, options: CrawlOptions): Promise<Crawl> {
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), options.timeoutMs ?? 120_000);
  try {
    return await crawl(start, ports, { ...options, deadline: deadline.signal });
  } finally {
    clearTimeout(timer);
  }
}

interface CrawlState {
  readonly frontier: Frontier;
  readonly pages: CrawledPage[];
  readonly failures: { url: string; error: string }[];
  readonly texts: Set<string>;
  forbidden: number;
  bytes: number;
}

async function crawl(
  start: string,
  ports: CrawlPorts,
  options: CrawlOptions & { readonly deadline: AbortSignal },
): Promise<Crawl> {
  const { signal, deadline, progress } = options;
  const maxPages = Math.min(200, options.maxPages ?? 20);
  const maxDepth = Math.min(10, options.maxDepth ?? 2);
  const maxBytes = options.maxBytes ?? 50_000_000;
  const ends = AbortSignal.any([signal, deadline]);
  const state: CrawlState = {
    frontier: createFrontier(),
    pages: [],
    failures: [],
    texts: new Set(),
    forbidden: 0,
    bytes: 0,
  };
  const { frontier } = state;
  const ended = (endedBy: Crawl["endedBy"], ...notes: readonly string[]): Crawl => {
    const forbidden =
      state.forbidden === 0 ? [] : [`robots.txt forbids ${state.forbidden} of the addresses.`];
    return {
      pages: state.pages,
      failures: state.failures,
      endedBy,
      notes: [...notes, ...forbidden],
      left: frontier.size,
    };
  };
  const siteOptions: OpenSiteOptions = {
    fetchText: (file, most) => ports.fetchText(file, most, ends),
    include: options.include,
    exclude: options.exclude,
  };
  let site = await openSite(start, siteOptions);
  const noSite = (error: string): Crawl => {
    signal.throwIfAborted();
    return deadline.aborted ? ended("time") : ended("robots", error);
  };
  if ("error" in site) return noSite(site.error);
  frontier.add(start, 0);
  let reads = 0;
  for (let isFirst = true; ; isFirst = false) {
    if (state.pages.length >= maxPages || reads >= maxPages * 3) return ended("pages");
    if (state.bytes >= maxBytes) return ended("size");
    const batch = await takeBatch(
      state,
      site,
      isFirst ? 1 : Math.min(pagesAtOnce, maxPages - state.pages.length),
      ends,
    );
    signal.throwIfAborted();
    if (deadline.aborted) return ended("time");
    if (batch.length === 0) return ended(isFirst ? "robots" : "done");
    reads += batch.length;
    const read = await Promise.all(
      batch.map(async (address) => await ports.read(address.url, ends).catch(whenEnded(ends))),
    );
    signal.throwIfAborted();
    const [opened] = read;
    if (isFirst && opened?.ok === true && !site.has(opened.page.finalUrl)) {
      // The site has moved.
      site = await openSite(opened.page.finalUrl, siteOptions);
      if ("error" in site) return noSite(site.error);
    }
    for (const [index, page] of read.entries()) {
      const address = batch[index];
      if (page === undefined || address === undefined) continue;
      keepPage(page, address, { state, site, maxDepth });
      if (page.ok) progress?.(state.pages.length, maxPages);
    }
    if (isFirst && state.pages.length === 0) return ended(deadline.aborted ? "time" : "start");
    if (isFirst && maxDepth > 0) await addSitemaps({ ports, site, frontier, ends });
  }
}

/** What a limit ended is no page; every other error is one. */
function whenEnded(ends: AbortSignal): (error: unknown) => undefined {
  return (error) => {
    if (!ends.aborted) throw error;
  };
}

/** The next addresses that may be read. Where the site asks for pauses it is one, after its pause. */
async function takeBatch(
  state: CrawlState,
  site: Site,
  most: number,
  ends: AbortSignal,
): Promise<readonly WaitingAddress[]> {
  const { delayMs } = site.robots;
  const batch: WaitingAddress[] = [];
  for (let address = state.frontier.next(); address !== undefined; address = state.frontier.next()) {
    const robots = await site.robotsOf(address.url);
    if (robots.ok && robots.allows(address.url)) batch.push(address);
    else state.forbidden += 1;
    if (batch.length >= (delayMs > 0 ? 1 : most)) break;
  }
  // Before the first page there is nothing to pause after.
  if (delayMs > 0 && batch[0] !== undefined && batch[0].depth > 0)
    await wait(delayMs, undefined, { signal: ends }).catch(() => undefined);
  return batch;
}

interface KeepScope {
  readonly state: CrawlState;
  readonly site: Site;
  readonly maxDepth: number;
}

function keepPage(
  read: ReadPage,
  { url, depth }: WaitingAddress,
  { state, site, maxDepth }: KeepScope,
): void {
  if (!read.ok) {
    if (state.failures.length < maxFailures) state.failures.push({ url, error: read.error });
    return;
  }
  const { page } = read;
  if (!site.has(page.finalUrl)) return;
  const own = ownAddress(page, site);
  const text = fingerprint(page.text);
  // The same text under another address: the id of a session, a page to print, a canonical address that was read.
  if (
    !state.frontier.claim(page.finalUrl) ||
    (own !== page.finalUrl && !state.frontier.claim(own)) ||
    (page.text !== "" && state.texts.has(text))
  )
    return;
  state.texts.add(text);
  state.pages.push({ url, finalUrl: page.finalUrl, title: page.title, depth, text: page.text });
  // A text may be longer than what it was made of: each of its links has its whole address.
  state.bytes += Math.max(page.bytes, page.text.length);
  if (depth >= maxDepth) return;
  for (const link of page.links)
    if (!link.nofollow && site.wants(link.url)) state.frontier.add(link.url, depth + 1);
}

/** Of a text without the queries of its links: they may hold the id of a session, another one each time. */
function fingerprint(text: string): string {
  const plain = text.replaceAll(/(\]\(<?[^)>?\s]*)\?[^)>\s]*/g, "$1");
  return createHash("sha256").update(plain).digest("base64");
}

/** Failures that are told of. */
const maxFailures = 20;

/** What a page calls itself, if it is of this site. */
function ownAddress(page: StoredPage, site: Site): string {
  const { canonical, finalUrl } = page;
  // Many a page names the front page by mistake.
  const isUsable = canonical !== undefined && site.has(canonical) && new URL(canonical).pathname !== "/";
  return isUsable ? canonical : finalUrl;
}

async function addSitemaps({
  ports,
  site,
  frontier,
  ends,
}: {
  readonly ports: CrawlPorts;
  readonly site: Site;
  readonly frontier: Frontier;
  readonly ends: AbortSignal;
}): Promise<void> {
  const named = site.robots.sitemaps.filter((url) => URL.canParse(url) && site.has(url));
  const start = named.length > 0 ? named : [new URL("/sitemap.xml", site.origin).href];
  const read = async (file: string): ReturnType<CrawlPorts["readSitemap"]> =>
    site.has(file) ? await ports.readSitemap(file, ends) : { urls: [], isIndex: false };
  for (const url of await readSitemaps(start, read)) if (site.wants(url)) frontier.add(url, 1);
}
