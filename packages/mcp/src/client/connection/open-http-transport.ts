import type { Transport } from "@modelcontextprotocol/client";
import type { HttpTransport } from "../server-entry.ts";
import type { Sdk } from "./load-sdk.ts";

export interface HttpTransportOptions {
  readonly sdk: Sdk;
  readonly transport: HttpTransport;
  /** `sse`: the one of 2024-11-05. */
  readonly kind: "http" | "sse";
  readonly fetch: typeof globalThis.fetch;
  /** Called when the stream of a server that sends by itself can't be opened again. */
  readonly onLost: () => void;
}

const maxReopens = 4;

/** Redirects to another origin are not followed, so that nothing that was meant for a server reaches another one. */
export function openHttpTransport(options: HttpTransportOptions): Transport {
  const { sdk, transport, fetch } = options;
  const url = new URL(transport.url);
  const common = {
    fetch,
    requestInit: { headers: { ...transport.headers } },
  };
  if (options.kind === "sse") return new sdk.SSEClientTransport(url, common);
  return new sdk.StreamableHTTPClientTransport(url, {
    ...common,
    reconnectionOptions: {
      initialReconnectionDelay: 300,
      maxReconnectionDelay: 3_000,
      reconnectionDelayGrowFactor: 2,
      maxRetries: maxReopens,
    },
    reconnectionScheduler: (reopen, delayMs, attempt) => {
      const timer = setTimeout(reopen, Math.min(delayMs, 30_000));
      timer.unref();
      if (attempt + 1 >= maxReopens) options.onLost();
      return () => {
        clearTimeout(timer);
      };
    },
  });
}
