// Node 22 has toWellFormed; the house compiles for ES2023.
/// <reference lib="es2024.string" />
import { contentKindOf } from "./content-kind.ts";
import { decodeText } from "./decode-text.ts";
import type { Extraction, ExtractionRequest, PageKind } from "./extraction.ts";
import { extractSitemap } from "./extract-sitemap.ts";
import { createHtmlExtractor } from "./html/extract-html.ts";
import type { HtmlExtractor } from "./html/extract-html.ts";
import { plainTextOf } from "./plain-text.ts";

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
export type PageExtractor = (request: ExtractionRequest) => Promise<Extraction>;

export function createPageExtractor(): PageExtractor {
  const extractHtml = createHtmlExtractor();
  return async (request) => {
    const extraction = await extract(request, extractHtml);
    const text = extraction.text.toWellFormed().replaceAll(/[\0\x01-\x08\x0b\x0e-\x1f\x7f]/g, "");
    const notes = text.length > maxChars ? [`Only the first ${maxChars} characters were kept.`] : [];
    return {
      ...extraction,
      text: text.slice(0, maxChars),
      links: extraction.links.slice(0, maxLinks),
      notes: [...extraction.notes, ...notes],
    };
  };
}

async function extract(
  { url, bytes, contentType, as, isCut }: ExtractionRequest,
  extractHtml: HtmlExtractor,
): Promise<Extraction> {
  const { kind } = contentKindOf(contentType, bytes);
  if (kind === "pdf" && as === "page") {
    const { extractPdf } = await import("./extract-pdf.ts");
    return await extractPdf(bytes, { maxChars, endAt: performance.now() + pdfMs });
  }
  const text = decodeText(bytes, { contentType, xml: kind === "xml", isCut });
  if (as === "sitemap") return extractSitemap(text, url);
  if (as === "plain") return textual("html", plainTextOf(text, { maxChars }));
  if (kind === "html") {
    try {
      return extractHtml(text, url);
    } catch {
      // Nested deeper than the stack, or such that a library fails over it.
      const note = "The page can't be read as Markdown; this is its bare text.";
      return { ...textual("html", plainTextOf(text, { maxChars })), notes: [note] };
    }
  }
  if (kind === "xml" || (kind === "json" && text.slice(0, 2_000).includes("jsonfeed.org"))) {
    const { extractFeed } = await import("./extract-feed.ts");
    const feed = extractFeed(text, url);
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
