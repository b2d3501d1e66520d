import type { Style } from "../../render/style.ts";

/** How a piece of text is marked up, by the names of `Style`. */
export type Mark =
  | "bold"
  | "dim"
  | "italic"
  | "underline"
  | "strike"
  | "inverse"
  | "red"
  | "yellow"
  | "green"
  | "cyan"
  | "magenta"
  | "added"
  | "removed";

/** A piece of text that looks the same throughout. Wrapping works on these, as escape sequences can't be nested. */
export interface Span {
  readonly text: string;
  readonly marks: readonly Mark[];
  /** Where it leads to, in a terminal that makes links of it. */
  readonly url?: string | undefined;
}

export const unmarked: readonly Mark[] = [];

/**
 * One line as it is written to the terminal.
 *
 * @param options.trim Whether blanks at its end are left out. @default true
 */
export function drawLine(
  spans: readonly Span[],
  style: Style,
  { trim = true }: { readonly trim?: boolean } = {},
): string {
  let line = "";
  let text = "";
  for (const [index, span] of spans.entries()) {
    text += span.text;
    const next = spans[index + 1];
    if (next !== undefined && next.marks === span.marks && next.url === span.url) continue;
    line += draw(next === undefined && trim ? text.trimEnd() : text, span, style);
    text = "";
  }
  return line;
}

function draw(text: string, { marks, url }: Span, style: Style): string {
  if (text === "") return "";
  const marked = marks.reduceRight((inner, mark) => style[mark](inner), text);
  return url === undefined ? marked : `\u001b]8;;${url}\u001b\\${marked}\u001b]8;;\u001b\\`;
}
