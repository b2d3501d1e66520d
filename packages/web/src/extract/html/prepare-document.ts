import type { DomDocument, DomElement } from "./dom.ts";
import type { PageLink } from "../extraction.ts";

export interface PreparedDocument {
  readonly links: readonly PageLink[];
  /** Addresses of frames, which are pages of their own. */
  readonly frames: readonly string[];
}

/**
 * Takes out what no reader sees, makes addresses absolute, and collects the links, in one pass: scripts and styles, what is hidden,
 * pictures within the page's own text.
 *
 * @param pageUrl Where the page came from; a `<base>` of the page goes before it.
 */
export function prepareDocument(document: DomDocument, pageUrl: string): PreparedDocument {
  const base = baseOf(document, pageUrl);
  const here = withoutFragment(pageUrl);
  const links = new Map<string, boolean>();
  const frames: string[] = [];
  const removed: DomElement[] = [];
  const hiddenToAids: DomElement[] = [];
  const tables: DomElement[] = [];
  const visit = (element: DomElement): boolean => {
    const name = element.nodeName.toUpperCase();
    if (name === "IFRAME" || name === "FRAME") {
      const source = resolve(element.getAttribute("src"), base);
      if (source !== undefined && /^https?:/.test(source)) frames.push(source);
    }
    if (unseen.has(name) || isHidden(element, name)) {
      // The data of a page about itself is read later on.
      if (!/ld\+json/i.test(element.getAttribute("type") ?? "")) removed.push(element);
      return false;
    }
    if (element.getAttribute("aria-hidden") === "true") hiddenToAids.push(element);
    if (name === "A" || name === "AREA") resolveLink(element, { base, here, links });
    else if (name === "IMG") resolveImage(element, base);
    else if (name === "TABLE") tables.push(element);
    return true;
  };
  walk(document.body, visit);
  for (const element of removed) element.remove();
  // Behind a dialogue the page itself is marked as hidden, too.
  const wholeLength = textLength(document.body);
  for (const element of hiddenToAids) if (textLength(element) * 2 < wholeLength) element.remove();
  for (const table of tables.toReversed()) if (isLayout(table)) unwrapTable(table);
  return { links: [...links].map(([url, nofollow]) => ({ url, nofollow })), frames };
}

const unseen: ReadonlySet<string> = new Set([
  "APPLET",
  "AUDIO",
  "BASE",
  "CANVAS",
  "EMBED",
  "FRAME",
  "IFRAME",
  "LINK",
  "META",
  "OBJECT",
  "SCRIPT",
  "STYLE",
  "SVG",
  "TEMPLATE",
  "TITLE",
  "VIDEO",
]);

function isHidden(element: DomElement, name: string): boolean {
  if (element.hasAttribute("hidden") || (name === "DIALOG" && !element.hasAttribute("open"))) return true;
  const style = element.getAttribute("style");
  return style !== null && /(?:^|[\s;])(?:display\s*:\s*none|visibility\s*:\s*hidden)/i.test(style);
}

function baseOf(document: DomDocument, pageUrl: string): string {
  return resolve(document.querySelector("base[href]")?.getAttribute("href") ?? null, pageUrl) ?? pageUrl;
}

interface LinkScope {
  readonly base: string;
  readonly here: string;
  readonly links: Map<string, boolean>;
}

function resolveLink(element: DomElement, { base, here, links }: LinkScope): void {
  const url = resolve(element.getAttribute("href"), base);
  const page = url === undefined ? undefined : withoutFragment(url);
  if (url === undefined || !/^(?:https?|mailto|tel|ftp):/.test(url) || (url.includes("#") && page === here)) {
    // It leads nowhere, or to a place of this page.
    element.removeAttribute("href");
    if (/^\s*[#¶§]?\s*$/.test(element.textContent ?? "") && element.children.length === 0)
      element.textContent = "";
    return;
  }
  element.setAttribute("href", url);
  if (page === undefined || !/^https?:/.test(page)) return;
  const nofollow = /\bnofollow\b/i.test(element.getAttribute("rel") ?? "");
  links.set(page, nofollow && (links.get(page) ?? true));
}

function resolveImage(element: DomElement, base: string): void {
  const given = [element.getAttribute("src"), element.getAttribute("data-src")];
  const source = given.find((each) => each !== null && !/^\s*data:/i.test(each)) ?? null;
  const url = resolve(source, base);
  const isPixel = ["width", "height"].some((side) => /^[01](?:px)?$/.test(element.getAttribute(side) ?? ""));
  if (url !== undefined && /^https?:/.test(url) && !isPixel) element.setAttribute("src", url);
  else if ((element.getAttribute("alt") ?? "").trim() === "" || isPixel) element.remove();
  else element.replaceWith(element.getAttribute("alt") ?? "");
}

function resolve(href: string | null, base: string): string | undefined {
  if (href === null || href.trim() === "" || /^\s*(?:javascript|data|blob|about):/i.test(href))
    return undefined;
  return URL.parse(href, base)?.href;
}

function withoutFragment(url: string): string {
  const at = url.indexOf("#");
  return at < 0 ? url : url.slice(0, at);
}

/** Browsers nest at most 512 elements; deeper, everything that goes up and down takes too long. */
const maxDepth = 1_000;

/** Visits elements in the order of the page, without recursion: pages may be nested deeper than the stack. */
function walk(root: DomElement, visit: (element: DomElement) => boolean): void {
  let node: DomElement | null = root;
  let depth = 0;
  while (node !== null) {
    const first: DomElement | null = node !== root && !visit(node) ? null : node.firstElementChild;
    if (first !== null) {
      node = first;
      depth += 1;
      if (depth > maxDepth) throw new RangeError("The page is nested too deeply.");
      continue;
    }
    while (node !== null && node !== root && node.nextElementSibling === null) {
      node = node.parentElement;
      depth -= 1;
    }
    node = node === null || node === root ? null : node.nextElementSibling;
  }
}

function textLength(element: DomElement): number {
  return (element.textContent ?? "").length;
}

/** Whether a table places things on the page: then its cells are parts of a page and no values. */
function isLayout(table: DomElement): boolean {
  const role = table.getAttribute("role");
  if (role === "presentation" || role === "none") return true;
  if (table.querySelector("table, h1, h2, h3, h4, pre, article, section, form") !== null) return true;
  return [...table.querySelectorAll("tr")].every((row) => row.children.length < 2);
}

function unwrapTable(table: DomElement): void {
  const parts = table.querySelectorAll("caption, tbody, thead, tfoot, tr, td, th");
  for (const part of [...parts, table]) {
    if (part !== table && part.closest("table") !== table) continue;
    const block = table.ownerDocument.createElement("div");
    block.append(...part.childNodes);
    part.replaceWith(block);
  }
}
