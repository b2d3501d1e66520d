import type { MarkedToken, Token, Tokens } from "marked";
import { alignedTable } from "./aligned-table.ts";
import { lex } from "./lexer.ts";

/** How a platform writes what Markdown can say. Arguments are in the dialect already, except those called `text`. */
export interface Dialect {
  escape(text: string): string;
  bold(inner: string): string;
  italic(inner: string): string;
  strike(inner: string): string;
  code(text: string): string;
  codeBlock(text: string, language: string | undefined): string;
  link(inner: string, url: string): string;
  quote(inner: string): string;
}

/** Markdown in the dialect of a platform. What the dialect has no word for is written out: tables as aligned code, lists as lines. */
export function renderMarkdown(markdown: string, dialect: Dialect): string {
  return renderBlocks(lex(withoutControls(markdown)), dialect);
}

/** The same for Markdown that was read before, from `withoutControls`. */
export function renderBlocks(blocks: readonly MarkedToken[], dialect: Dialect): string {
  return new Renderer(dialect).blocks(blocks, "").trim();
}

/** No terminal codes, and nothing that turns the direction of what follows it. */
export function withoutControls(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text
    .replace(/\r\n?/g, "\n")
    .replace(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/g, "");
}

const safeUrl = /^(?:https?|mailto|tel|tg):/i;

class Renderer {
  readonly #dialect: Dialect;

  constructor(dialect: Dialect) {
    this.#dialect = dialect;
  }

  /** Blocks, one after another; lines of text begin with the indentation. */
  blocks(tokens: readonly MarkedToken[], indent: string): string {
    let text = "";
    for (const token of tokens) {
      const block = this.#block(token, indent);
      if (block === "") continue;
      const isTight = indent !== "" || text === "";
      text += `${text === "" ? "" : isTight ? "\n" : "\n\n"}${block}`;
    }
    return text;
  }

  #block(token: MarkedToken, indent: string): string {
    const { escape, bold, codeBlock, quote } = this.#dialect;
    switch (token.type) {
      case "space":
      case "def":
        return "";
      case "heading":
        return indent + bold(this.#inline(token.tokens));
      case "code":
        return codeBlock(token.text, /^[\w+#.-]{1,30}/.exec(token.lang ?? "")?.[0]);
      case "table":
        return codeBlock(alignedTable([token.header, ...token.rows].map(cellTexts), token.align), undefined);
      case "list":
        return this.#list(token, indent);
      case "blockquote":
        return quote(this.blocks(token.tokens as readonly Token[] as readonly MarkedToken[], ""));
      case "hr":
        return `${indent}———`;
      case "html":
        return indentLines(escape(token.raw.trimEnd()), indent);
      case "paragraph":
        return indentLines(this.#inline(token.tokens), indent);
      case "text":
        return indentLines(this.#inline(token.tokens ?? [token]), indent);
      default:
        return indentLines(this.#inline([token]), indent);
    }
  }

  #list(list: Tokens.List, indent: string): string {
    const start = typeof list.start === "number" ? list.start : 1;
    return list.items
      .map((item, index) => {
        const marker = item.task
          ? item.checked === true
            ? "☑"
            : "☐"
          : list.ordered
            ? `${start + index}.`
            : "•";
        const deeper = `${indent}${" ".repeat(marker.length + 1)}`;
        const tokens = (item.tokens as readonly Token[] as readonly MarkedToken[]).filter(
          (token) => token.type !== "checkbox",
        );
        const [first, ...rest] = tokens;
        const isLine =
          first !== undefined &&
          (first.type === "text" || first.type === "paragraph" || first.type === "heading");
        const head = isLine ? this.#block(first, deeper).slice(deeper.length) : "";
        const body = this.blocks(isLine ? rest : tokens, deeper);
        return `${indent}${this.#dialect.escape(marker)} ${head}${body === "" ? "" : `\n${body}`}`;
      })
      .join("\n");
  }

  #inline(tokens: readonly Token[]): string {
    return (tokens as readonly MarkedToken[]).map((token) => this.#span(token)).join("");
  }

  #span(token: MarkedToken): string {
    const { escape, bold, italic, strike, code } = this.#dialect;
    switch (token.type) {
      case "strong":
        return bold(this.#inline(token.tokens));
      case "em":
        return italic(this.#inline(token.tokens));
      case "del":
        return strike(this.#inline(token.tokens));
      case "codespan":
        return code(token.text);
      case "br":
        return "\n";
      case "link":
        return this.#link(this.#inline(token.tokens), plainOf(token.tokens), token.href);
      case "image":
        return this.#link(escape(token.text || token.href), token.text, token.href);
      case "html":
        return /^<br\s*\/?>$/i.test(token.raw) ? "\n" : escape(token.raw);
      case "checkbox":
        return "";
      case "text":
        return token.tokens === undefined ? escape(decodeEntities(token.text)) : this.#inline(token.tokens);
      case "escape":
        return escape(decodeEntities(token.text));
      default:
        return escape(token.raw);
    }
  }

  #link(inner: string, label: string, href: string): string {
    const { escape, link } = this.#dialect;
    // Clients make a bare address a link by themselves, and one that is no web address opens nothing.
    if (label === href || `mailto:${label}` === href) return escape(label);
    return safeUrl.test(href) ? link(inner, href) : `${inner} (${escape(href)})`;
  }
}

function indentLines(text: string, indent: string): string {
  return indent + text.replaceAll("\n", `\n${indent}`);
}

function cellTexts(cells: readonly Tokens.TableCell[]): readonly string[] {
  return cells.map((cell) => plainOf(cell.tokens).replace(/\s+/g, " "));
}

/** The words alone. */
function plainOf(tokens: readonly Token[]): string {
  return (tokens as readonly MarkedToken[])
    .map((token): string => {
      if ("tokens" in token && token.tokens !== undefined && token.tokens.length > 0)
        return plainOf(token.tokens);
      if (token.type === "br") return "\n";
      return decodeEntities("text" in token ? token.text : token.raw);
    })
    .join("");
}

const entities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  "#39": "'",
};

function decodeEntities(text: string): string {
  return text.replace(/&(#39|[a-z]{2,4});/g, (whole, name: string) => entities[name] ?? whole);
}
