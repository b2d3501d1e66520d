import type { FetchLike } from "@modelcontextprotocol/client";
import { unsafeAddress } from "./login-failed.ts";
import { isSafeAddress } from "./safe-address.ts";

export interface GuardedFetchOptions {
  readonly fetch: typeof globalThis.fetch;
  /** Address of the MCP server. */
  readonly server: URL;
  readonly signal: AbortSignal;
}

const requestLimitMs = 20_000;
const maxAnswerBytes = 1_000_000;

/**
 * How metadata and tokens are asked for, at addresses that a server names: safe ones only, each redirect seen by the caller, the
 * answer read whole and of limited size. A fault that may pass is thrown as `fetch` does: the SDK takes other errors for a server without
 * metadata, and would look elsewhere.
 */
export function guardedFetch({ fetch, server, signal }: GuardedFetchOptions): FetchLike {
  return async (url, init) => {
    if (!isSafeAddress(url, server)) throw unsafeAddress(url);
    const limited = AbortSignal.any([signal, AbortSignal.timeout(requestLimitMs)]);
    try {
      const response = await fetch(url, { ...init, redirect: "manual", signal: limited });
      const { status, headers } = response;
      if (status >= 500) throw new Error(`it failed with status ${status}`);
      const text = await readText(response);
      return new Response(text === "" ? null : text, { status, headers });
    } catch (error) {
      signal.throwIfAborted();
      throw new TypeError("fetch failed", { cause: error });
    }
  };
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxAnswerBytes) throw new Error("its answer is too large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
