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

/**
 * How long until a limit is lifted, in milliseconds, where the provider names that apart from a wait: `X-RateLimit-Reset`, or what
 * its body says. A number is seconds from now, or seconds or milliseconds since 1970. Undefined when neither says it.
 */
export function parseReset(
  header: HeaderReader,
  inBody: number | undefined,
  now: number,
): number | undefined {
  const value = inBody ?? toNumber(header("x-ratelimit-reset"));
  if (value === undefined || value < 0) return undefined;
  if (value < 1e9) return value * 1000;
  return Math.max(0, (value < 1e11 ? value * 1000 : value) - now);
}

function toNumber(value: string | undefined): number | undefined {
  return value !== undefined && /^\s*\d+(\.\d+)?\s*$/.test(value) ? Number(value) : undefined;
}
