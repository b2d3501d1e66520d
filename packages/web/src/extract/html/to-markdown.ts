import { NodeHtmlMarkdown } from "node-html-markdown";
import type { TranslatorConfigFactory, TranslatorConfigObject } from "node-html-markdown";
import type { DomElement, DomNode } from "./dom.ts";

type TranslatorContext = Parameters<TranslatorConfigFactory>[0];

/** Writes a part of a document as Markdown. */
export type MarkdownWriter = (element: DomElement) => string;

/**
 * Makes the converter: for a small page that takes a third as long as converting it. Big documents are converted block by block: its
 * time grows with the square of what it is given at once.
 */
export function createMarkdownWriter(): MarkdownWriter {
  const never = /(?!)/g;
  const converter = new NodeHtmlMarkdown(
    {
      bulletMarker: "-",
      blockElements: ["details", "dialog", "summary", "search", "figure", "legend"],
      ignore: ["iframe", "select", "datalist", "textarea"],
      // Text stays as it is written, addresses in it too; only what would look like a heading or a fence of code is told apart.
      globalEscape: [never, ""],
      lineStartEscape: [/^(\s*)(#{1,6}\s|```|~~~)/gm, String.raw`$1\$2`],
      maxConsecutiveNewlines: 2,
    },
    translators,
  );
  // Cells and links have lists of their own, which can't be given.
  const link = translators["a"];
  const image = translators["img"];
  if (link !== undefined) converter.tableCellTranslators.set("a", link);
  for (const list of [converter.tableCellTranslators, converter.aTagTranslators])
    if (image !== undefined) list.set("img", image);
  const item = converter.translators.get("li");
  if (typeof item === "function")
    converter.translators.set("li", (context) => item({ ...context, ...numberOf(context) }));
  return (element) => {
    let whole = "";
    for (const { html, continues } of blocksOf(element)) {
      const lines = converter.translate(html).split("\n");
      const text = lines
        .map((line) => line.trimEnd())
        .join("\n")
        .trim();
      if (text !== "") whole += whole === "" ? text : `${continues ? "\n" : "\n\n"}${text}`;
    }
    return whole;
  };
}

const translators: TranslatorConfigObject = {
  a: ({ node, visitor }) => {
    const href = node.getAttribute("href") ?? "";
    if (href === "") return {};
    // The address stands word for word, so that it can be asked for.
    const address = /[()\s]/.test(href) ? `<${href}>` : href;
    if (node.textContent.trim() === href) return { content: `<${href}>`, recurse: false };
    return {
      childTranslators: visitor.instance.aTagTranslators,
      postprocess: ({ content }) => {
        const text = content.replaceAll(/\s+/g, " ").trim();
        return text === "" ? removed : `[${text}](${address})`;
      },
    };
  },
  img: ({ node }) => {
    const source = node.getAttribute("src") ?? "";
    if (source === "" || /^data:/i.test(source)) return { ignore: true };
    const address = /[()\s]/.test(source) ? `<${source}>` : source;
    return {
      content: `![${(node.getAttribute("alt") ?? "").replaceAll(/\s+/g, " ").trim()}](${address})`,
      recurse: false,
    };
  },
  pre: ({ node }) => {
    const code = node.textContent.replaceAll("\r\n", "\n").replace(/^\n+/, "").trimEnd();
    if (code === "") return { ignore: true };
    const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([run]) => run.length));
    const fence = "`".repeat(longest + 1);
    return {
      content: `${fence}${languageOf(node)}\n${code}\n${fence}`,
      recurse: false,
      surroundingNewlines: 2,
    };
  },
  table: ({ node, visitor }) => ({
    surroundingNewlines: 2,
    childTranslators: visitor.instance.tableTranslators,
    postprocess: ({ content, nodeMetadata }) => {
      const rows = content
        .split("\n")
        .filter((row) => /^\|.*\|\s*$/.test(row))
        .map((row) => row.replaceAll(/\s+/g, " ").trim());
      const [head, ...others] = rows;
      if (head === undefined) return removed;
      const columns = Math.max(1, head.split(/(?<!\\)\|/).length - 2);
      const separator = `|${" --- |".repeat(columns)}`;
      const caption = nodeMetadata.get(node)?.tableMeta?.caption;
      const shown = node.hasAttribute(continuation) ? rows : [head, separator, ...others];
      return [...(caption === undefined ? [] : [caption, ""]), ...shown].join("\n");
    },
  }),
};

