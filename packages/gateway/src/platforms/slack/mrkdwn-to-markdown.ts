import { unescapeMrkdwn } from "./mrkdwn.ts";

/** Names of people, by their id. */
export type Names = ReadonlyMap<string, string>;

/** A text of a person as Markdown: marks, links and names written out; code stays as it is. */
export function mrkdwnToMarkdown(text: string, names: Names): string {
  return text
    .split(/(```[\s\S]*?```|`[^`\n]+`)/)
    .map((part, index) => {
      const words = index % 2 === 0 ? marksToMarkdown(part) : part;
      return unescapeMrkdwn(
        words.replace(/<([^<>\n]+)>/g, (_, token: string) => tokenToMarkdown(token, names)),
      );
    })
    .join("");
}

/** The people that a text names. */
export function mentionsIn(text: string): readonly string[] {
  return [...text.matchAll(/<@(\w{1,30})(?:\|[^<>]*)?>/g)].flatMap(([, id]) => id ?? []);
}

function marksToMarkdown(text: string): string {
  return text
    .replace(/(^|[\s([{"'_~])\*([^\s*](?:[^*\n]*[^\s*])?)\*(?=$|[\s)\]}.,;:!?"'_~])/gm, "$1**$2**")
    .replace(/(^|[\s([{"'_*])~([^\s~](?:[^~\n]*[^\s~])?)~(?=$|[\s)\]}.,;:!?"'_*])/gm, "$1~~$2~~");
}

function tokenToMarkdown(token: string, names: Names): string {
  const bar = token.indexOf("|");
  const target = bar === -1 ? token : token.slice(0, bar);
  const label = bar === -1 ? "" : token.slice(bar + 1);
  if (target.startsWith("@")) return `@${names.get(target.slice(1)) ?? (label || target.slice(1))}`;
  if (target.startsWith("#")) return `#${label || target.slice(1)}`;
  // A date, a group of people, everybody who is here.
  if (target.startsWith("!")) return label === "" ? `@${target.slice(1)}` : label;
  if (target.startsWith("mailto:") && target.slice(7) === label) return label;
  return label === "" || label === target ? target : `[${label}](${target})`;
}
