import type { DomDocument } from "./dom.ts";

/** What a page says of itself in its head. */
export interface PageFacts {
  readonly title?: string | undefined;
  readonly byline?: string | undefined;
  readonly published?: string | undefined;
  readonly site?: string | undefined;
  readonly canonical?: string | undefined;
  readonly refresh?: string | undefined;
  /** Whether no link of the page is to be followed. */
  readonly nofollow: boolean;
}

/** Longest a fact may be, in characters. */
const maxChars = 300;

/** Seconds within which a page that sends its reader on is a redirect. */
const maxRefreshSeconds = 5;

export function pageFacts(document: DomDocument, pageUrl: string): PageFacts {
  const metas = new Map<string, string>();
  for (const meta of document.querySelectorAll("meta[content]")) {
    const name =
      meta.getAttribute("property") ?? meta.getAttribute("name") ?? meta.getAttribute("http-equiv");
    const content = meta.getAttribute("content")?.trim() ?? "";
    const key = name?.trim().toLowerCase();
    if (key !== undefined && content !== "" && !metas.has(key)) metas.set(key, content);
  }
  const meta = (...names: readonly string[]): string | undefined =>
    short(names.map((name) => metas.get(name)).find((content) => content !== undefined));
  const canonical = document.querySelector("link[rel~=canonical][href]")?.getAttribute("href") ?? undefined;
  return {
    title:
      short(document.querySelector("title")?.textContent ?? undefined) ?? meta("og:title", "twitter:title"),
    byline: meta("author", "dc.creator"),
    published: meta("article:published_time", "date", "dc.date", "pubdate"),
    site: meta("og:site_name", "application-name"),
    canonical: canonical === undefined ? undefined : absolute(canonical, pageUrl),
    refresh: refreshOf(metas.get("refresh"), pageUrl),
    nofollow: /\b(?:nofollow|none)\b/i.test(metas.get("robots") ?? ""),
  };
}

function short(text: string | undefined): string | undefined {
  const line = text
    ?.slice(0, maxChars * 4)
    .replaceAll(/\s+/g, " ")
    .trim();
  return line === undefined || line === "" ? undefined : line.slice(0, maxChars);
}

function refreshOf(content: string | undefined, pageUrl: string): string | undefined {
  const found = /^\s*(\d+)(?:\.\d*)?\s*[;,]\s*(?:url\s*=\s*)?["']?([^"']+)/i.exec(content ?? "");
  const [, seconds = "", target = ""] = found ?? [];
  return found === null || Number(seconds) > maxRefreshSeconds ? undefined : absolute(target.trim(), pageUrl);
}

function absolute(href: string, pageUrl: string): string | undefined {
  const url = URL.parse(href, pageUrl);
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : undefined;
}
