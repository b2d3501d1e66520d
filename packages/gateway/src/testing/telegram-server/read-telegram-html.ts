/** What Telegram makes of a text in HTML mode: what is seen, or why it refuses it. */
export type TelegramHtml =
  | { readonly ok: true; readonly text: string; readonly entities: readonly TelegramEntity[] }
  | { readonly ok: false; readonly problem: string };

export interface TelegramEntity {
  readonly type: string;
  readonly offset: number;
  readonly length: number;
  readonly url?: string;
  readonly language?: string;
}

const types: Readonly<Record<string, string>> = {
  b: "bold",
  strong: "bold",
  i: "italic",
  em: "italic",
  u: "underline",
  ins: "underline",
  s: "strikethrough",
  strike: "strikethrough",
  del: "strikethrough",
  code: "code",
  pre: "pre",
  a: "text_link",
  blockquote: "blockquote",
  "tg-spoiler": "spoiler",
};

/** Reads HTML as strictly as Telegram does: known tags only, all closed in order, and no bare `<`. */
export function readTelegramHtml(html: string): TelegramHtml {
  const open: { readonly tag: string; readonly from: number; readonly attributes: string }[] = [];
  const entities: TelegramEntity[] = [];
  let text = "";
  for (const [part] of html.matchAll(/<[^>]*>?|&[^;\s]{0,8};|[^<&]+|&/g)) {
    if (part.startsWith("&")) text += decode(part);
    else if (!part.startsWith("<")) text += part;
    else {
      const [, closing, tag, attributes = ""] = /^<(\/?)([a-z-]+)((?:\s[^>]*)?)>$/.exec(part) ?? [];
      if (tag === undefined || types[tag] === undefined) return refused(`Unsupported start tag "${part}"`);
      if (closing === "") {
        open.push({ tag, from: text.length, attributes });
        continue;
      }
      const started = open.pop();
      if (started?.tag !== tag)
        return refused(`Unmatched end tag, expected "</${started?.tag ?? ""}>", found "</${tag}>"`);
      const url = /href="([^"]*)"/.exec(started.attributes)?.[1];
      const language = /class="language-([^"]*)"/.exec(started.attributes)?.[1];
      entities.push({
        type: types[tag] ?? tag,
        offset: started.from,
        length: text.length - started.from,
        ...(url === undefined ? {} : { url: decodeAll(url) }),
        ...(language === undefined ? {} : { language }),
      });
    }
  }
  const left = open.at(-1);
  return left === undefined
    ? { ok: true, text, entities }
    : refused(`Can't find end tag corresponding to start tag "${left.tag}"`);
}

function refused(problem: string): TelegramHtml {
  return { ok: false, problem };
}

const known: Readonly<Record<string, string>> = { "&lt;": "<", "&gt;": ">", "&amp;": "&", "&quot;": '"' };

function decode(entity: string): string {
  return known[entity] ?? entity;
}

function decodeAll(text: string): string {
  return text.replace(/&(?:lt|gt|amp|quot);/g, decode);
}
