// Node 22 has toWellFormed; the house compiles for ES2023.
/// <reference lib="es2024.string" />
import { contentKindOf } from "./content-kind.ts";
import { decodeText } from "./decode-text.ts";
import type { Extraction, ExtractionRequest, PageKind } from "./extraction.ts";

/** Longest text of a page in characters: some five hundred parts. */
const maxChars = 5_000_000;

/** Links of a page that are kept for whoever follows them. */
const maxLinks = 5_000;

/** How long pages of a PDF are read, in milliseconds. */
const pdfMs = 15_000;

/**
 * Reads the bytes of a page. Runs in a worker: a page may take as long, and as much memory, as it likes.
 *
 * @throws {Error} With a message for people when it can't be read.
 */
export async function extractPage(request: ExtractionRequest): Promise<Extraction> {
  const extraction = await extract(request);
  const text = extraction.text.toWellFormed().replaceAll(/[\0\x01-\x08\x0b\x0e-\x1f\x7f]/g, "");
  const notes = text.length > maxChars ? [`Only the first ${maxChars} characters were kept.`] : [];
  return {
    ...extraction,
    text: text.slice(0, maxChars),
    links: extraction.links.slice(0, maxLinks),
    notes: [...extraction.notes, ...notes],
  };
}

async function extract({ url, bytes, contentType, as, isCut }: ExtractionRequest): Promise<Extraction> {
  const { kind } = contentKindOf(contentType, bytes);
  if (kind === "pdf" && as === "page") {
    const { extractPdf } = await import("./extract-pdf.ts");
    return await extractPdf(bytes, { maxChars, endAt: performance.now() + pdfMs });
  }
  const text = await decodeText(bytes, { contentType, xml: kind === "xml", isCut });
  if (as === "sitemap") {
    const { extractSitemap } = await import("./extract-sitemap.ts");
    return await extractSitemap(text, url);
  }
  if (as === "plain") {
    const { plainTextOf } = await import("./plain-text.ts");
    return textual("html", await plainTextOf(text, { maxChars }));
  }
  if (kind === "html") {
    const { extractHtml } = await import("./html/extract-html.ts");
    try {
      return await extractHtml(text, url);
    } catch {
      // Nested deeper than the stack, or such that a library fails over it.
      const { plainTextOf } = await import("./plain-text.ts");
      const note = "The page can't be read as Markdown; this is its bare text.";
      return { ...textual("html", await plainTextOf(text, { maxChars })), notes: [note] };
    }
  }
  if (kind === "xml" || kind === "json") {
    const { extractFeed } = await import("./extract-feed.ts");
    const mayBeFeed = kind === "xml" || text.slice(0, 2_000).includes("jsonfeed.org");
    const feed = mayBeFeed ? await extractFeed(text, url) : undefined;
    if (feed !== undefined) return feed;
  }
  return kind === "json" ? textual("json", prettyJson(text)) : textual("text", text);
}

function textual(kind: PageKind, text: string): Extraction {
  return { kind, text, links: [], notes: [] };
}

function prettyJson(text: string): string {
  try {
    const pretty = JSON.stringify(JSON.parse(text), null, 2);
    // Deep nesting is mostly indentation.
    return pretty.length > text.length * 4 + 1_000 ? text : pretty;
  } catch {
    return text;
  }
}
