import DOMPurify from "dompurify";
import type { Config } from "dompurify";
import { Parser, Renderer } from "marked";
import type { Token, Tokens } from "marked";
import { isPicture, linkAddress } from "./link-address.ts";

const sanitizing = {
  ALLOWED_TAGS: ["a", "br", "code", "del", "em", "img", "strong"],
  ALLOWED_ATTR: ["alt", "href", "rel", "src", "target", "title"],
  ALLOW_ARIA_ATTR: false,
  ALLOW_DATA_ATTR: false,
  ALLOWED_URI_REGEXP: /^(?:https?:|mailto:)/i,
  ADD_URI_SAFE_ATTR: ["rel", "target"],
  RETURN_TRUSTED_TYPE: true,
} as const satisfies Config;

/**
 * What stands within a line: emphasis, code, links. It is written with every text escaped, and sanitised on top of that.
 *
 * @returns Trusted HTML, for `innerHTML` alone; it is called a string since Preact's types know no other.
 */
export function inlineHtml(tokens: readonly Token[]): string {
  const html = new Parser({ renderer: new InlineRenderer() }).parseInline([...tokens]);
  // As said above: the browser takes the object where the policy asks for one.
  return DOMPurify.sanitize(html, { ...sanitizing }) as unknown as string;
}

class InlineRenderer extends Renderer {
  /** A link within a link would end the outer one. */
  #isInLink = false;

  override text(token: Tokens.Text | Tokens.Escape): string {
    return "tokens" in token && token.tokens !== undefined
      ? this.parser.parseInline(token.tokens)
      : escapeText(token.text);
  }

  override html({ raw }: Tokens.HTML | Tokens.Tag): string {
    // Cells of a table have no other way to break a line.
    return /^<br ?\/?>$/i.test(raw) ? "<br>" : escapeHtml(raw);
  }

  override codespan({ text }: Tokens.Codespan): string {
    return `<code>${escapeHtml(text)}</code>`;
  }

  override checkbox(): string {
    return "";
  }

  override link({ href, title, tokens }: Tokens.Link): string {
    if (this.#isInLink) return this.parser.parseInline(tokens);
    this.#isInLink = true;
    const text = this.parser.parseInline(tokens);
    this.#isInLink = false;
    return linkTo(href, text, title);
  }

  override image({ href, title, text }: Tokens.Image): string {
    if (isPicture(href)) return `<img src="${escapeHtml(href)}" alt="${escapeText(text)}">`;
    // A picture that is fetched would tell its server what was said, by its address.
    return this.#isInLink ? escapeText(text) : linkTo(href, escapeText(text), title);
  }
}

/** @param html What is clicked on. */
function linkTo(href: string, html: string, title: string | null | undefined): string {
  const address = linkAddress(href);
  if (address === undefined) return html;
  const place = escapeHtml(address.place);
  const about = title === null || title === undefined || title === "" ? "" : ` – ${escapeText(title)}`;
  return `<a href="${escapeHtml(address.href)}" target="_blank" rel="noopener noreferrer" title="${place}${about}">${html === "" ? place : html}</a>`;
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escaped = (character: string): string => entities[character] ?? "";

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, escaped);
}

/** As `escapeHtml`, but for entities that somebody wrote, such as `&copy;`: they are characters. */
function escapeText(text: string): string {
  return text.replaceAll(/[<>"']|&(?!#\d{1,7};|#x[\da-f]{1,6};|[a-z][a-z\d]{1,31};)/gi, escaped);
}
