import type { IncomingMessage, ServerResponse } from "node:http";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler, isLegacyRequest } from "@modelcontextprotocol/server";
import type { McpServerFactory } from "@modelcontextprotocol/server";
import { ClientSessions } from "./client-sessions.ts";

/** A request whose host, origin and token were checked, and whose body was read. */
export interface CheckedRequest {
  readonly request: IncomingMessage;
  readonly body: Uint8Array;
}

export interface ServeHttpOptions {
  /** Makes a server for each session of a client, or for each request where the revision has none. */
  readonly factory: McpServerFactory;
  /** Clients of the revisions with sessions, at once. @default 64 */
  readonly maxSessions?: number | undefined;
  /** One sentence about a request that failed. @default nothing happens */
  readonly onWarning?: ((message: string) => void) | undefined;
}

/** MCP over Streamable HTTP, in both revisions, for a listener that checked who is asking. */
export interface HttpFace {
  /** Answers one request to the endpoint. */
  handle(request: CheckedRequest, response: ServerResponse): Promise<void>;
  /** Ends every session and whatever is streamed. */
  close(): Promise<void>;
}

/** Of the body of a request. */
export const maxBodyBytes = 4_000_000;

/** Serves 2026-07-28 request by request, and the revisions before it by sessions. */
export function serveHttp({
  factory,
  maxSessions = 64,
  onWarning = () => undefined,
}: ServeHttpOptions): HttpFace {
  const onError = (error: Error): void => onWarning(`A request by MCP failed: ${error.message}`);
  const sessions = new ClientSessions({ factory, maxSessions, maxBodyBytes, onError });
  const stateless = createMcpHandler(factory, {
    legacy: "reject",
    maxRequestBodySize: maxBodyBytes,
    onerror: onError,
  });
  const answer = toNodeHandler(
    {
      fetch: async (request, options) =>
        (await isLegacyRequest(request, undefined, { maxRequestBodySize: maxBodyBytes }))
          ? await sessions.fetch(request)
          : await stateless.fetch(request, options),
    },
    { onerror: onError, maxRequestBodySize: maxBodyBytes },
  );
  return {
    async handle({ request, body }, response) {
      const { method, url, headers } = request;
      await answer(
        {
          ...(method === undefined ? {} : { method }),
          ...(url === undefined ? {} : { url }),
          headers,
          async *[Symbol.asyncIterator]() {
            yield body;
          },
        },
        response,
      );
    },
    async close() {
      await Promise.all([sessions.close(), stateless.close()]);
    },
  };
}
