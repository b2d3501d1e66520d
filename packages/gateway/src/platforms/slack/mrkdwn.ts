import { escapeHtml } from "../../presentation/html.ts";
import { type RenderedText, renderWith } from "../../presentation/plain-text.ts";
import type { Dialect } from "../../presentation/render-markdown.ts";

export function unescapeMrkdwn(text: string): string {
  return text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
}

/** Three signs are written out as in HTML. @see https://docs.slack.dev/messaging/formatting-message-text */
const mrkdwn: Dialect = {
  escape: escapeHtml,
  bold: (inner) => around("*", inner.replace(/(^|[^\w])\*([^*\n]+)\*(?!\w)/g, "$1$2")),
  italic: (inner) => around("_", inner),
  strike: (inner) => around("~", inner),
  code: (text) => around("`", escapeHtml(text.replaceAll("`", "ˋ").replaceAll("\n", " "))),
  codeBlock: (text) => `\`\`\`\n${escapeHtml(text.replaceAll("```", "ˋˋˋ"))}\n\`\`\``,
  link: (inner, url) => `<${linkTarget(url)}|${inner.replaceAll("|", "¦").replaceAll("\n", " ")}>`,
  quote: (inner) => inner.replace(/^/gm, "> ").replace(/^> &gt; /gm, "> "),
};

/** A mark counts only beside a sign that is no space. */
function around(mark: string, inner: string): string {
  const [, before = "", words = "", after = ""] = /^(\s*)([\s\S]*?)(\s*)$/.exec(inner) ?? [];
  return words === "" ? inner : `${before}${mark}${words}${mark}${after}`;
}

function linkTarget(url: string): string {
  return escapeHtml(url).replaceAll("|", "%7C").replaceAll(/\s/g, "%20");
}

export function renderSlack(markdown: string): RenderedText {
  return renderWith(mrkdwn, markdown);
}

/** A text in parts of at most so many characters, cut between lines where that can be; a code block goes on in the next. */
export function mrkdwnSections(text: string, maxChars: number): readonly string[] {
  const parts: string[] = [];
  const fence = "```";
  let rest = text;
  while (rest.length > maxChars) {
    // Room for a fence that is closed.
    const room = rest.slice(0, maxChars - fence.length - 1);
    const line = room.lastIndexOf("\n");
    const space = room.lastIndexOf(" ");
    // Not within an entity or a link.
    const safe = Math.max(room.lastIndexOf("&"), room.lastIndexOf("<"));
    const end =
      line > fence.length ? line : space > fence.length ? space : safe > room.length / 2 ? safe : room.length;
    const part = rest.slice(0, end);
    const isOpen = part.split(fence).length % 2 === 0;
    parts.push(isOpen ? `${part}\n${fence}` : part);
    const next = rest.slice(end).replace(/^[\n ]/, "");
    rest = isOpen ? `${fence}\n${next}` : next;
  }
  return [...parts, rest].filter((part) => part.trim() !== "");
}
