import { randomUUID } from "node:crypto";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";
import type { McpServer, McpServerFactory, Server } from "@modelcontextprotocol/server";
import { z } from "zod";
import { keptEvents } from "./kept-events.ts";

interface ClientSession {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly server: McpServer | Server;
}

export interface ClientSessionsOptions {
  readonly factory: McpServerFactory;
  /** Where one more comes, the one that was used the longest ago is closed; its client opens another. */
  readonly maxSessions: number;
  readonly maxBodyBytes: number;
  readonly onError: (error: Error) => void;
}

/** The clients of the revisions before 2026-07-28, which open a session and name it in each request. */
export class ClientSessions {
  readonly #options: ClientSessionsOptions;
  /** The one that was used last is at the end. */
  readonly #sessions = new Map<string, ClientSession>();

  constructor(options: ClientSessionsOptions) {
    this.#options = options;
  }

  async fetch(request: Request): Promise<Response> {
    const id = request.headers.get("mcp-session-id");
    if (id === null) return await this.#open(request);
    const session = this.#sessions.get(id);
    if (session === undefined)
      return refusal(404, -32_001, "There is no such session. Begin with initialize.");
    this.#sessions.delete(id);
    this.#sessions.set(id, session);
    return await session.transport.handleRequest(request);
  }

  async close(): Promise<void> {
    const all = [...this.#sessions.values()];
    this.#sessions.clear();
    await Promise.all(all.map(async ({ server }) => await server.close()));
  }

  async #open(request: Request): Promise<Response> {
    if (request.method !== "POST")
      return refusal(request.method === "GET" || request.method === "DELETE" ? 400 : 405, -32_000, noSession);
    if (!(await opensSession(request.clone()))) return refusal(400, -32_000, noSession);
    const { factory, maxBodyBytes, onError } = this.#options;
    const server = await factory({ era: "legacy", requestInfo: request });
    const transport: WebStandardStreamableHTTPServerTransport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      eventStore: keptEvents(),
      retryInterval: 1_000,
      maxRequestBodySize: maxBodyBytes,
      onsessioninitialized: async (id) => await this.#keep(id, { transport, server }),
      onsessionclosed: (id) => void this.#sessions.delete(id),
    });
    transport.onerror = onError;
    await server.connect(transport);
    const response = await transport.handleRequest(request);
    if (transport.sessionId === undefined) await server.close();
    return response;
  }

  async #keep(id: string, session: ClientSession): Promise<void> {
    const [oldest] = this.#sessions;
    if (this.#sessions.size >= this.#options.maxSessions && oldest !== undefined) {
      this.#sessions.delete(oldest[0]);
      await oldest[1].server.close();
    }
    this.#sessions.set(id, session);
  }
}

const noSession = "A session is needed: begin with initialize, and send its Mcp-Session-Id.";

const initialize = z.looseObject({ method: z.literal("initialize") });

async function opensSession(request: Request): Promise<boolean> {
  try {
    return initialize.safeParse(await request.json()).success;
  } catch {
    return false;
  }
}

function refusal(status: number, code: number, message: string): Response {
  return Response.json({ jsonrpc: "2.0", error: { code, message }, id: null }, { status });
}
