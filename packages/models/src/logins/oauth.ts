import { HermesError } from "@hermes/registry/errors";
import * as oauth from "oauth4webapi";
import type { UsableLoginServer } from "./login-server.ts";

/** What a login gave. Secret. */
export interface Login {
  readonly accessToken: string;
  readonly refreshToken?: string | undefined;
  /** Milliseconds since 1970. Absent: nobody said. */
  readonly expiresAt?: number | undefined;
}

/** A server that is asked, in the words of the library. */
export interface OauthParty {
  readonly server: oauth.AuthorizationServer;
  readonly client: oauth.Client;
  readonly authentication: oauth.ClientAuth;
}

const requestLimitMs = 30_000;

export function partyOf({
  tokenUrl,
  deviceUrl,
  revokeUrl,
  clientId,
}: Pick<UsableLoginServer, "tokenUrl" | "deviceUrl" | "revokeUrl" | "clientId">): OauthParty {
  return {
    server: {
      issuer: new URL(tokenUrl).origin,
      token_endpoint: tokenUrl,
      ...(deviceUrl === undefined ? {} : { device_authorization_endpoint: deviceUrl }),
      ...(revokeUrl === undefined ? {} : { revocation_endpoint: revokeUrl }),
    },
    client: { client_id: clientId },
    authentication: oauth.None(),
  };
}

/** How each request is sent. Addresses were checked by `findLoginServer`: http is this machine. */
export function requestOptions(signal: AbortSignal): oauth.TokenEndpointRequestOptions {
  return {
    [oauth.allowInsecureRequests]: true,
    [oauth.customFetch]: fetchAnswer,
    signal: AbortSignal.any([signal, AbortSignal.timeout(requestLimitMs)]),
  };
}

/**
 * Some servers say errors with status 200 (GitHub), or with a challenge beside them; the code of the error is what counts. Who the
 * person is was not asked: an `id_token` is left out.
 */
async function fetchAnswer(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, init);
  if (response.status >= 500) throw new ServerFault(response.status);
  const isJson = response.headers.get("content-type")?.includes("json") === true;
  const body: unknown = isJson
    ? await response
        .clone()
        .json()
        .catch(() => undefined)
    : undefined;
  if (typeof body !== "object" || body === null) return response;
  const { id_token: _, ...rest } = { id_token: undefined, ...body };
  return Response.json(rest, { status: "error" in rest ? 400 : response.status });
}

/** A fault of the server, which may pass. */
class ServerFault extends Error {
  constructor(status: number) {
    super(`it failed with status ${status}`);
    this.name = "ServerFault";
  }
}

/** Whether asking again later may help. */
export function mayPass(error: unknown): boolean {
  if (error instanceof ServerFault) return true;
  return error instanceof Error && (error.name === "TimeoutError" || networkFault(error) !== undefined);
}

/** Why a server said no: its code, such as `invalid_grant`. Undefined: it did not say no, or not as servers of logins do. */
export function refusalOf(error: unknown): string | undefined {
  if (!(error instanceof oauth.ResponseBodyError)) return undefined;
  return readable(error.error);
}

/** A code is shown, and comes from outside. */
function readable(code: string): string {
  return /^[\w.-]{1,60}$/.test(code) ? code : "unknown_error";
}

export function loginOf(answer: oauth.TokenEndpointResponse, now: number): Login {
  return {
    accessToken: answer.access_token,
    ...(answer.refresh_token === undefined ? {} : { refreshToken: answer.refresh_token }),
    ...(answer.expires_in === undefined ? {} : { expiresAt: now + answer.expires_in * 1000 }),
  };
}

type Target = Pick<UsableLoginServer, "label" | "provider">;

/** For people. What the server answered is not in it: there may be a token in that. What is no failure of a login stays as it is. */
export function loginFailed(target: Target, error: unknown): unknown {
  const refusal = refusalOf(error);
  if (refusal !== undefined) return loginRefused(target, refusal);
  const reason = reasonOf(error);
  if (reason === undefined) return error;
  return new HermesError(`${target.label} can't be asked: ${reason}.`, {
    code: "LOGIN_UNREACHABLE",
    hint: "Nothing was kept. Check the network, and the address if you have set one.",
  });
}

/** @param code As servers of logins name it: `access_denied`, `invalid_client`, … */
export function loginRefused({ label, provider }: Target, code: string): HermesError {
  if (code === "expired_token") return loginExpired({ label, provider });
  const [again, data] = ["Nothing was kept. Log in again.", { provider }];
  if (code === "access_denied")
    return new HermesError(`The login to ${label} was denied.`, { code: "LOGIN_DENIED", hint: again, data });
  const isAboutClient = code === "invalid_client" || code === "unauthorized_client";
  return new HermesError(`${label} refused the login: ${readable(code)}.`, {
    code: "LOGIN_REFUSED",
    hint: isAboutClient ? "Check the client_id." : again,
    data: { provider, isAboutClient },
  });
}

export function loginExpired({ label, provider }: Target): HermesError {
  return new HermesError(`Nobody has said yes to the login to ${label} in time.`, {
    code: "LOGIN_EXPIRED",
    hint: "Nothing was kept. Log in again.",
    data: { provider },
  });
}

/** Of a failure of the network its code; of an answer that is none no more than that. */
function reasonOf(error: unknown): string | undefined {
  if (error instanceof oauth.OperationProcessingError || error instanceof oauth.UnsupportedOperationError)
    return "it did not answer as a server of logins does";
  if (error instanceof Error && error.name === "TimeoutError") return "it did not answer in time";
  return error instanceof ServerFault ? error.message : networkFault(error);
}

/** What `fetch` failed of, such as `ECONNREFUSED`. */
function networkFault(error: unknown): string | undefined {
  const cause = error instanceof TypeError ? error.cause : undefined;
  if (!(cause instanceof Error)) return undefined;
  return "code" in cause ? String(cause.code) : "the connection failed";
}
