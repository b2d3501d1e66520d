import type { McpCatalogue, McpServer } from "@hermes/mcp";
import type { McpContext } from "./mcp-desk.ts";

export interface Connected {
  readonly server: McpServer;
  readonly catalogue: McpCatalogue;
  readonly tookMs: number;
}

/** Connects to a server and lists what it offers, and says meanwhile what is waited for. */
export async function connect(name: string, context: McpContext): Promise<Connected> {
  const { mcp, signal } = context;
  const server = await mcp.server(name);
  const startedAt = performance.now();
  const tell = (): void => {
    const { reason } = server.status;
    context.waitFor(reason === undefined ? `connecting to ${name}` : `${name}: ${reason}`);
  };
  // Most answer at once.
  const slow = setTimeout(tell, slowMs);
  const stopListening = server.onChange(() => {
    if (server.status.state === "starting" && server.status.reason !== undefined) tell();
  });
  try {
    const catalogue = await server.list({ signal });
    return { server, catalogue, tookMs: performance.now() - startedAt };
  } finally {
    clearTimeout(slow);
    stopListening();
    context.arrived();
  }
}

const slowMs = 1_000;
