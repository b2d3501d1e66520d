import { parseHTML } from "linkedom";
import type { DomDocument, DomNode } from "./dom.ts";

/**
 * HTML as a document with a head and a body that holds all that is no metadata. The parser keeps elements where they are written;
 * pages that leave tags out, or close them twice, are put in order here.
 *
 * @throws {RangeError} When so much stays open that it can only be nested deeper than anything can work with.
 */
export function parseDocument(html: string): DomDocument {
  if (unclosedCount(html) > maxUnclosed) throw new RangeError("The page is nested too deeply.");
  const hasRoot = /<html[\s>]/i.test(html);
  const whole = hasRoot ? html : `<!doctype html><html><head></head><body>${html}</body></html>`;
  // Its types are those of browsers, where whoever compiles this has them.
  const { document } = parseHTML(whole) as unknown as { readonly document: DomDocument };
  const root = document.documentElement;
  const { head, body } = document;
  const strays = [
    ...[...head.childNodes].filter((node) => !isMetadata(node)),
    ...[...root.childNodes].filter((node) => node !== head && node !== body && isContent(node)),
    ...[...document.childNodes].filter((node) => node !== root && isContent(node)),
  ];
  for (const node of strays) body.appendChild(node);
  return document;
}

/** Elements that are left open; the time of the parser grows with the square of the depth. */
const maxUnclosed = 20_000;

function unclosedCount(html: string): number {
  // Those that need no end are no sign of depth.
  const opened = html.match(
    /<(?!br|img|hr|input|meta|link|p\b|li\b|t[drh]\b|d[td]\b|option|source|wbr)[a-z]/gi,
  );
  return (opened?.length ?? 0) - (html.match(/<\/|\/>/g)?.length ?? 0);
}

const metadata: ReadonlySet<string> = new Set([
  "BASE",
  "LINK",
  "META",
  "NOSCRIPT",
  "SCRIPT",
  "STYLE",
  "TEMPLATE",
  "TITLE",
]);

function isMetadata(node: DomNode): boolean {
  return !isContent(node) || metadata.has(node.nodeName.toUpperCase());
}

/** Elements, and texts that are not blank. */
function isContent(node: DomNode): boolean {
  return node.nodeType === 1 || (node.nodeType === 3 && /\S/.test(node.nodeValue ?? ""));
}
