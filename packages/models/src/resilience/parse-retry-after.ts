/** Reads one response header; undefined when it is absent. */
export type HeaderReader = (name: string) => string | undefined;

/** As long as a timer can run: 24 days. */
const longestWaitMs = 2 ** 31 - 1;

/**
 * How long a provider asks to wait, in milliseconds: `retry-after-ms`, else `Retry-After` in seconds or as an HTTP
 * date, at most 24 days. Undefined when neither says anything sensible.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#field.retry-after
 */
export function parseRetryAfter(header: HeaderReader, now: number): number | undefined {
  const milliseconds = toNumber(header("retry-after-ms"));
  if (milliseconds !== undefined) return Math.min(milliseconds, longestWaitMs);
  const value = header("retry-after");
  const seconds = toNumber(value);
  if (seconds !== undefined) return Math.min(seconds * 1000, longestWaitMs);
  const date = value === undefined ? Number.NaN : Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.min(Math.max(0, date - now), longestWaitMs);
}

function toNumber(value: string | undefined): number | undefined {
  return value !== undefined && /^\s*\d+(\.\d+)?\s*$/.test(value) ? Number(value) : undefined;
}
