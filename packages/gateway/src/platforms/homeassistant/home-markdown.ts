import { type RenderedText, renderWith } from "../../presentation/plain-text.ts";
import type { Dialect } from "../../presentation/render-markdown.ts";

/** Markdown as notifications show it: without HTML, and with pictures as links, so that reading it fetches nothing. */
const homeMarkdown: Dialect = {
  escape: (text) => text.replace(/[\\`*_~[\]]|<(?=[a-z/!?])/gi, String.raw`\$&`),
  bold: (inner) => `**${inner}**`,
  italic: (inner) => `*${inner}*`,
  strike: (inner) => `~~${inner}~~`,
  code: (text) => {
    const fence = fenceFor(text, 1);
    const pad = /^`|`$/.test(text) ? " " : "";
    return `${fence}${pad}${text}${pad}${fence}`;
  },
  codeBlock: (text, language = "") => {
    const fence = fenceFor(text, 3);
    return `${fence}${language}\n${text}\n${fence}`;
  },
  link: (inner, url) => `[${inner}](<${url.replace(/[<>\\\s]/g, encodeURIComponent)}>)`,
  quote: (inner) => inner.replace(/^/gm, "> "),
};

export function renderHome(markdown: string): RenderedText {
  return renderWith(homeMarkdown, markdown);
}

function fenceFor(text: string, least: number): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  return "`".repeat(longest < least ? least : longest + 1);
}
