import type { FetchLike } from "@modelcontextprotocol/client";
import type { McpOAuthChoice } from "../client/server-entry.ts";
import { browserLogin, type McpInteraction } from "./browser-login.ts";
import { configuredClient } from "./choose-client.ts";
import { type Authorization, type Challenge, findAuthorization } from "./find-authorization.ts";
import { guardedFetch } from "./guarded-fetch.ts";
import { otherIssuer } from "./login-failed.ts";
import { loginAt, type LoginFile, type TokenFile, withLogin, withoutLogin } from "./token-file.ts";
import { isForClientsAlone, isUnknownClient, refresh, requestAsClient } from "./token-request.ts";

export interface TokenSourceOptions {
  readonly name: string;
  readonly server: URL;
  readonly choice: McpOAuthChoice;
  readonly file: TokenFile;
  readonly clientMetadataUrl: string | undefined;
  readonly fetch: typeof globalThis.fetch;
  readonly now: () => number;
}

/** Where the access tokens of a server come from. Each new one is in the file before it is given out. */
export interface TokenSource {
  /** The one in use. */
  current(): string | undefined;
  /** Another one than the one that was refused, without a person. @returns undefined where it takes one. */
  renew(challenge: Challenge, used: string | undefined): Promise<string | undefined>;
  logIn(challenge: Challenge, person: McpInteraction): Promise<string | undefined>;
  /** Has the next login ask for more. */
  wantScope(scope: string | undefined): Promise<void>;
}

/** A renewal, with the wait for another process that renews. */
const silentLimitMs = 70_000;

export function createTokenSource(options: TokenSourceOptions): TokenSource {
  const { name, server, choice, file, clientMetadataUrl, fetch, now } = options;
  const tokenOf = ({ logins: [newest] }: LoginFile): string | undefined => newest?.tokens?.access_token;

  /** What a request for tokens needs: whom to ask, and for what. */
  async function prepare(challenge: Challenge, signal: AbortSignal) {
    const fetchFn: FetchLike = guardedFetch({ fetch, server, signal });
    const authorization = await findAuthorization({ name, server, challenge, fetch: fetchFn });
    checkIssuer(authorization);
    return { authorization, scope: await scopeFor(challenge, authorization), fetch: fetchFn };
  }

  /** A client that a person registered is told to no other server than the first. */
  function checkIssuer({ issuer }: Authorization): void {
    const own = configuredClient(choice)?.client_id;
    const isElsewhere = file
      .read()
      .logins.some((login) => login.client.client_id === own && login.issuer !== issuer);
    if (isElsewhere) throw otherIssuer(name);
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

  return {
    current: () => tokenOf(file.read()),
    async renew(challenge, used) {
      const current = tokenOf(file.read());
      if (current !== used) return current;
      if (used === undefined && choice.clientSecret === undefined) return undefined;
      const signal = AbortSignal.timeout(silentLimitMs);
      const request = await prepare(challenge, signal);
      const { issuer, metadata } = request.authorization;
      const after = await file.change(
        async (found) => {
          // Another process was faster.
          if (tokenOf(found) !== used) return found;
          if (isForClientsAlone(metadata, choice))
            return withLogin(found, await requestAsClient(choice, request));
          const login = loginAt(found, issuer);
          if (login?.tokens === undefined) return found;
          const next = await refresh(login, request);
          return next === undefined ? withoutLogin(found, issuer) : withLogin(found, next);
        },
        { signal },
      );
      const next = tokenOf(after);
      return next === used ? undefined : next;
    },
    async logIn(challenge, person) {
      const { signal } = person;
      const request = await prepare(challenge, signal);
      const { issuer, metadata } = request.authorization;
      const stored = loginAt(file.read(), issuer)?.client;
      const way = { ...request, name, choice, clientMetadataUrl, stored, person, now: now() };
      const login = await (
        isForClientsAlone(metadata, choice) ? requestAsClient(choice, request) : browserLogin(way)
      ).catch(async (error: unknown) => {
        // The next login registers anew.
        if (await isUnknownClient(error))
          await file.change((found) => withoutLogin(found, issuer), { signal });
        throw error;
      });
      const after = await file.change((found) => ({ ...withLogin(found, login), wanted_scope: undefined }), {
        signal,
      });
      return tokenOf(after);
    },
    async wantScope(scope) {
      const { computeScopeUnion } = await import("@modelcontextprotocol/client");
      await file.change(
        (found) => ({ ...found, wanted_scope: computeScopeUnion(found.wanted_scope, scope) }),
        { signal: AbortSignal.timeout(silentLimitMs) },
      );
    },
  };
}
