import { plain, type RenderedText, renderWith } from "../../presentation/plain-text.ts";
import type { Dialect } from "../../presentation/render-markdown.ts";

/** A range of a text. Offsets are UTF-16 units. */
export interface TextStyle {
  readonly start: number;
  readonly length: number;
  readonly style: string;
}

const styles = ["BOLD", "ITALIC", "STRIKETHROUGH", "MONOSPACE", "SPOILER"] as const;
type Style = (typeof styles)[number];

// Signal has ranges beside the text. On the way there they are control characters, which no text can hold: `withoutControls`
// takes them out of it before they are set.
const openers = "\u0001\u0002\u0003\u0004\u0005";
const closer = "\u0006";
// oxlint-disable-next-line no-control-regex -- the marks
const marks = /[\u0001-\u0006]/g;

function styled(style: Style): (inner: string) => string {
  const opener = openers[styles.indexOf(style)];
  return (inner) => (inner === "" ? "" : `${opener}${inner}${closer}`);
}

const signalText: Dialect = {
  ...plain,
  escape: (text) =>
    text.replace(/(?<![\w|])\|\|(?=[^\s|])([^|\n]+?)(?<=\S)\|\|(?![\w|])/g, (_, secret: string) =>
      styled("SPOILER")(secret),
    ),
  bold: styled("BOLD"),
  italic: styled("ITALIC"),
  strike: styled("STRIKETHROUGH"),
  code: styled("MONOSPACE"),
  codeBlock: styled("MONOSPACE"),
};

/** Markdown as text with marks, which `readStyles` turns into ranges. */
export function renderSignal(markdown: string): RenderedText {
  return renderWith(signalText, markdown);
}

/** UTF-16 units of what is seen. */
export function signalLength(text: string): number {
  return text.replace(marks, "").length;
}

/** The text as it is seen, and its ranges: none is empty, and two of the same style don't overlap. */
export function readStyles(text: string): {
  readonly message: string;
  readonly styles: readonly TextStyle[];
} {
  const open: { readonly style: Style; readonly start: number }[] = [];
  const found: TextStyle[] = [];
  let message = "";
  for (const part of text.split(/([\u0001-\u0006])/)) {
    const style = part.length === 1 ? styles[openers.indexOf(part)] : undefined;
    if (style !== undefined) open.push({ style, start: message.length });
    else if (part !== closer) message += part;
    else {
      const last = open.pop();
      if (last === undefined || open.some((outer) => outer.style === last.style)) continue;
      const length = message.length - last.start;
      if (length > 0) found.push({ ...last, length });
    }
  }
  return {
    message,
    styles: found.sort((one, other) => one.start - other.start || other.length - one.length),
  };
}

const markdownOf: Readonly<Record<string, string>> = {
  BOLD: "**",
  ITALIC: "_",
  STRIKETHROUGH: "~~",
  MONOSPACE: "`",
  SPOILER: "||",
};

/** Text with its ranges as Markdown. Ranges that reach beyond the text are left out. */
export function stylesToMarkdown(text: string, ranges: readonly TextStyle[]): string {
  const inserts = ranges.flatMap(({ start, length, style }) => {
    const sign = markdownOf[style];
    if (sign === undefined || length <= 0 || start < 0 || start + length > text.length) return [];
    const mark = style === "MONOSPACE" && text.slice(start, start + length).includes("\n") ? "```" : sign;
    const line = mark === "```" ? "\n" : "";
    // At one place what ends comes before what begins; of two that begin the longer one is outside.
    return [
      { at: start, mark: mark + line, order: 1_000_000 - length },
      { at: start + length, mark: line + mark, order: length - 1_000_000 },
    ];
  });
  inserts.sort((one, other) => one.at - other.at || one.order - other.order);
  let done = 0;
  let markdown = "";
  for (const { at, mark } of inserts) {
    markdown += text.slice(done, at) + mark;
    done = at;
  }
  return markdown + text.slice(done);
}
