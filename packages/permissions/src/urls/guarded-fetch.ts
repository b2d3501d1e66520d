import { HermesError } from "@hermes/registry";
import { parseAllowedHosts } from "./allowed-hosts.ts";
import { checkHost, checkOutgoing, maxRedirects, shown, systemResolve } from "./check-url.ts";
import type { ResolveHost } from "./check-url.ts";
import { parseUrl } from "./parse-url.ts";
import type { ParsedUrl } from "./parse-url.ts";
import { sendRequest } from "./send-request.ts";

export interface GuardedFetchOptions {
  /** @default the resolver of the system */
  readonly resolve?: ResolveHost | undefined;
  /** As in `checkUrl`. @default [] */
  readonly allow?: readonly string[] | undefined;
}

export interface GuardedRequest {
  /** @default "GET" */
  readonly method?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: string | Uint8Array<ArrayBuffer> | undefined;
  readonly signal?: AbortSignal | undefined;
  /** 0: a redirect is the answer. At most 20. @default 5 */
  readonly maxRedirects?: number | undefined;
  readonly hops?: HopWatcher | undefined;
}

/** Told of the first address and of each redirect that is followed. */
export interface HopWatcher {
  /**
   * Before a connection is made, once the address is one that may be reached. Gives headers for this hop alone, such as its
   * cookies; what it throws ends the request.
   */
  readonly before?:
    | ((
        url: URL,
      ) =>
        | Readonly<Record<string, string>>
        | undefined
        | Promise<Readonly<Record<string, string>> | undefined>)
    | undefined;
  /** With the headers of the answer. */
  readonly after?: ((url: URL, headers: Headers) => void | Promise<void>) | undefined;
}

/**
 * Fetches what may be fetched. The body streams; nothing is cached and no connection is kept.
 *
 * @throws {HermesError} `URL_REFUSED`, before a connection is made, when the address or a redirect may not be fetched, or
 * its host could not be looked up (then `cause` is the error of the resolver);
 * the error of the network; the reason of `signal` when aborted.
 */
export type GuardedFetch = (url: string, request?: GuardedRequest) => Promise<Response>;

/**
 * A fetch that connects only to addresses that were checked: each hop is looked up once, every answer is judged, and
 * the connection goes to exactly these, with the name of the host for TLS. There is no second look-up that could
 * answer something else. Proxies of the environment are not used, since a proxy would look up for itself.
 *
 * @throws {HermesError} `NETWORK_BAD_ALLOW`
 */
export function createGuardedFetch(options: GuardedFetchOptions = {}): GuardedFetch {
  const resolve = options.resolve ?? systemResolve;
  const allowed = parseAllowedHosts(options.allow ?? []);
  return async (text, request = {}) => {
    const { hops: watcher } = request;
    const hopsAllowed = Math.min(request.maxRedirects ?? maxRedirects, mostRedirects);
    let hop = { text, from: undefined as URL | undefined, request };
    for (let hops = 0; ; hops++) {
      request.signal?.throwIfAborted();
      const target = parseUrl(hop.text, hop.from);
      if (typeof target === "string") throw refusal(hop.text, target);
      const outgoing = hops === 0 ? checkOutgoing(target, allowed) : undefined;
      if (outgoing !== undefined) throw refusal(hop.text, outgoing);
      const checked = await checkHost(target, { resolve, allowed, lookups: 1, signal: request.signal });
      if ("refusal" in checked) throw refusal(hop.text, checked.refusal, checked.cause);
      const added = await watcher?.before?.(target.url);
      const headers = added === undefined ? hop.request.headers : { ...hop.request.headers, ...added };
      const response = await sendRequest(target.url, {
        ...hop.request,
        headers,
        addresses: checked.addresses,
      });
      await watcher?.after?.(target.url, response.headers);
      const location = redirectOf(response);
      if (location === undefined || request.maxRedirects === 0) return labelled(response, target, hops);
      await response.body?.cancel();
      if (hops >= hopsAllowed) throw refusal(text, `It redirects more than ${hopsAllowed} times.`);
      hop = {
        text: location,
        from: target.url,
        request: nextRequest(hop.request, response.status, location, target.url),
      };
    }
  };
}

/** As many as browsers follow. */
const mostRedirects = 20;

function redirectOf(response: Response): string | undefined {
  if (![301, 302, 303, 307, 308].includes(response.status)) return undefined;
  return response.headers.get("location") ?? undefined;
}

// What is meant for one host alone.
const ownHeaders = /^(?:authorization|cookie|proxy-authorization|x-api-key|host)$/i;
const bodyHeaders = /^content-(?:type|length|encoding|language)$/i;

function nextRequest(request: GuardedRequest, status: number, location: string, from: URL): GuardedRequest {
  const { method = "GET", body, headers = {}, ...rest } = request;
  const becomesGet = status === 303 ? method !== "HEAD" : status < 303 && method === "POST";
  const elsewhere = !URL.canParse(location, from.href) || new URL(location, from).origin !== from.origin;
  const kept = Object.entries(headers).filter(
    ([name]) => !(elsewhere && ownHeaders.test(name)) && !(becomesGet && bodyHeaders.test(name)),
  );
  const next = { ...rest, headers: Object.fromEntries(kept) };
  return becomesGet ? { ...next, method: "GET" } : { ...next, method, body };
}

/** `Response.url` of a response that is made by hand is empty; readers want to know where they ended. */
function labelled(response: Response, { url }: ParsedUrl, hops: number): Response {
  Object.defineProperty(response, "url", { value: url.href });
  Object.defineProperty(response, "redirected", { value: hops > 0 });
  return response;
}

function refusal(url: string, why: string, cause?: unknown): HermesError {
  return new HermesError(`${shown(url)} is not fetched. ${why}`, { code: "URL_REFUSED", cause });
}
