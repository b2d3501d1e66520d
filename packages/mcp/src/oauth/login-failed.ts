import { HermesError } from "@hermes/registry/errors";

/** For people. What a server answered is not in it: there may be a token in that. */
export async function loginFailed(name: string, error: unknown): Promise<unknown> {
  if (HermesError.is(error)) return error;
  const { AuthorizationServerMismatchError, IssuerMismatchError, OAuthError, RegistrationRejectedError } =
    await import("@modelcontextprotocol/client");
  if (error instanceof OAuthError) return loginRefused(name, error.code);
  if (error instanceof RegistrationRejectedError) return noClient(name);
  if (error instanceof IssuerMismatchError || error instanceof AuthorizationServerMismatchError)
    return wrongIssuer(name);
  // Of the file system: it is about the file of the login.
  if (!(error instanceof Error) || "syscall" in error) return error;
  return new HermesError(`The authorization server of "${name}" can't be asked: ${reasonOf(error)}.`, {
    code: "LOGIN_UNREACHABLE",
    hint: "Nothing was changed. Log in again.",
    data: { server: name },
  });
}

/** @param code As authorization servers name it: `access_denied`, `invalid_scope`, … */
export function loginRefused(name: string, code: string): HermesError {
  const [again, data] = ["Nothing was kept. Log in again.", { server: name }];
  if (code === "access_denied")
    return new HermesError(`The login to "${name}" was denied.`, { code: "LOGIN_DENIED", hint: again, data });
  const readable = /^[\w.-]{1,60}$/.test(code) ? code : "unknown_error";
  const isAboutClient = readable === "invalid_client" || readable === "unauthorized_client";
  return new HermesError(`The authorization server of "${name}" refused the login: ${readable}.`, {
    code: "LOGIN_REFUSED",
    hint: isAboutClient ? "Check client_id and client_secret of its oauth." : again,
    data: { server: name, isAboutClient },
  });
}

function wrongIssuer(name: string): HermesError {
  return new HermesError(
    `The login to "${name}" was answered by another authorization server than the one that was asked.`,
    {
      code: "LOGIN_REFUSED",
      hint: "Nothing was kept. Somebody may be trying to get at a login: ask whoever runs the server.",
    },
  );
}

export function wrongResource(name: string): HermesError {
  return new HermesError(`The server "${name}" wants a login that is meant for another server.`, {
    code: "LOGIN_REFUSED",
    hint: "Nothing was sent. Check its address; else ask whoever runs it.",
  });
}

export function otherIssuer(name: string): HermesError {
  return new HermesError(
    `The server "${name}" names another authorization server than the one that your client is registered with.`,
    {
      code: "LOGIN_REFUSED",
      hint: "Nothing was sent. If that is right, log out of it, then log in again.",
      data: { server: name, otherIssuer: true },
    },
  );
}

export function noAuthorization(name: string, reason: string): HermesError {
  return new HermesError(`Nobody can log in to "${name}": ${reason}.`, {
    code: "LOGIN_UNKNOWN",
    hint: "Nothing was sent. If the server wants a key, set it as a header.",
  });
}

export function noClient(name: string): HermesError {
  return new HermesError(`The authorization server of "${name}" knows only clients that are registered.`, {
    code: "LOGIN_NO_CLIENT",
    hint: "Register a client there, and set oauth.client_id of the server.",
    data: { server: name },
  });
}

export function loginExpired(name: string): HermesError {
  return new HermesError(`Nobody has said yes to the login to "${name}" in time.`, {
    code: "LOGIN_EXPIRED",
    hint: "Nothing was kept. Log in again.",
    data: { server: name },
  });
}

export function unreachable(name: string, cause: unknown): HermesError {
  return new HermesError(`The server "${name}" can't be reached.`, {
    code: "MCP_UNAVAILABLE",
    hint: "Check its address and the network, then try again.",
    cause,
  });
}

export function portTaken(port: number | undefined, cause: unknown): HermesError {
  return new HermesError(`The browser can't come back to port ${port ?? "any"} of 127.0.0.1.`, {
    code: "LOGIN_REFUSED",
    hint: "Close what listens there, or leave redirect_port out: any free port is used then.",
    cause,
  });
}

/** Only the origin is shown: the rest may hold a secret. */
export function unsafeAddress(address: string | URL): HermesError {
  const origin = URL.parse(String(address))?.origin ?? "something else";
  return new HermesError(
    `A login would go to ${origin.slice(0, 200)}, which is not https or not open to everybody.`,
    {
      code: "LOGIN_URL_INVALID",
      hint: "Nothing was sent. http, and addresses of this machine and its network, are for servers that are there themselves.",
    },
  );
}

/** Of what `guardedFetch` throws its reason; of an answer that is none no more than that. */
function reasonOf(error: Error): string {
  const cause = error instanceof TypeError ? error.cause : undefined;
  if (!(cause instanceof Error)) return "it did not answer as an authorization server does";
  if (cause.name === "TimeoutError") return "it did not answer in time";
  const inner = cause instanceof TypeError ? cause.cause : undefined;
  if (inner instanceof Error && "code" in inner) return String(inner.code);
  return cause instanceof TypeError ? "the connection failed" : cause.message;
}
