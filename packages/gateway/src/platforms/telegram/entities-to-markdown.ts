import type { TelegramMark } from "./telegram-update.ts";

const marks: Readonly<Record<string, string>> = { bold: "**", italic: "_", strikethrough: "~~", code: "`" };

/** Text with its marks as Markdown. Offsets are UTF-16 units. */
export function entitiesToMarkdown(text: string, entities: readonly TelegramMark[]): string {
  const inserts: { readonly at: number; readonly text: string; readonly order: number }[] = [];
  for (const { type, offset, length, url, language } of entities) {
    const [before, after] = around(type, url, language, text.slice(offset, offset + length));
    if (before === "" && after === "") continue;
    // At one place what ends comes before what begins; of two that begin the longer one is outside.
    inserts.push({ at: offset, text: before, order: 1_000_000 - length });
    inserts.push({ at: offset + length, text: after, order: length - 1_000_000 });
  }
  inserts.sort((one, other) => one.at - other.at || one.order - other.order);
  let done = 0;
  let markdown = "";
  for (const { at, text: mark } of inserts) {
    markdown += text.slice(done, at) + mark;
    done = at;
  }
  return markdown + text.slice(done);
}

function around(
  type: string,
  url: string | undefined,
  language: string | undefined,
  text: string,
): readonly [string, string] {
  const mark = marks[type];
  if (mark !== undefined) return [mark, mark];
  if (type === "text_link" && url !== undefined && url !== text) return ["[", `](${url})`];
  if (type === "pre") return [`\`\`\`${language ?? ""}\n`, text.endsWith("\n") ? "```" : "\n```"];
  return ["", ""];
}
