import { Readability, isProbablyReaderable } from "@mozilla/readability";
import type { DomDocument, DomElement } from "./dom.ts";

/** The article of a page, with what it says of itself. */
export interface Article {
  readonly body: DomElement;
  readonly title?: string | undefined;
  readonly byline?: string | undefined;
  readonly published?: string | undefined;
  readonly site?: string | undefined;
}

/** Elements beyond which no article is looked for. */
const maxElements = 100_000;

/**
 * Finds the article of a page. Changes the document.
 *
 * @returns Undefined where there is none: nothing was found, or what was found is a small part of a page that consists of many parts,
 * such as a list, the results of a search, or a front page.
 */
export function findArticle(document: DomDocument): Article | undefined {
  const seen = visibleLength(document.body);
  // Its types are those of browsers, where whoever compiles this has them.
  const page = document as unknown as ConstructorParameters<typeof Readability>[0];
  const isReaderable = isProbablyReaderable(page);
  const found = safeParse(
    new Readability<DomElement>(page, {
      maxElemsToParse: maxElements,
      // A shorter text than this is looked for again and again, with less and less taken out.
      charThreshold: Math.min(500, Math.floor(seen / 3)),
      // Languages of code are told by classes.
      keepClasses: true,
      // It is given the element that holds the article.
      serializer: (node: unknown) => node as DomElement,
    }),
  );
  const content = found?.content ?? undefined;
  if (found === undefined || content === undefined) return undefined;
  const share = visibleLength(content) / Math.max(1, seen);
  if (share < (isReaderable ? 0.25 : 0.6)) return undefined;
  return {
    body: content,
    title: text(found.title),
    byline: text(found.byline),
    published: text(found.publishedTime),
    site: text(found.siteName),
  };
}

function safeParse(reader: { parse(): Parsed | null }): Parsed | undefined {
  try {
    return reader.parse() ?? undefined;
  } catch {
    // Too many elements, or a page that it can't take apart: its text is read all the same.
    return undefined;
  }
}

interface Parsed {
  readonly content?: DomElement | null | undefined;
  readonly title?: string | null | undefined;
  readonly byline?: string | null | undefined;
  readonly publishedTime?: string | null | undefined;
  readonly siteName?: string | null | undefined;
}

/** Characters of text, runs of white space counted as one. */
function visibleLength(element: DomElement): number {
  return (element.textContent ?? "").replaceAll(/\s+/g, " ").length;
}

function text(value: string | null | undefined): string | undefined {
  const line = value?.replaceAll(/\s+/g, " ").trim().slice(0, 300);
  return line === undefined || line === "" ? undefined : line;
}
