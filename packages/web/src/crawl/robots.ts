import { loadRobotsParser } from "./load-robots-parser.ts";

/** What the `robots.txt` of a site lets us do. */
export type Robots =
  | {
      readonly ok: true;
      allows(url: string): boolean;
      /** Between two pages, in milliseconds. */
      readonly delayMs: number;
      readonly sitemaps: readonly string[];
    }
  /** It is there and can't be read: then nothing may be crawled. */
  | { readonly ok: false; readonly error: string };

/** As much of a file as has to be read. @see https://www.rfc-editor.org/rfc/rfc9309#section-2.5 */
const maxBytes = 500_000;

/** The name that rules call us by. */
const robotsName = "HermesAgent";

export interface FetchedText {
  readonly status: number;
  readonly text: string;
}

/**
 * Reads the rules of a site. A file that is not there allows everything; a server that fails forbids everything, as the standard says.
 *
 * @param fetchText Fetches a text; rejects where there is no answer.
 */
export async function readRobots(
  origin: string,
  fetchText: (url: string, maxBytes: number) => Promise<FetchedText>,
): Promise<Robots> {
  const url = new URL("/robots.txt", origin).href;
  let answer: FetchedText;
  try {
    answer = await fetchText(url, maxBytes);
  } catch (error) {
    return {
      ok: false,
      error: `${url} could not be read, so the site is not crawled. ${error instanceof Error ? error.message : String(error)}`,
    };
  }
  if (answer.status >= 500 || answer.status === 429)
    return { ok: false, error: `${url} answered ${answer.status}, so the site is not crawled.` };
  const parseRobots = await loadRobotsParser();
  const rules = parseRobots(url, answer.status >= 400 ? "" : answer.text);
  return {
    ok: true,
    // Undefined: of another host, about which these rules say nothing.
    allows: (page) => rules.isAllowed(page, robotsName) !== false,
    delayMs: Math.min(maxDelayMs, Math.max(0, (rules.getCrawlDelay(robotsName) ?? 0) * 1_000)),
    sitemaps: rules.getSitemaps().slice(0, 5),
  };
}

/** Longest pause that a site gets; pages are few. */
const maxDelayMs = 5_000;
