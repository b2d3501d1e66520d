import { setTimeout as wait } from "node:timers/promises";
import { contentKindOf } from "../extract/content-kind.ts";
import type { ReadLimits } from "../read-limits.ts";
import type { BlockedSite, SitePolicy } from "../site-policy.ts";
import type { WebFetch } from "../web-fetch.ts";
import type { Cookies } from "./cookies.ts";
import { describeFailure } from "./describe-failure.ts";
import { readBody } from "./read-body.ts";
import type { ReadBody } from "./read-body.ts";

export interface FetchPageOptions {
  readonly fetch: WebFetch;
  readonly sites?: SitePolicy | undefined;
  readonly cookies: Cookies;
  readonly userAgent: string;
  readonly limits: ReadLimits;
  readonly signal: AbortSignal;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** The bytes of a page, or why there are none. */
export type FetchedPage =
  | {
      readonly ok: true;
      /** Where it ended. */
      readonly url: string;
      readonly contentType: string;
      /** Of `X-Robots-Tag`. */
      readonly nofollow: boolean;
      readonly bytes: Uint8Array;
      readonly cut: ReadBody["cut"];
      /** Bytes that the server says there are. */
      readonly saidLength: number | undefined;
    }
  | {
      readonly ok: false;
      readonly error: string;
      /** Of an answer. */
      readonly status?: number | undefined;
      readonly blocked?: BlockedSite | undefined;
    };

/** As many as browsers follow. */
const maxRedirects = 20;

/** Fetches a page: over its redirects, with the cookies that they set, up to the limits. */
export async function fetchPage(url: string, options: FetchPageOptions): Promise<FetchedPage> {
  const first = await fetchOnce(url, options);
  if (first.retryAfterMs === undefined || first.retryAfterMs > options.limits.maxRetryAfterMs)
    return first.page;
  await wait(first.retryAfterMs, undefined, { signal: options.signal }).catch((error: unknown) => {
    options.signal.throwIfAborted();
    throw error;
  });
  return (await fetchOnce(url, options)).page;
}

interface Answer {
  readonly page: FetchedPage;
  readonly retryAfterMs?: number | undefined;
}

async function fetchOnce(url: string, options: FetchPageOptions): Promise<Answer> {
  const { cookies, limits, signal } = options;
  const deadline = new AbortController();
  const timer = setTimeout(
    () => deadline.abort(new Error(`it took longer than ${limits.fetchTimeoutMs / 1_000} s.`)),
    limits.fetchTimeoutMs,
  );
  const ends = AbortSignal.any([signal, deadline.signal]);
  let blocked: BlockedSite | undefined;
  const asked = new Set<string>();
  const before = async (hop: URL): Promise<Readonly<Record<string, string>> | undefined> => {
    asked.add(hop.href);
    blocked ??= await options.sites?.(hop);
    if (blocked !== undefined) throw new Error("The site may not be read.");
    return await cookies.headersFor(hop);
  };
  try {
    const response = await options.fetch(url, {
      headers: { "user-agent": options.userAgent, accept, "accept-language": "en, *;q=0.5" },
      signal: ends,
      maxRedirects,
      hops: { before, after: cookies.after },
    });
    const end = new URL(response.url === "" ? url : response.url);
    // A fetch that tells of no hops is asked about where it ended.
    if (!asked.has(end.href)) await before(end);
    return await readAnswer(response, { ...options, url: end.href, deadline: ends });
  } catch (error) {
    signal.throwIfAborted();
    const host = URL.parse(url)?.host ?? "The page";
    if (blocked !== undefined) return { page: { ok: false, error: describeBlocked(blocked), blocked } };
    return {
      page: {
        ok: false,
        error: describeFailure(deadline.signal.aborted ? deadline.signal.reason : error, host),
      },
    };
  } finally {
    clearTimeout(timer);
  }
}

const accept =
  "text/html, application/xhtml+xml, text/markdown;q=0.9, application/xml;q=0.9, application/json;q=0.9, application/pdf;q=0.9, */*;q=0.8";

export function describeBlocked({ host, rule, source }: BlockedSite): string {
  return `${host} may not be read: the rule "${rule}" of ${source} forbids it.`;
}

async function readAnswer(
  response: Response,
  options: FetchPageOptions & { readonly url: string; readonly deadline: AbortSignal },
): Promise<Answer> {
  const { status, headers } = response;
  const { host } = new URL(options.url);
  if (!response.ok || response.body === null || status === 204 || status === 205) {
    await response.body?.cancel();
    const named =
      response.statusText === "" ? `${status}` : `${status} (${response.statusText.slice(0, 100)})`;
    const error = response.ok ? `${host} answered ${named} without a page.` : `${host} answered ${named}.`;
    const retryAfterMs =
      status === 429 || status === 503 ? retryAfter(headers.get("retry-after"), options.now()) : undefined;
    return { page: { ok: false, error, status }, retryAfterMs };
  }
  const contentType = headers.get("content-type") ?? "";
  const { limits, deadline, signal } = options;
  const { bytes, cut } = await readBody(response.body, {
    limitOf: (head) => {
      const { kind } = contentKindOf(contentType, head);
      return kind === "binary" ? head.byteLength : kind === "pdf" ? limits.maxPdfBytes : limits.maxBytes;
    },
    deadline,
    signal,
  });
  const length = Number(headers.get("content-length") ?? Number.NaN);
  return {
    page: {
      ok: true,
      url: options.url,
      contentType,
      nofollow: /\b(?:nofollow|none)\b/i.test(headers.get("x-robots-tag") ?? ""),
      bytes,
      cut,
      saidLength: Number.isSafeInteger(length) ? length : undefined,
    },
  };
}

/** Milliseconds that the server asks to wait, in seconds or as a date. */
function retryAfter(value: string | null, now: number): number | undefined {
  if (value === null) return undefined;
  const ms = /^\d+$/.test(value.trim()) ? Number(value) * 1_000 : Date.parse(value) - now;
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}
