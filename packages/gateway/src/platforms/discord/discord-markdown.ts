import { type RenderedText, renderWith } from "../../presentation/plain-text.ts";
import type { Dialect } from "../../presentation/render-markdown.ts";

const address = /(https?:\/\/[^\s<>]+)/;

/** Discord takes a backslash before any sign; an address is left as it is, as it would lead elsewhere. */
function escape(text: string): string {
  return text
    .split(address)
    .map((part, index) =>
      index % 2 === 1
        ? part
        : part
            .replace(/[\\*_~`|]/g, "\\$&")
            .replace(/<(?=[@#:/a-z])/gi, "\\<")
            .replaceAll("](", "]\\(")
            .replace(/^(\s*)([#>+-])(?=[\s#>-])/gm, "$1\\$2")
            .replace(/^(\s*\d+)\.(?=\s)/gm, "$1\\."),
    )
    .join("");
}

const discordMarkdown: Dialect = {
  escape,
  bold: (inner) => around("**", inner),
  italic: (inner) => around("*", inner),
  strike: (inner) => around("~~", inner),
  code(text) {
    if (text.trim() === "") return text;
    return text.includes("`") ? `\`\` ${text} \`\`` : `\`${text}\``;
  },
  // A fence within code would end it: with a space of no width it does not.
  codeBlock: (text, language) =>
    `\`\`\`${language ?? ""}\n${text.replaceAll("```", "`\u200B`\u200B`")}\n\`\`\``,
  // In angle brackets an address shows no preview.
  link: (inner, url) =>
    /^https?:/i.test(url)
      ? `[${inner}](<${url.replace(/[<>\s]/g, encodeURIComponent)}>)`
      : `${inner} (${escape(url)})`,
  // Discord does not know a quote within a quote.
  quote: (inner) => inner.replace(/^(?:> )?/gm, "> "),
};

function around(mark: string, inner: string): string {
  return inner.trim() === "" ? inner : `${mark}${inner}${mark}`;
}

/** @see https://support.discord.com/hc/en-us/articles/210298617 */
export function renderDiscord(markdown: string): RenderedText {
  return renderWith(discordMarkdown, markdown);
}
