import type { DomDocument, DomNode } from "./dom.ts";

/**
 * HTML as a document with a head and a body that holds all that is no metadata. The parser keeps elements where they are written;
 * pages that leave tags out, or close them twice, are put in order here.
 */
export async function parseDocument(html: string): Promise<DomDocument> {
  const { parseHTML } = await import("linkedom");
  const hasRoot = /<html[\s>]/i.test(html);
  const { document } = parseHTML(
    hasRoot ? html : `<!doctype html><html><head></head><body>${html}</body></html>`,
  );
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
