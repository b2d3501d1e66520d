import { type ByteSource, incomingSource, webSource } from "../transport/byte-source.ts";
import { createHttpFetch, type Fetch } from "../transport/http-fetch.ts";

/** An official SDK, reduced to what is used of it: addresses, authentication and typed errors. */
export interface SdkClient {
  /** Sends a request that is encoded already. @throws the SDK's errors. */
  post(
    path: string,
    options: { readonly body: Uint8Array; readonly signal: AbortSignal },
  ): Promise<SdkAnswer>;
  streamError(body: unknown, headers: Headers): Error;
}

export interface SdkAnswer {
  readonly source: ByteSource;
  readonly headers: Headers;
}

/** An SDK's own limit can't be switched off; ours, which knows a slow model from a silent one, is always shorter. */
export const sdkTimeoutMs: number = 24 * 60 * 60 * 1000;

/** Headers that an SDK sets by itself for a request. */
const ownHeaders = /^(?:accept|authorization|content-type|user-agent|x-api-key|anthropic-.*|x-stainless-.*)$/;

export interface SdkFetch {
  readonly fetch: Fetch;
  answer(response: Response): SdkAnswer;
}

/**
 * The `fetch` that an SDK is given. SDKs also send headers that they find in the environment, whatever host they
 * talk to: only their own and those of `headers` get through.
 */
export function sdkFetch(options: {
  readonly fetch?: Fetch | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}): SdkFetch {
  const http = options.fetch === undefined ? createHttpFetch() : undefined;
  const send = options.fetch ?? http?.fetch;
  if (send === undefined) throw new TypeError("There is no fetch.");
  const given = new Set(Object.keys(options.headers ?? {}).map((name) => name.toLowerCase()));
  return {
    fetch(url, init) {
      const headers = new Headers(init?.headers);
      for (const name of [...headers.keys()]) {
        if (!ownHeaders.test(name) && !given.has(name)) headers.delete(name);
      }
      return send(url, { ...init, headers, redirect: "manual" });
    },
    answer(response) {
      const incoming = http?.bodyOf(response);
      if (incoming !== undefined) return { source: incomingSource(incoming), headers: response.headers };
      if (response.body === null) throw new TypeError("The answer has no body.");
      return { source: webSource(response.body), headers: response.headers };
    },
  };
}
