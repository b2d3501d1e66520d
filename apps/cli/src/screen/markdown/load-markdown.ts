import type { Token } from "marked";
import { createHighlight, type Highlight } from "./highlight.ts";

/** What reads Markdown and colours code. */
export interface Markdown {
  /** Text as blocks. The `raw` of all of them, one after another, is the text. */
  lex(text: string): readonly Token[];
  readonly highlight: Highlight;
}

/** Some 25 ms the first time, and then none. */
export async function loadMarkdown(): Promise<Markdown> {
  const { lex, highlighter, languages } = await import("./markdown-library.ts");
  return { lex, highlight: createHighlight(highlighter.newInstance(), languages) };
}

/** Text that is drawn as it stands, line by line. */
export const asWritten: Markdown = {
  lex: (text) => (text.match(/[^\n]*\n|[^\n]+$/g) ?? []).map(lineToken),
  highlight: () => undefined,
};

function lineToken(raw: string): Token {
  if (raw.trim() === "") return { type: "space", raw };
  return { type: "html", raw, text: raw, pre: false, block: true };
}
