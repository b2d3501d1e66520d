import type { Protocol } from "./providers.ts";

/**
 * A base URL in the form in which its protocol wants it: without a slash at the end; for Anthropic's protocol without
 * `/v1`, for the others with it where nothing but a host was given. Undefined when it is no http URL.
 */
export function normaliseBaseUrl(text: string, protocol: Protocol): string | undefined {
  const url = URL.parse(text.trim());
  if (url === null || (url.protocol !== "http:" && url.protocol !== "https:")) return undefined;
  const path = url.pathname.replace(/\/+$/, "");
  if (protocol === "messages") url.pathname = path.replace(/\/v1$/, "");
  else url.pathname = path === "" ? "/v1" : path;
  return url.href.replace(/\/$/, "");
}

/** Whether two URLs have the same scheme, host and port. */
export function sameOrigin(left: string | undefined, right: string): boolean {
  const origin = left === undefined ? undefined : URL.parse(left)?.origin;
  return origin !== undefined && origin === URL.parse(right)?.origin;
}

/** What `OLLAMA_HOST` can be: `0.0.0.0`, `:11500`, `host:port`, a whole URL. Undefined when it can't be understood. */
export function ollamaUrl(host: string): string | undefined {
  const bare = host.trim().startsWith(":") ? `127.0.0.1${host.trim()}` : host.trim();
  const url = URL.parse(bare.includes("://") ? bare : `http://${bare}`);
  if (url === null) return undefined;
  // An address to listen on is not one to call.
  if (url.hostname === "0.0.0.0" || url.hostname === "[::]") url.hostname = "127.0.0.1";
  if (url.port === "" && !bare.includes("://")) url.port = "11434";
  return normaliseBaseUrl(url.href, "chat");
}
