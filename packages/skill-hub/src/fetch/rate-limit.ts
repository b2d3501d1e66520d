/** When a service takes requests again, if this answer says that it takes none now. */
export function waitUntil(response: Response, now: number): Date | undefined {
  const { status, headers } = response;
  const spent = headers.get("x-ratelimit-remaining") === "0";
  const retryAfter = headers.get("retry-after");
  const isLimit = status === 429 || (status === 403 && (spent || retryAfter !== null));
  if (!isLimit) return undefined;
  const seconds = Number(retryAfter);
  if (retryAfter !== null && Number.isFinite(seconds)) return dateAt(now + seconds * 1_000, now);
  if (retryAfter !== null) return dateAt(Date.parse(retryAfter), now);
  const reset = Number(headers.get("x-ratelimit-reset"));
  return dateAt(reset * 1_000, now);
}

/** A time that makes no sense is taken for a minute from now. */
function dateAt(at: number, now: number): Date {
  const sensible = Number.isFinite(at) && at > now && at < now + 30 * 86_400_000;
  return new Date(sensible ? at : now + 60_000);
}
