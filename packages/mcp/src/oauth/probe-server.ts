import type { HttpTransport } from "../client/server-entry.ts";
import { type Challenge, challengeOf } from "./find-authorization.ts";
import { noAuthorization, unreachable } from "./login-failed.ts";

const limitMs = 20_000;

/**
 * Asks a server what it says to somebody who is not logged in.
 *
 * @throws {HermesError} `LOGIN_UNKNOWN` for a server that lets them in; `MCP_UNAVAILABLE`.
 */
export async function probeServer({
  name,
  transport,
  fetch,
  signal,
}: {
  readonly name: string;
  readonly transport: HttpTransport;
  readonly fetch: typeof globalThis.fetch;
  readonly signal: AbortSignal;
}): Promise<Challenge> {
  const response = await fetch(transport.url, {
    ...(transport.type === "sse" ? {} : { method: "POST", body: JSON.stringify(hello) }),
    headers: {
      ...transport.headers,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    },
    redirect: "manual",
    signal: AbortSignal.any([signal, AbortSignal.timeout(limitMs)]),
  }).catch((cause: unknown) => {
    throw unreachable(name, cause);
  });
  await response.body?.cancel();
  const challenge = await challengeOf(response);
  if (challenge === undefined && response.status < 400) throw noAuthorization(name, "it wants no login");
  return { ...challenge, wants: "login" };
}

const hello = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "hermes", version: "1" },
  },
};
