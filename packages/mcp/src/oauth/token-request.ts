import type { AuthorizationServerMetadata, FetchLike, OAuthTokens } from "@modelcontextprotocol/client";
import type { McpOAuthChoice } from "../client/server-entry.ts";
import { configuredClient } from "./choose-client.ts";
import type { Authorization } from "./find-authorization.ts";
import type { StoredClient, StoredLogin, StoredTokens } from "./token-file.ts";

interface TokenRequest {
  readonly authorization: Authorization;
  readonly client: StoredClient;
  readonly scope?: string | undefined;
  /** Guarded. */
  readonly fetch: FetchLike;
}

/** What a browser brought is exchanged for tokens. */
export async function exchangeCode({
  code,
  iss,
  codeVerifier,
  redirectUri,
  ...request
}: TokenRequest & {
  readonly code: string;
  readonly iss: string | undefined;
  readonly codeVerifier: string;
  readonly redirectUri: string;
}): Promise<StoredTokens> {
  const { exchangeAuthorization } = await import("@modelcontextprotocol/client");
  const answer = await exchangeAuthorization(request.authorization.authorizationServer, {
    ...partyOf(request),
    authorizationCode: code,
    ...(iss === undefined ? {} : { iss }),
    codeVerifier,
    redirectUri,
  });
  return tokensOf(answer, request.scope);
}

/**
 * Asks for the next tokens of a login.
 *
 * @returns The login with them; without tokens where it is over; undefined where its client is not known any more.
 * @throws what the SDK throws for what may pass.
 */
export async function refresh(
  login: StoredLogin,
  request: Omit<TokenRequest, "client">,
): Promise<StoredLogin | undefined> {
  const { client, tokens } = login;
  if (tokens?.refresh_token === undefined) return { ...login, tokens: undefined };
  const { OAuthError, refreshAuthorization } = await import("@modelcontextprotocol/client");
  try {
    const answer = await refreshAuthorization(request.authorization.authorizationServer, {
      ...partyOf({ ...request, client }),
      refreshToken: tokens.refresh_token,
    });
    return { ...login, tokens: tokensOf(answer, tokens.scope) };
  } catch (error) {
    if (await isUnknownClient(error)) return undefined;
    if (error instanceof OAuthError && error.code === "invalid_grant") return { ...login, tokens: undefined };
    throw error;
  }
}

/** Whether an authorization server refused a request because of who asked. */
export async function isUnknownClient(error: unknown): Promise<boolean> {
  const { OAuthError } = await import("@modelcontextprotocol/client");
  return error instanceof OAuthError && ["invalid_client", "unauthorized_client"].includes(error.code);
}

/** Whether a client logs in for itself: it has a secret, and the server gives tokens to no person. */
export function isForClientsAlone(
  metadata: AuthorizationServerMetadata | undefined,
  { clientId, clientSecret }: McpOAuthChoice,
): boolean {
  const grants = metadata?.grant_types_supported;
  if (clientId === undefined || clientSecret === undefined || grants === undefined) return false;
  return grants.includes("client_credentials") && !grants.includes("authorization_code");
}

/** Logs the client of the settings in, without a person. @see https://www.rfc-editor.org/rfc/rfc6749#section-4.4 */
export async function requestAsClient(
  choice: McpOAuthChoice,
  request: Omit<TokenRequest, "client">,
): Promise<StoredLogin> {
  const { fetchToken } = await import("@modelcontextprotocol/client");
  const { authorization, scope, fetch } = request;
  const { issuer, authorizationServer, metadata, resource } = authorization;
  const client = configuredClient(choice) ?? { client_id: "" };
  const nobody = (): never => {
    throw new Error("A client that logs in for itself sends nobody anywhere.");
  };
  const answer = await fetchToken(
    {
      redirectUrl: undefined,
      clientMetadata: { redirect_uris: [] },
      clientInformation: () => ({ ...partyOf({ ...request, client }).clientInformation, issuer }),
      tokens: () => undefined,
      saveTokens: nobody,
      redirectToAuthorization: nobody,
      saveCodeVerifier: nobody,
      codeVerifier: nobody,
      prepareTokenRequest: (wanted) =>
        new URLSearchParams({
          grant_type: "client_credentials",
          ...(wanted === undefined ? {} : { scope: wanted }),
        }),
    },
    authorizationServer,
    {
      ...(metadata === undefined ? {} : { metadata }),
      ...(resource === undefined ? {} : { resource }),
      ...(scope === undefined ? {} : { scope }),
      fetchFn: fetch,
    },
  );
  return { issuer, client, tokens: tokensOf(answer, scope) };
}

function partyOf({ authorization: { metadata, resource }, client, fetch }: TokenRequest) {
  const { client_id, client_secret, token_endpoint_auth_method } = client;
  return {
    ...(metadata === undefined ? {} : { metadata }),
    clientInformation: {
      client_id,
      ...(client_secret === undefined ? {} : { client_secret }),
      ...(token_endpoint_auth_method === undefined ? {} : { token_endpoint_auth_method }),
    },
    ...(resource === undefined ? {} : { resource }),
    fetchFn: fetch,
  };
}

function tokensOf(
  { access_token, refresh_token, scope }: OAuthTokens,
  asked: string | undefined,
): StoredTokens {
  return { access_token, refresh_token, scope: scope ?? asked };
}
