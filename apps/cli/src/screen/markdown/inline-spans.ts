import type { MarkedToken, Token } from "marked";
import { cleanText } from "../../render/clean-text.ts";
import { type Mark, type Span, unmarked } from "../text/span.ts";

export interface InlineOptions {
  /** Without colours the signs of Markdown stay: `**important**`. */
  readonly colours: boolean;
  /** Whether the terminal makes links of OSC 8. Where a link leads to can be read in any case. */
  readonly links: boolean;
}

/**
 * Text within a line, its marks applied. Line breaks stay where they were written.
 *
 * @param marks What the text around has already; one array is one look.
 */
export function inlineSpans(
  tokens: readonly Token[],
  options: InlineOptions,
  marks: readonly Mark[] = unmarked,
): readonly Span[] {
  return tokens.flatMap((token) => spansOf(token, options, marks));
}

function spansOf(any: Token, options: InlineOptions, marks: readonly Mark[]): readonly Span[] {
  // No extension adds kinds of its own.
  const token = any as MarkedToken;
  switch (token.type) {
    case "strong":
      return marked(token.tokens, { mark: "bold", sign: "**" }, options, marks);
    case "em":
      return marked(token.tokens, { mark: "italic", sign: "*" }, options, marks);
    case "del":
      return marked(token.tokens, { mark: "strike", sign: "~~" }, options, marks);
    case "codespan":
      return options.colours
        ? [span(token.text, [...marks, "cyan"])]
        : [span(/^`+/.exec(token.raw)?.[0] === "`" ? `\`${token.text}\`` : token.raw, marks)];
    case "link":
      return linkSpans(token, options, marks);
    case "image":
      return [span(`image: ${token.text === "" ? "" : `${token.text} `}(${token.href})`, [...marks, "dim"])];
    case "br":
      return [span("\n", marks)];
    case "checkbox":
      // Its item has it in its marker.
      return [];
    case "html":
      return [span(/^<br\s*\/?>$/i.test(token.raw) ? "\n" : token.raw, marks)];
    case "text":
      return token.tokens === undefined
        ? [span(withoutEntities(token.text), marks)]
        : inlineSpans(token.tokens, options, marks);
    case "escape":
      return [span(token.text, marks)];
    default:
      return [span(token.raw, marks)];
  }
}

function marked(
  tokens: readonly Token[],
  { mark, sign }: { readonly mark: Mark; readonly sign: string },
  options: InlineOptions,
  marks: readonly Mark[],
): readonly Span[] {
  if (options.colours) return inlineSpans(tokens, options, [...marks, mark]);
  return [span(sign, marks), ...inlineSpans(tokens, options, marks), span(sign, marks)];
}

/** `text (address)`: a text that says one place and leads to another is seen through. */
function linkSpans(
  { href, text, tokens }: { readonly href: string; readonly text: string; readonly tokens: readonly Token[] },
  options: InlineOptions,
  marks: readonly Mark[],
): readonly Span[] {
  const address = cleanText(href).replace(/\s/g, "");
  const url = options.links && /^(https?|mailto):[!-~]*$/i.test(address) ? address : undefined;
  const said = text === href || `mailto:${text}` === href || `http://${text}` === href;
  const spans = inlineSpans(tokens, options, [...marks, "underline"]);
  const shown = said || address === "" ? spans : [...spans, span(` (${address})`, [...marks, "dim"])];
  return url === undefined ? shown : shown.map((each) => ({ ...each, url }));
}

/** Numbers of characters are read by the parser, so that what comes out is cleaned once more. */
function span(text: string, marks: readonly Mark[]): Span {
  return { text: cleanText(text).replaceAll("\t", " "), marks };
}

const entities: Readonly<Record<string, string>> = {
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&apos;": "'",
  "&nbsp;": " ",
  "&amp;": "&",
};

/** Those that text can't be written in HTML without; others stay as they are written. */
function withoutEntities(text: string): string {
  return text.replace(/&(?:lt|gt|quot|apos|nbsp|amp);/g, (entity) => entities[entity] ?? entity);
}
