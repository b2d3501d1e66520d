/** A part of a text, as offsets in UTF-16 units; `end` is the first unit after it. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
  /** What stands around the mark: the quotes that JSON needs where a number was. @default nothing */
  readonly quote?: string | undefined;
}

/** The text with `mark` in the place of each span. Spans may overlap and come in any order. */
export function replaceSpans(text: string, spans: readonly TextSpan[], mark: string): string {
  if (spans.length === 0) return text;
  const ordered = spans.toSorted((left, right) => left.start - right.start);
  const parts: string[] = [];
  let done = 0;
  let until = -1;
  for (const span of ordered) {
    const { start, quote = "" } = span;
    const end = beforeHalfEscape(text, span);
    if (end <= start) continue;
    if (start > until) {
      parts.push(text.slice(done, start), `${quote}${mark}${quote}`);
      until = end;
    } else if (end > until) {
      until = end;
    }
    done = until;
  }
  parts.push(text.slice(done));
  return parts.join("");
}

/** In a text within a text, a backslash belongs to what follows it. */
function beforeHalfEscape(text: string, { start, end }: TextSpan): number {
  let slashes = 0;
  while (end - slashes > start && text[end - slashes - 1] === "\\") slashes++;
  return end < text.length && slashes % 2 === 1 ? end - 1 : end;
}
