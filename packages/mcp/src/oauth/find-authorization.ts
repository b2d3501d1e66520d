import type {
  AuthorizationServerMetadata,
  FetchLike,
  OAuthProtectedResourceMetadata,
} from "@modelcontextprotocol/client";
import { noAuthorization, unsafeAddress, wrongResource } from "./login-failed.ts";
import { isSafeAddress } from "./safe-address.ts";

/** What a refused request says of the login that it wants. */
export interface Challenge {
  /** `scope`: who is logged in may not do this yet. */
  readonly wants: "login" | "scope";
  readonly resourceMetadataUrl?: URL | undefined;
  readonly scope?: string | undefined;
}

/** Who gives out tokens for a server, and which. */
export interface Authorization {
  readonly issuer: string;
  readonly authorizationServer: string;
  /** Absent: a server of 2025-03-26, whose endpoints have fixed names. */
  readonly metadata?: AuthorizationServerMetadata | undefined;
  /** What tokens are asked for (RFC 8707), as the server writes it. */
  readonly resource?: string | undefined;
  readonly scopesSupported?: readonly string[] | undefined;
}

/**
 * Undefined where a response refuses nothing, or not for want of a login.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6750#section-3
 */
export async function challengeOf(response: Response): Promise<Challenge | undefined> {
  if (response.status !== 401 && response.status !== 403) return undefined;
  const { extractWWWAuthenticateParams } = await import("@modelcontextprotocol/client");
  const { resourceMetadataUrl, scope, error } = extractWWWAuthenticateParams(response);
  if (response.status === 403 && error !== "insufficient_scope") return undefined;
  return { wants: response.status === 401 ? "login" : "scope", resourceMetadataUrl, scope };
}

/**
 * Finds the authorization server of an MCP server by its metadata (RFC 9728, RFC 8414, OpenID Connect discovery), checked: what is
 * said of the resource is said by the server itself and of itself, the issuer names itself, it supports PKCE with S256, and its
 * endpoints are safe.
 *
 * @param fetch Guarded.
 * @throws {HermesError} `LOGIN_REFUSED`, `LOGIN_UNKNOWN`, `LOGIN_URL_INVALID`; what the SDK throws.
 */
export async function findAuthorization({
  name,
  server,
  challenge,
  fetch,
}: {
  readonly name: string;
  readonly server: URL;
  readonly challenge: Challenge;
  readonly fetch: FetchLike;
}): Promise<Authorization> {
  const { discoverOAuthServerInfo } = await import("@modelcontextprotocol/client");
  const { resourceMetadataUrl: said } = challenge;
  // Another origin can't speak for this server; where this one publishes its metadata is known.
  const { authorizationServerUrl, authorizationServerMetadata, resourceMetadata } =
    await discoverOAuthServerInfo(server, {
      ...(said?.origin === server.origin ? { resourceMetadataUrl: said } : {}),
      fetchFn: fetch,
    });
  await checkResource({ name, server, resourceMetadata });
  if (authorizationServerMetadata === undefined && resourceMetadata !== undefined)
    throw noAuthorization(name, "its authorization server publishes no metadata");
  checkPkce(name, authorizationServerMetadata);
  checkEndpoints(server, authorizationServerMetadata);
  return {
    issuer: authorizationServerMetadata?.issuer ?? authorizationServerUrl,
    authorizationServer: authorizationServerUrl,
    metadata: authorizationServerMetadata,
    resource: resourceMetadata?.resource,
    scopesSupported: resourceMetadata?.scopes_supported,
  };
}

async function checkResource({
  name,
  server,
  resourceMetadata,
}: {
  readonly name: string;
  readonly server: URL;
  readonly resourceMetadata: OAuthProtectedResourceMetadata | undefined;
}): Promise<void> {
  if (resourceMetadata === undefined) return;
  const { checkResourceAllowed, resourceUrlFromServerUrl } = await import("@modelcontextprotocol/client");
  const isAllowed = checkResourceAllowed({
    requestedResource: resourceUrlFromServerUrl(server),
    configuredResource: resourceMetadata.resource,
  });
  if (!isAllowed) throw wrongResource(name);
}

/** Before a person is sent anywhere: what they say yes to must end well. */
function checkEndpoints(server: URL, metadata: AuthorizationServerMetadata | undefined): void {
  const { authorization_endpoint, token_endpoint, registration_endpoint } = metadata ?? {};
  for (const endpoint of [authorization_endpoint, token_endpoint, registration_endpoint])
    if (endpoint !== undefined && !isSafeAddress(endpoint, server)) throw unsafeAddress(endpoint);
}

/** A server that does not name its methods supports none: https://modelcontextprotocol.io/specification/2025-11-25/basic/authorization */
function checkPkce(name: string, metadata: AuthorizationServerMetadata | undefined): void {
  if (metadata === undefined || metadata.code_challenge_methods_supported?.includes("S256")) return;
  throw noAuthorization(name, "its authorization server does not support PKCE with S256");
}
