import { addressFilter } from "./address-patterns.ts";
import { readRobots } from "./robots.ts";
import type { FetchedText, Robots } from "./robots.ts";

/** The site that is crawled: its host, with and without `www.`. */
export interface Site {
  readonly origin: string;
  /** Of its origin. */
  readonly robots: Extract<Robots, { ok: true }>;
  /** Of the origin of an address: the same host may have others. */
  robotsOf(url: string): Promise<Robots>;
  /** Whether an address is of this site. */
  has(url: string): boolean;
  /** Whether it also is one that is asked for. */
  wants(url: string): boolean;
}

export interface OpenSiteOptions {
  readonly fetchText: (url: string, maxBytes: number) => Promise<FetchedText>;
  readonly include: readonly string[] | undefined;
  readonly exclude: readonly string[] | undefined;
}

/** Reads what a site lets us do. An error: nothing of it may be crawled. */
export async function openSite(
  start: string,
  { fetchText, include = [], exclude = [] }: OpenSiteOptions,
): Promise<Site | { readonly error: string }> {
  const { origin } = new URL(start);
  const host = siteOf(start);
  const known = new Map<string, Promise<Robots>>();
  const robotsOf = (url: string): Promise<Robots> => {
    const place = new URL(url).origin;
    const robots = known.get(place) ?? readRobots(place, fetchText);
    known.set(place, robots);
    return robots;
  };
  const robots = await robotsOf(start);
  if (!robots.ok) return { error: robots.error };
  const isAskedFor = await addressFilter(include, exclude);
  const has = (url: string): boolean => siteOf(url) === host;
  return { origin, robots, robotsOf, has, wants: (url) => has(url) && isAskedFor(url) };
}

/** Without `www.`. */
function siteOf(url: string): string {
  return new URL(url).host.replace(/^www\./, "");
}
