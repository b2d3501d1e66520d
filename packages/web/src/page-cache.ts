import type { StoredPage } from "./stored-page.ts";

export interface PageCacheOptions {
  /** How long a page is kept, in milliseconds. @default 900_000 */
  readonly maxAgeMs?: number | undefined;
  /** Memory of all pages together, in bytes; the one that was not asked for the longest goes first. @default 32_000_000 */
  readonly maxBytes?: number | undefined;
}

/** Pages by their address, in memory. */
export interface PageCache {
  get(url: string): StoredPage | undefined;
  set(page: StoredPage): void;
}

interface Entry {
  readonly page: StoredPage;
  readonly storedAt: number;
  readonly bytes: number;
}

export function createPageCache(options: PageCacheOptions, now: () => number): PageCache {
  const { maxAgeMs = 900_000, maxBytes = 32_000_000 } = options;
  // In the order in which they were asked for.
  const entries = new Map<string, Entry>();
  let bytes = 0;
  const drop = (url: string): void => {
    bytes -= entries.get(url)?.bytes ?? 0;
    entries.delete(url);
  };
  const keep = (url: string, entry: Entry): void => {
    drop(url);
    if (entry.bytes > maxBytes) return;
    entries.set(url, entry);
    bytes += entry.bytes;
    for (const [oldest] of entries) {
      if (bytes <= maxBytes) break;
      drop(oldest);
    }
  };
  return {
    get(url) {
      const key = cacheKey(url);
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      if (now() - entry.storedAt >= maxAgeMs) {
        drop(key);
        return undefined;
      }
      keep(key, entry);
      return entry.page;
    },
    set(page) {
      const entry: Entry = { page, storedAt: now(), bytes: bytesOf(page) };
      for (const url of new Set([page.url, page.finalUrl])) keep(cacheKey(url), entry);
    },
  };
}

/** A place within a page is the same page. */
function cacheKey(url: string): string {
  const parsed = URL.parse(url);
  if (parsed === null) return url;
  parsed.hash = "";
  return parsed.href;
}

function bytesOf({ text, links }: StoredPage): number {
  return 1_000 + text.length * 2 + links.reduce((sum, { url }) => sum + url.length + 50, 0);
}
