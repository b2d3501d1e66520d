/** A part of a text, as offsets in UTF-16 units; `end` is the first unit after it. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

/** The text with `mark` in the place of each span. Spans may overlap and come in any order. */
export function replaceSpans(text: string, spans: readonly TextSpan[], mark: string): string {
  if (spans.length === 0) return text;
  const ordered = spans.toSorted((left, right) => left.start - right.start);
  const parts: string[] = [];
  let done = 0;
  let until = -1;
  for (const { start, end } of ordered) {
    if (end <= start) continue;
    if (start > until) {
      parts.push(text.slice(done, start), mark);
      until = end;
    } else if (end > until) {
      until = end;
    }
    done = until;
  }
  parts.push(text.slice(done));
  return parts.join("");
}
