import { serverFetch } from "../client/connection/server-fetch.ts";
import type { HttpTransport } from "../client/server-entry.ts";
import { authorizedFetch, type AuthorizedFetchOptions } from "./authorized-fetch.ts";
import type { McpInteraction } from "./browser-login.ts";
import type { Challenge } from "./find-authorization.ts";
import { loginFailed, unsafeAddress } from "./login-failed.ts";
import { probeServer } from "./probe-server.ts";
import { isSafeAddress } from "./safe-address.ts";
import { createTokenFile } from "./token-file.ts";
import { createTokenSource } from "./token-source.ts";

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
  /** @default one that knows the certificates of the entry */
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

/** A server that is never content does not get a page for each request. */
const maxLogins = 5;

export function createMcpAuth(options: McpAuthOptions): McpAuth {
  const { name, transport, folder, person, clientMetadataUrl, now = Date.now } = options;
  const { fetch = serverFetch(transport) } = options;
  const server = new URL(transport.url);
  const isSafe = isSafeAddress(server, server);
  const file = createTokenFile({ folder, name, server });
  const choice = transport.oauth ?? {};
  const tokens = createTokenSource({ name, server, choice, file, clientMetadataUrl, fetch, now });
  /** Scopes that a person was asked for: if the server wants them still, asking again does not help. */
  const askedScopes = new Set<string>();
  let logins = 0;
  let running: Promise<string | undefined> | undefined;

  async function askPerson(challenge: Challenge, asked: McpInteraction): Promise<string | undefined> {
    logins += 1;
    return logins > maxLogins ? undefined : await tokens.logIn(challenge, asked);
  }

  async function obtain(challenge: Challenge, used: string | undefined): Promise<string | undefined> {
    try {
      if (challenge.wants === "login") {
        const renewed = await tokens.renew(challenge, used);
        if (renewed !== undefined || person === undefined) return renewed;
      }
      if (person !== undefined) return await askPerson(challenge, person);
      await tokens.wantScope(challenge.scope);
      return undefined;
    } catch (error) {
      throw await loginFailed(name, error);
    }
  }

  const reauthorize: AuthorizedFetchOptions["reauthorize"] = async (challenge, { used, signal }) => {
    if (running === undefined && challenge.wants === "scope" && person !== undefined) {
      const scope = challenge.scope ?? "";
      if (askedScopes.has(scope)) return "refused";
      askedScopes.add(scope);
    }
    // One at a time; who comes meanwhile gets its token.
    running ??= obtain(challenge, used).finally(() => (running = undefined));
    running.catch(() => undefined);
    const token = await unlessAborted(running, signal);
    return token === undefined ? "needs-login" : { token };
  };

  return {
    fetch: isSafe ? authorizedFetch({ server, fetch, token: tokens.current, reauthorize }) : fetch,
    isLoggedIn: () => tokens.current() !== undefined,
    async login(asked) {
      const { signal } = asked;
      try {
        if (!isSafe) throw unsafeAddress(server);
        await tokens.logIn(await probeServer({ name, transport, fetch, signal }), asked);
      } catch (error) {
        signal.throwIfAborted();
        throw await loginFailed(name, error);
      }
    },
    logout: (leaving) => file.remove(leaving),
  };
}

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
