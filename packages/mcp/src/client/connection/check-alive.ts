import type { Connection } from "./connect.ts";

const pingTimeoutMs = 2_000;
const longSilenceMs = 30_000;

/**
 * Whether a connection still answers. It is asked only where nothing was heard of it for long, or after a call got no answer.
 *
 * @param suspectSince Milliseconds since 1970 when a call got no answer.
 */
export async function checkAlive(
  connection: Connection,
  options: { readonly now: number; readonly suspectSince: number | undefined; readonly signal: AbortSignal },
): Promise<boolean> {
  // Over HTTP each request makes its own way and fails by itself.
  if (connection.kind === "http") return true;
  const heardAt = connection.lastHeardAt();
  const isSuspect = options.suspectSince !== undefined && options.suspectSince >= heardAt;
  if (!isSuspect && options.now - heardAt < longSilenceMs) return true;
  const request = { timeout: pingTimeoutMs, signal: options.signal };
  try {
    if (connection.era === "modern") await connection.client.discover(request);
    else await connection.client.ping(request);
    return true;
  } catch (error) {
    options.signal.throwIfAborted();
    // An error is an answer.
    return error instanceof connection.sdk.ProtocolError;
  }
}
