import { HermesError } from "@hermes/registry";

/** What a service said, as an error of ours. */
export function cloudFailure(
  { title, keys }: { readonly title: string; readonly keys: string },
  doing: string,
  cause: unknown,
): HermesError {
  if (HermesError.is(cause)) return cause;
  const said = messageOf(cause) || "no reason given";
  const isRefused =
    statusOf(cause) === 401 ||
    /unauthori[sz]ed|unauthenticated|forbidden|invalid token|token.*(invalid|expired)/i.test(said);
  if (isRefused) {
    return new HermesError(`${title} does not accept the key: ${said}`, {
      code: "BACKEND_LOGIN_REFUSED",
      hint: `Look at ${keys}.`,
      cause,
    });
  }
  return new HermesError(`${title} ${doing}: ${said}`, { code: "BACKEND_UNREACHABLE", cause });
}

/** @throws {HermesError} `BACKEND_KEY_MISSING`. */
export function missingKey(title: string, keys: string): HermesError {
  return new HermesError(`${title} lets nobody in without a key: ${keys} is not set.`, {
    code: "BACKEND_KEY_MISSING",
    hint: `Set ${keys} in the environment or in .env.`,
  });
}

/** What an error says; of a connection it comes as an event with a message. */
export function messageOf(cause: unknown): string {
  const isObject = typeof cause === "object" && cause !== null;
  return String(isObject && "message" in cause ? cause.message : cause).trim();
}

function statusOf(cause: unknown): unknown {
  if (typeof cause !== "object" || cause === null) return undefined;
  if ("statusCode" in cause) return cause.statusCode;
  const response = "response" in cause ? cause.response : undefined;
  return typeof response === "object" && response !== null && "status" in response
    ? response.status
    : undefined;
}