/** Lists may begin with another number than 1; the converter does not know. */
function numberOf({ parent, listItemNumber }: TranslatorContext): { listItemNumber?: number } {
  const start = Number.parseInt(parent?.getAttribute("start") ?? "", 10);
  return listItemNumber === undefined || !Number.isSafeInteger(start)
    ? {}
    : { listItemNumber: listItemNumber + start - 1 };
}

// `PostProcessResult.RemoveNode`, which is a const that has to be loaded.
const removed = 1;

function languageOf(node: TranslatorContext["node"]): string {
  const around = node.parentNode !== null && "getAttribute" in node.parentNode ? node.parentNode : undefined;
  const classes = [node, node.querySelector("code"), around].map((each) => each?.getAttribute("class") ?? "");
  return /\b(?:language|lang|highlight|brush:?|source)[- ]([\w+#-]+)/.exec(classes.join(" "))?.[1] ?? "";
}

/** Marks a table that goes on where another one ends. */
const continuation = "data-continued";

/** Characters of HTML that are converted at once. */
const blockChars = 16_000;

interface Block {
  readonly html: string;
  /** Whether it goes on with the list or the table of the block before it. */
  readonly continues: boolean;
}

/** HTML of an element in pieces that can be converted alone, in their order. */
function* blocksOf(element: DomElement): Generator<Block> {
  const sizes = sizesOf(element);
  if ((sizes.get(element) ?? 0) > blockChars) yield* childBlocks(element, sizes);
  else yield { html: element.outerHTML, continues: false };
}

function* childBlocks(element: DomElement, sizes: ReadonlyMap<DomNode, number>): Generator<Block> {
  const name = element.nodeName.toLowerCase();
  const isTable = tableParts.has(name);
  const isList = name === "ul" || name === "ol";
  // Rows that stand in a part of their own go on with the part before it.
  let continues = isTable && name !== "table" && element.previousElementSibling !== null;
  let group: string[] = [];
  let length = 0;
  let items = 0;
  const block = (): Block => {
    const html = group.join("");
    const start = items - group.length + 1;
    const wrapped = isTable
      ? `<table${continues ? ` ${continuation}` : ""}>${html}</table>`
      : isList
        ? `<${name} start="${start}">${html}</${name}>`
        : html;
    const made = { html: wrapped, continues };
    group = [];
    length = 0;
    continues = isTable || isList;
    return made;
  };
  for (const child of element.childNodes) {
    const size = sizes.get(child) ?? 0;
    if (isList && child.nodeName !== "LI") continue;
    if (size > blockChars && isSplittable(child)) {
      if (group.length > 0) yield block();
      yield* childBlocks(child, sizes);
      continue;
    }
    if (length > 0 && length + size > blockChars) yield block();
    group.push(child.toString());
    items += 1;
    length += size;
  }
  if (group.length > 0) yield block();
}

function isSplittable(node: DomNode): node is DomElement {
  return node.nodeType === 1 && node.nodeName !== "PRE" && node.firstChild !== null;
}

const tableParts: ReadonlySet<string> = new Set(["table", "tbody", "thead", "tfoot"]);

/** About how long the HTML of each node is, told from the leaves up, without recursion. */
function sizesOf(root: DomElement): ReadonlyMap<DomNode, number> {
  const sizes = new Map<DomNode, number>();
  let node: DomNode | null = root;
  while (node !== null) {
    sizes.set(node, node.nodeType === 1 ? 30 : (node.nodeValue ?? "").length);
    if (node.firstChild !== null) {
      node = node.firstChild;
      continue;
    }
    while (node !== null && node !== root) {
      const parent: DomNode | null = node.parentNode;
      if (parent !== null) sizes.set(parent, (sizes.get(parent) ?? 0) + (sizes.get(node) ?? 0));
      if (node.nextSibling !== null) break;
      node = parent;
    }
    node = node === null || node === root ? null : node.nextSibling;
  }
  return sizes;
}
