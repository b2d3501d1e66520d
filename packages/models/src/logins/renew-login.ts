import * as oauth from "oauth4webapi";
import type { Renew } from "../credentials/refresh-login.ts";
import type { StoredCredential } from "../credentials/stored-credential.ts";
import { HermesError } from "@hermes/registry/errors";
import { isSafeUrl, loginServers } from "./login-server.ts";
import { loginFailed, loginOf, partyOf, refusalOf, requestOptions } from "./oauth.ts";

/** After these a login does not come back: the person has to log in again. Other failures pass. */
const finalRefusals: ReadonlySet<string> = new Set([
  "invalid_grant",
  "invalid_client",
  "unauthorized_client",
  "invalid_token",
  "refresh_token_reused",
  "token_invalidated",
  "token_revoked",
]);

/** Asks the server that gave out a login for its next token. What it throws leaves the login as it is. */
export const renewLogin: Renew = async (entry, { provider, signal }) => {
  const target = targetOf(provider, entry);
  const refreshToken = entry.refresh_token;
  if (!refreshToken) return { ended: "no_refresh_token" };
  const { server, client, authentication } = partyOf(target);
  const { refreshTokenHeader } = target;
  const options = requestOptions(signal);
  try {
    const response = await oauth.genericTokenEndpointRequest(
      server,
      client,
      authentication,
      "refresh_token",
      refreshTokenHeader === undefined ? { refresh_token: refreshToken } : {},
      refreshTokenHeader === undefined
        ? options
        : { ...options, headers: { [refreshTokenHeader]: refreshToken } },
    );
    return loginOf(await oauth.processGenericTokenEndpointResponse(server, client, response), Date.now());
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal !== undefined && finalRefusals.has(refusal)) return { ended: refusal };
    signal.throwIfAborted();
    throw loginFailed(target, error);
  }
};

/** A refresh token goes back to where it came from: what the entry says, else the provider's own server. */
function targetOf(provider: string, { token_url, client_id }: StoredCredential) {
  const row = loginServers.find((server) => server.provider === provider);
  const tokenUrl = typeof token_url === "string" ? token_url : row?.tokenUrl;
  const clientId = typeof client_id === "string" ? client_id : row?.clientId;
  if (tokenUrl === undefined || clientId === undefined || !isSafeUrl(tokenUrl)) {
    throw new HermesError(`Nobody knows how this login to ${provider} is renewed.`, {
      code: "LOGIN_UNKNOWN",
      hint: "Log in again.",
      data: { provider, over: true },
    });
  }
  return { ...row, provider, label: row?.label ?? provider, tokenUrl, clientId, scopes: [] };
}
