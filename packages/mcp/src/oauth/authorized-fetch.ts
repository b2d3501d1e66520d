import { challengeOf, type Challenge } from "./find-authorization.ts";

export interface AuthorizedFetchOptions {
  /** Address of the MCP server; tokens are sent to its origin alone. */
  readonly server: URL;
  readonly fetch: typeof globalThis.fetch;
  /** The access token in use now. */
  readonly token: () => string | undefined;
  /**
   * Asks for another token than the one that was refused.
   *
   * @returns `needs-login` where a person has to log in first; `refused` where that would not help.
   */
  readonly reauthorize: (
    challenge: Challenge,
    options: { readonly used: string | undefined; readonly signal: AbortSignal | undefined },
  ) => Promise<{ readonly token: string } | "needs-login" | "refused">;
}

/**
 * `fetch` with the access token of a server. A request that was refused for want of a login, or of a scope, is sent once more with
 * another token: the server did nothing with it. What a person has to log in for is answered with 401. A request that brings an
 * `Authorization` of its own, or goes elsewhere, is left as it is; redirects are not followed.
 */
export function authorizedFetch({
  server,
  fetch,
  token,
  reauthorize,
}: AuthorizedFetchOptions): typeof globalThis.fetch {
  return async (input, init) => {
    const url = input instanceof Request ? null : URL.parse(String(input));
    const headers = new Headers(init?.headers);
    if (url?.origin !== server.origin || headers.has("authorization")) return await fetch(input, init);
    const send = async (bearer: string | undefined): Promise<Response> => {
      const own = new Headers(headers);
      if (bearer !== undefined) own.set("authorization", `Bearer ${bearer}`);
      return await fetch(input, { ...init, headers: own, redirect: "manual" });
    };
    const signal = init?.signal ?? undefined;
    let used = token();
    let response = await send(used);
    // At most once for each: a login may be followed by the question for more rights.
    const left = new Set<Challenge["wants"]>(["login", "scope"]);
    for (;;) {
      const challenge = await challengeOf(response);
      if (challenge === undefined || init?.body instanceof ReadableStream) return response;
      if (!left.delete(challenge.wants)) return response;
      const next = await reauthorize(challenge, { used, signal });
      if (next === "refused") return response;
      if (next === "needs-login") return asUnauthorized(response);
      await response.body?.cancel();
      used = next.token;
      response = await send(used);
    }
  };
}

/** A 403 that a login would help against is for the caller what a 401 is. */
function asUnauthorized(response: Response): Response {
  if (response.status === 401) return response;
  return new Response(response.body, { status: 401, headers: response.headers });
}
