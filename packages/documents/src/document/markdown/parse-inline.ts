import { decodeHTMLStrict } from "entities/decode";
import type { Token, Tokens } from "marked";
import type { Run } from "../document-model.ts";
import type { Footnotes } from "./footnotes.ts";
import { withoutControls } from "./without-controls.ts";

type Look = Omit<Run, "text">;

/**
 * The runs of tokens within a block.
 *
 * @param footnotes Undefined: within a footnote, where `[^label]` stays as it is written.
 */
export function runsOf(tokens: readonly Token[], footnotes: Footnotes | undefined, look: Look = {}): Run[] {
  return tokens.flatMap((token): Run[] => {
    const inner = (more: Look): Run[] =>
      runsOf((token as Tokens.Strong).tokens, footnotes, { ...look, ...more });
    switch (token.type) {
      case "strong":
        return inner({ bold: true });
      case "em":
        return inner({ italic: true });
      case "del":
        return inner({ strike: true });
      case "link": {
        const { href } = token as Tokens.Link;
        return inner(/^(?:https?:|mailto:)/i.test(href) && URL.canParse(href) ? { link: href } : {});
      }
      case "codespan":
        return [{ ...look, code: true, text: (token as Tokens.Codespan).text }];
      case "br":
        return [{ text: "\n" }];
      case "image":
        return [{ ...look, text: withoutControls((token as Tokens.Image).text) }];
      case "html":
        return /^<br\s*\/?>$/i.test(token.raw)
          ? [{ text: "\n" }]
          : /^<!--/.test(token.raw)
            ? []
            : [{ ...look, text: token.raw }];
      case "escape":
        return [{ ...look, text: (token as Tokens.Escape).text }];
      default: {
        const { tokens: parts, text } = token as Tokens.Text;
        if (parts !== undefined) return runsOf(parts, footnotes, look);
        return textRuns(joinLines(text), footnotes).map((run) => ({ ...look, ...run }));
      }
    }
  });
}

/** A line end within a paragraph is a space; between CJK characters it is nothing. */
function joinLines(text: string): string {
  return text
    .replaceAll(/(?<=[\p{sc=Han}\p{sc=Kana}\p{sc=Hira}、。，])\n(?=[\p{sc=Han}\p{sc=Kana}\p{sc=Hira}])/gu, "")
    .replaceAll(/\s*\n\s*/g, " ");
}

function textRuns(text: string, footnotes: Footnotes | undefined): Run[] {
  return text
    .split(/(\[\^[^\]\s]{1,80}\])/)
    .filter((piece) => piece !== "")
    .map((piece) => {
      const note = piece.startsWith("[^") ? footnotes?.numberOf(piece.slice(2, -1)) : undefined;
      return note === undefined
        ? { text: withoutControls(decodeHTMLStrict(piece)) }
        : { text: String(note), note };
    });
}
