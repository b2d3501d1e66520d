export interface DateRange {
  readonly from?: number;
  readonly to?: number;
}

const day = 86_400_000;

/**
 * Understands `7d` (the last seven days) and `FROM..TO` with ISO dates or times in UTC, of which one may be missing. A date
 * at the end means the whole day; a single date is that day.
 *
 * @returns Milliseconds since 1970, or undefined when the text is something else.
 */
export function parseDateRange(text: string, now: number): DateRange | undefined {
  const [, days] = /^\s*(\d{1,5})\s*d\s*$/.exec(text) ?? [];
  if (days !== undefined) return { from: now - Number(days) * day };
  const [first = "", last = first, ...more] = text.split("..").map((part) => part.trim());
  if (more.length > 0 || (first === "" && last === "")) return undefined;
  const from = first === "" ? undefined : timeOf(first);
  const to = last === "" ? undefined : timeOf(last);
  if (Number.isNaN(from) || Number.isNaN(to)) return undefined;
  return {
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to: isDate(last) ? to + day - 1 : to }),
  };
}

function timeOf(text: string): number {
  return /^\d{4}-\d{2}-\d{2}/.test(text)
    ? Date.parse(isDate(text) || /Z|[+-]\d\d:?\d\d$/.test(text) ? text : `${text}Z`)
    : NaN;
}

function isDate(text: string): boolean {
  return text.length === "2026-01-01".length;
}
