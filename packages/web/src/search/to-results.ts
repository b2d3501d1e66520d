import type { SitePolicy } from "../site-policy.ts";
import { toPlainText } from "./plain-text.ts";
import type { SearchHit } from "./search-provider.ts";

export interface WebSearchResult {
  /** Plain text on one line, at most 300 characters; the host of a page without a title. */
  readonly title: string;
  /** http or https. */
  readonly url: string;
  /** Plain text on one line, at most 1,000 characters; may be empty. */
  readonly description: string;
  /** From 1. */
  readonly position: number;
}

export interface FoundResults {
  readonly results: readonly WebSearchResult[];
  /** How many were left out by the site policy. */
  readonly blocked: number;
}

const maxUrlChars = 2_048;

/** Hits as results: those with an address that can be opened, each once, with plain and bounded texts. */
export async function toResults(
  hits: readonly SearchHit[],
  { limit, sites }: { readonly limit: number; readonly sites: SitePolicy | undefined },
): Promise<FoundResults> {
  const results: WebSearchResult[] = [];
  const seen = new Set<string>();
  let blocked = 0;
  for (const hit of hits) {
    if (results.length >= limit) break;
    const url = parseAddress(hit.url);
    if (url === undefined || seen.has(keyOf(url))) continue;
    seen.add(keyOf(url));
    // oxlint-disable-next-line no-await-in-loop -- as many as are wanted are looked at, in their order
    if ((await sites?.(url)) !== undefined) {
      blocked += 1;
      continue;
    }
    // oxlint-disable-next-line no-await-in-loop -- waits for the parser once
    const [title, description] = await Promise.all([
      toPlainText(hit.title ?? "", 300),
      toPlainText(hit.description ?? "", 1_000),
    ]);
    results.push({ title: title || url.host, url: url.href, description, position: results.length + 1 });
  }
  return { results, blocked };
}

function parseAddress(text: string): URL | undefined {
  const url = text.length > maxUrlChars ? null : URL.parse(text);
  if (url === null || !["http:", "https:"].includes(url.protocol)) return undefined;
  // A name before the host makes an address look like another one.
  return url.username === "" && url.password === "" ? url : undefined;
}

function keyOf({ href, hash }: URL): string {
  return hash === "" ? href : href.slice(0, -hash.length);
}
