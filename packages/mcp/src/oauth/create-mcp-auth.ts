import type { FetchLike } from "@modelcontextprotocol/client";
import { certifiedFetch } from "../client/connection/certified-fetch.ts";
import type { HttpTransport } from "../client/server-entry.ts";
import { authorizedFetch, type AuthorizedFetchOptions } from "./authorized-fetch.ts";
import { browserLogin, type McpInteraction } from "./browser-login.ts";
import { configuredClient } from "./choose-client.ts";
import { type Authorization, type Challenge, challengeOf, findAuthorization } from "./find-authorization.ts";
import { guardedFetch } from "./guarded-fetch.ts";
import { loginFailed, noAuthorization, otherIssuer, unreachable, unsafeAddress } from "./login-failed.ts";
import { isSafeAddress } from "./safe-address.ts";
import { createTokenFile, loginAt, type LoginFile, withLogin, withoutLogin } from "./token-file.ts";
import { isForClientsAlone, isUnknownClient, refresh, requestAsClient } from "./token-request.ts";

export interface McpAuthOptions {
  /** Name of the server. */
  readonly name: string;
  readonly transport: HttpTransport;
  /** Where logins are kept, each in `<name>.json` for its owner alone. Absolute. */
  readonly folder: string;
  /**
   * Who logs in when a request needs it. Absent: nobody is asked and no browser opens; such a request is answered with 401, and
   * `login` is for the person.
   */
  readonly person?: McpInteraction | undefined;
  /** https address of a client ID metadata document that describes this program. @default none */
  readonly clientMetadataUrl?: string | undefined;
  /** @default the one of this platform */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Milliseconds since 1970. @default Date.now */
  readonly now?: (() => number) | undefined;
}

/** The logins of one server: OAuth 2.1 as MCP asks for it. */
export interface McpAuth {
  /**
   * For the requests to the server: sends the access token, renews it where it was refused, in one process at a time, and sends the
   * request again.
   *
   * @throws {HermesError} `LOGIN_…` where the authorization server can't be asked, or is not the right one.
   */
  readonly fetch: typeof globalThis.fetch;
  /** Whether there is a token, which may be refused. */
  isLoggedIn(): boolean;
  /** Logs in anew. @throws {HermesError} `LOGIN_…`; what `signal` was aborted with. */
  login(person: McpInteraction): Promise<void>;
  /** Forgets the login, and who Hermes was there. @returns false where there was none. */
  logout(options?: { readonly signal?: AbortSignal | undefined }): Promise<boolean>;
}

/** A renewal, with the wait for another process that renews. */
const silentLimitMs = 70_000;
/** A server that is never content does not get a page for each request. */
const maxLogins = 5;

