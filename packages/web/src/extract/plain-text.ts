import { Tokenizer } from "htmlparser2";
import { blockElements, unreadElements } from "./element-names.ts";

export interface PlainTextOptions {
  /** Characters after which the rest is left out. */
  readonly maxChars: number;
}

/** The bare text of HTML, a line for each block. Builds no tree, so that neither depth nor number of tags matters. */
export function plainTextOf(html: string, { maxChars }: PlainTextOptions): string {
  let text = "";
  let unread: string | undefined;
  const add = (part: string): void => {
    if (unread === undefined && text.length < maxChars) text += part;
  };
  const opened = (start: number, end: number): void => {
    const name = html.slice(start, Math.min(end, start + 20)).toLowerCase();
    if (blockElements.has(name)) add("\n");
    if (unreadElements.has(name)) unread ??= name;
  };
  const closed = (start: number, end: number): void => {
    const name = html.slice(start, Math.min(end, start + 20)).toLowerCase();
    if (name === unread) unread = undefined;
    if (blockElements.has(name)) add("\n");
  };
  const nothing = (): void => {};
  const tokenizer = new Tokenizer(
    { xmlMode: false, decodeEntities: true },
    {
      ontext: (start, end) => add(html.slice(start, end).replaceAll(/\s+/g, " ")),
      ontextentity: (code) => add(String.fromCodePoint(code)),
      onopentagname: opened,
      onclosetag: closed,
      onattribdata: nothing,
      onattribend: nothing,
      onattribentity: nothing,
      onattribname: nothing,
      oncdata: nothing,
      oncomment: nothing,
      ondeclaration: nothing,
      onend: nothing,
      onopentagend: nothing,
      onprocessinginstruction: nothing,
      onselfclosingtag: nothing,
    },
  );
  const chunkChars = 65_536;
  for (let at = 0; at < html.length && text.length < maxChars; at += chunkChars)
    tokenizer.write(html.slice(at, at + chunkChars));
  tokenizer.end();
  return text
    .slice(0, maxChars)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join("\n");
}
