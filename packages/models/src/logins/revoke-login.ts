import * as oauth from "oauth4webapi";
import type { StoredCredential } from "../credentials/stored-credential.ts";
import type { UsableLoginServer } from "./login-server.ts";
import { loginFailed, partyOf, requestOptions } from "./oauth.ts";

/**
 * Ends a login at its server, so that nobody can use what may have been copied. The refresh token ends what came of it.
 *
 * @returns False where the provider documents no way.
 * @throws {HermesError} `LOGIN_REFUSED`, `LOGIN_UNREACHABLE`.
 * @see https://www.rfc-editor.org/rfc/rfc7009
 */
export async function revokeLogin(
  target: UsableLoginServer,
  { refresh_token, access_token }: StoredCredential,
  { signal }: { readonly signal: AbortSignal },
): Promise<boolean> {
  const token = refresh_token || access_token;
  if (target.revokeUrl === undefined || !token) return false;
  const { server, client, authentication } = partyOf(target);
  try {
    const response = await oauth.revocationRequest(
      server,
      client,
      authentication,
      token,
      requestOptions(signal),
    );
    await oauth.processRevocationResponse(response);
    return true;
  } catch (error) {
    signal.throwIfAborted();
    throw loginFailed(target, error);
  }
}