export function createMcpAuth({
  name,
  transport,
  folder,
  person,
  clientMetadataUrl,
  fetch: anyFetch = globalThis.fetch,
  now = Date.now,
}: McpAuthOptions): McpAuth {
  const server = new URL(transport.url);
  /** The certificates of the entry are for its own origin. */
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const address = input instanceof Request ? input.url : String(input);
    const certified =
      URL.parse(address)?.origin === server.origin ? await certifiedFetch(transport) : undefined;
    return await (certified ?? anyFetch)(input, init);
  };
  const choice = transport.oauth ?? {};
  const file = createTokenFile({ folder, name, server });
  const isSafe = isSafeAddress(server, server);
  /** Scopes that a person was asked for in a step-up: if the server wants them still, asking again does not help. */
  const steppedUp = new Set<string>();
  let logins = 0;
  let running: Promise<string | undefined> | undefined;

  const tokenOf = ({ logins: [newest] }: LoginFile): string | undefined => newest?.tokens?.access_token;

  async function find(challenge: Challenge, fetchFn: FetchLike): Promise<Authorization> {
    if (!isSafe) throw unsafeAddress(server);
    const authorization = await findAuthorization({ name, server, challenge, fetch: fetchFn });
    checkIssuer(authorization);
    return authorization;
  }

  /** A client that a person registered is told to no other server than the first. */
  function checkIssuer({ issuer }: Authorization): void {
    const own = configuredClient(choice);
    const elsewhere = file
      .read()
      .logins.some((login) => login.client.client_id === own?.client_id && login.issuer !== issuer);
    if (elsewhere) throw otherIssuer(name);
  }

  async function scopeFor(
    challenge: Challenge,
    { scopesSupported, metadata, issuer }: Authorization,
  ): Promise<string | undefined> {
    const { computeScopeUnion } = await import("@modelcontextprotocol/client");
    const found = file.read();
    const granted = challenge.wants === "scope" ? loginAt(found, issuer)?.tokens?.scope : undefined;
    const wanted =
      computeScopeUnion(granted, challenge.scope, choice.scope, found.wanted_scope) ??
      computeScopeUnion(...(scopesSupported ?? []));
    const isOffered = metadata?.scopes_supported?.includes("offline_access") === true;
    return wanted !== undefined && isOffered ? computeScopeUnion(wanted, "offline_access") : wanted;
  }

  /** Without a person. @returns undefined where it takes one. */
  async function renew(challenge: Challenge, used: string | undefined): Promise<string | undefined> {
    const current = tokenOf(file.read());
    if (current !== used) return current;
    const signal = AbortSignal.timeout(silentLimitMs);
    const fetchFn = guardedFetch({ fetch, server, signal });
    const isAlone = choice.clientSecret !== undefined;
    if (used === undefined && !isAlone) return undefined;
    const authorization = await find(challenge, fetchFn);
    const request = { authorization, scope: await scopeFor(challenge, authorization), fetch: fetchFn };
    const after = await file.change(
      async (found) => {
        // Another process was faster.
        if (tokenOf(found) !== used) return found;
        if (isForClientsAlone(authorization.metadata, choice))
          return withLogin(found, await requestAsClient(choice, request));
        const login = loginAt(found, authorization.issuer);
        if (login?.tokens === undefined) return found;
        const next = await refresh(login, request);
        return next === undefined ? withoutLogin(found, login.issuer) : withLogin(found, next);
      },
      { signal },
    );
    const next = tokenOf(after);
    return next === used ? undefined : next;
  }

  async function logIn(challenge: Challenge, asked: McpInteraction): Promise<string | undefined> {
    const { signal } = asked;
    const fetchFn = guardedFetch({ fetch, server, signal });
    const authorization = await find(challenge, fetchFn);
    const scope = await scopeFor(challenge, authorization);
    const request = { authorization, scope, fetch: fetchFn };
    const { issuer } = authorization;
    const stored = loginAt(file.read(), issuer)?.client;
    const way = { ...request, name, choice, clientMetadataUrl, stored, person: asked, now: now() };
    const login = await (
      isForClientsAlone(authorization.metadata, choice) ? requestAsClient(choice, request) : browserLogin(way)
    ).catch(async (error: unknown) => {
      // The next login registers anew.
      if (await isUnknownClient(error)) await file.change((found) => withoutLogin(found, issuer), { signal });
      throw error;
    });
    const after = await file.change((found) => ({ ...withLogin(found, login), wanted_scope: undefined }), {
      signal,
    });
    return tokenOf(after);
  }

  async function askPerson(challenge: Challenge, asked: McpInteraction): Promise<string | undefined> {
    logins += 1;
    return logins > maxLogins ? undefined : await logIn(challenge, asked);
  }

  /** More rights than before: a renewal can't give them. */
  async function stepUp(challenge: Challenge): Promise<string | undefined> {
    if (person !== undefined) return await askPerson(challenge, person);
    const { computeScopeUnion } = await import("@modelcontextprotocol/client");
    const signal = AbortSignal.timeout(silentLimitMs);
    await file.change(
      (found) => ({ ...found, wanted_scope: computeScopeUnion(found.wanted_scope, challenge.scope) }),
      { signal },
    );
    return undefined;
  }

  async function answer(challenge: Challenge, used: string | undefined): Promise<string | undefined> {
    try {
      if (challenge.wants === "scope") return await stepUp(challenge);
      const renewed = await renew(challenge, used);
      if (renewed !== undefined || person === undefined) return renewed;
      return await askPerson(challenge, person);
    } catch (error) {
      throw await loginFailed(name, error);
    }
  }

  const reauthorize: AuthorizedFetchOptions["reauthorize"] = async (challenge, { used, signal }) => {
    if (challenge.wants === "scope" && person !== undefined) {
      const scope = challenge.scope ?? "";
      if (steppedUp.has(scope)) return "refused";
      steppedUp.add(scope);
    }
    // One login at a time; who comes meanwhile gets its token.
    running ??= answer(challenge, used).finally(() => (running = undefined));
    running.catch(() => undefined);
    const token = await unlessAborted(running, signal);
    return token === undefined ? "needs-login" : { token };
  };

  return {
    fetch: isSafe
      ? authorizedFetch({ server, fetch, token: () => tokenOf(file.read()), reauthorize })
      : fetch,
    isLoggedIn: () => tokenOf(file.read()) !== undefined,
    async login(asked) {
      try {
        if (!isSafe) throw unsafeAddress(server);
        await logIn(await probe(asked.signal), asked);
      } catch (error) {
        asked.signal.throwIfAborted();
        throw await loginFailed(name, error);
      }
    },
    logout: (options) => file.remove(options),
  };

  /** What the server says to somebody who is not logged in. */
  async function probe(signal: AbortSignal): Promise<Challenge> {
    const response = await fetch(server, {
      ...(transport.type === "sse" ? {} : { method: "POST", body: JSON.stringify(hello) }),
      headers: {
        ...transport.headers,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
      },
      redirect: "manual",
      signal: AbortSignal.any([signal, AbortSignal.timeout(20_000)]),
    }).catch((cause: unknown) => {
      throw unreachable(name, cause);
    });
    await response.body?.cancel();
    const challenge = await challengeOf(response);
    if (challenge !== undefined) return { ...challenge, wants: "login" };
    if (response.status < 400) throw noAuthorization(name, "it wants no login");
    return { wants: "login" };
  }
}

const hello = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "hermes", version: "1" },
  },
};

async function unlessAborted<Result>(
  work: Promise<Result>,
  signal: AbortSignal | undefined,
): Promise<Result> {
  if (signal === undefined) return await work;
  signal.throwIfAborted();
  const aborted = Promise.withResolvers<never>();
  const abort = (): void => aborted.reject(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}
