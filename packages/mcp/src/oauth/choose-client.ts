import type { FetchLike } from "@modelcontextprotocol/client";
import type { McpOAuthChoice } from "../client/server-entry.ts";
import type { Authorization } from "./find-authorization.ts";
import { noClient } from "./login-failed.ts";
import type { StoredClient } from "./token-file.ts";

export interface ChooseClientOptions {
  readonly name: string;
  readonly authorization: Authorization;
  readonly choice: McpOAuthChoice;
  readonly clientMetadataUrl?: string | undefined;
  /** What this authorization server has registered before. */
  readonly stored?: StoredClient | undefined;
  readonly redirectUri: string;
  readonly scope?: string | undefined;
  /** Guarded. */
  readonly fetch: FetchLike;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * Whom Hermes is at an authorization server: the client that the settings name, else a client ID metadata document, else what was
 * registered there before, else a new registration (RFC 7591), which is for older servers.
 *
 * @throws {HermesError} `LOGIN_NO_CLIENT`; what the SDK throws.
 */
export async function chooseClient(options: ChooseClientOptions): Promise<StoredClient> {
  const { name, authorization, choice, clientMetadataUrl, stored, redirectUri, now } = options;
  const { metadata } = authorization;
  const own = configuredClient(choice);
  if (own !== undefined) return own;
  if (clientMetadataUrl !== undefined && metadata?.client_id_metadata_document_supported === true)
    return { client_id: clientMetadataUrl };
  if (stored?.redirect_uris?.includes(redirectUri) === true && !isExpired(stored, now)) return stored;
  if (metadata !== undefined && metadata.registration_endpoint === undefined) throw noClient(name);
  return await register(options);
}

/** The client that a person has registered themselves. */
export function configuredClient({ clientId, clientSecret }: McpOAuthChoice): StoredClient | undefined {
  if (clientId === undefined) return undefined;
  return { client_id: clientId, ...(clientSecret === undefined ? {} : { client_secret: clientSecret }) };
}

function isExpired({ client_secret, client_secret_expires_at }: StoredClient, now: number): boolean {
  if (client_secret === undefined || !client_secret_expires_at) return false;
  return client_secret_expires_at * 1000 <= now;
}

async function register({
  authorization: { authorizationServer, metadata },
  choice,
  redirectUri,
  scope,
  fetch,
}: ChooseClientOptions): Promise<StoredClient> {
  const { registerClient } = await import("@modelcontextprotocol/client");
  const methods = metadata?.token_endpoint_auth_methods_supported ?? ["none"];
  const registered = await registerClient(authorizationServer, {
    ...(metadata === undefined ? {} : { metadata }),
    clientMetadata: {
      client_name: choice.clientName ?? "Hermes",
      redirect_uris: [redirectUri],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: ["none", "client_secret_basic", "client_secret_post"].find((method) =>
        methods.includes(method),
      ),
      application_type: "native",
    },
    ...(scope === undefined ? {} : { scope }),
    fetchFn: fetch,
  });
  const { client_id, client_secret, client_secret_expires_at, token_endpoint_auth_method } = registered;
  return {
    ...{ client_id, client_secret, client_secret_expires_at, token_endpoint_auth_method },
    redirect_uris: [redirectUri],
  };
}
