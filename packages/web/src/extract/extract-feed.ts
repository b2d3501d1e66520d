import { parseFeed } from "feedsmith";
import type { Extraction, PageLink } from "./extraction.ts";
import { plainTextOf } from "./plain-text.ts";

interface Entry {
  readonly title?: string | undefined;
  readonly link?: string | undefined;
  readonly date?: string | undefined;
  readonly author?: string | undefined;
  /** HTML, or text. */
  readonly summary?: string | undefined;
}

/** Entries that are listed; feeds have the newest first. */
const maxEntries = 500;

/** Characters of an entry's own text; the rest is behind its link. */
const maxSummaryChars = 1_000;

/** A feed as a list of its entries. Undefined: it is none, or too broken to be read as one. */
export function extractFeed(text: string, url: string): Extraction | undefined {
  let parsed: Parsed;
  try {
    parsed = parseFeed(text);
  } catch {
    return undefined;
  }
  const entries = entriesOf(parsed).slice(0, maxEntries);
  const links = new Map<string, PageLink>();
  const lines: string[] = [];
  for (const entry of entries) {
    const link = entry.link === undefined ? undefined : URL.parse(entry.link.trim(), url)?.href;
    if (link !== undefined && /^https?:/.test(link)) links.set(link, { url: link, nofollow: false });
    const title = oneLine(plainTextOf(entry.title ?? "", { maxChars: 300 })) || "(without a title)";
    const facts = [entry.date, entry.author].flatMap((fact) =>
      fact === undefined ? [] : [oneLine(fact).slice(0, 100)],
    );
    const summary = plainTextOf(entry.summary ?? "", { maxChars: maxSummaryChars });
    lines.push(
      [`## ${link === undefined ? title : `[${title}](${link})`}`, facts.join(" · "), summary]
        .filter((part) => part !== "")
        .join("\n\n"),
    );
  }
  const title = oneLine(titleOf(parsed) ?? "");
  return {
    kind: "feed",
    text: lines.length === 0 ? "The feed has no entries." : lines.join("\n\n"),
    title: title === "" ? undefined : title,
    links: [...links.values()],
    notes: [],
  };
}

type Parsed = ReturnType<typeof parseFeed<string>>;

function titleOf({ format, feed }: Parsed): string | undefined {
  return format === "atom" ? feed.title?.value : feed.title;
}

function entriesOf({ format, feed }: Parsed): readonly Entry[] {
  if (format === "atom")
    return (feed.entries ?? []).map((entry) => ({
      title: entry.title?.value,
      link: (entry.links?.find(({ rel = "alternate" }) => rel === "alternate") ?? entry.links?.[0])?.href,
      date: entry.published ?? entry.updated,
      author: entry.authors?.[0]?.name,
      summary: entry.summary?.value ?? entry.content?.value,
    }));
  if (format === "json")
    return (feed.items ?? []).map((item) => ({
      title: item.title,
      link: item.url ?? item.external_url,
      date: item.date_published ?? item.date_modified,
      author: item.authors?.[0]?.name,
      summary: item.summary ?? item.content_text ?? item.content_html,
    }));
  if (format === "rdf")
    return (feed.items ?? []).map((item) => ({
      title: item.title,
      link: item.link,
      date: item.dc?.dates?.[0],
      author: item.dc?.creators?.[0],
      summary: item.description ?? item.content?.encoded,
    }));
  return (feed.items ?? []).map((item) => ({
    title: item.title,
    link:
      item.link ??
      (item.guid?.value?.startsWith("http") === true ? item.guid.value : item.enclosures?.[0]?.url),
    date: item.pubDate ?? item.dc?.dates?.[0],
    author: nameOf(item.authors?.[0]) ?? item.dc?.creators?.[0],
    summary: item.description ?? item.content?.encoded,
  }));
}

/** An author is written as a text, or in parts. */
function nameOf(
  author: string | { readonly name?: string; readonly email?: string } | undefined,
): string | undefined {
  return typeof author === "object" ? (author.name ?? author.email) : author;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
