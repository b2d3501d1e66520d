import type { McpCatalogue, McpServer } from "@hermes/mcp";
import { HermesError } from "@hermes/registry/errors";
import type { McpContext } from "./mcp-desk.ts";

export interface Connected {
  readonly server: McpServer;
  readonly catalogue: McpCatalogue;
  readonly tookMs: number;
}

/**
 * Connects to a server and lists what it offers, and says meanwhile what is waited for.
 *
 * @throws {HermesError} `MCP_UNAVAILABLE` when the first try fails: whoever watches can try again.
 */
export async function connect(name: string, context: McpContext): Promise<Connected> {
  const server = await context.mcp.server(name);
  const startedAt = performance.now();
  const failed = new AbortController();
  const tell = (): void => {
    const { reason } = server.status;
    context.waitFor(reason === undefined ? `connecting to ${name}` : `${name}: ${reason}`);
  };
  // Most answer at once.
  const slow = setTimeout(tell, slowMs);
  const stopListening = server.onChange(() => {
    const { state, reason = "It ended." } = server.status;
    if (state === "starting" && server.status.reason !== undefined) tell();
    if (state === "waiting") failed.abort(unavailable(name, reason));
  });
  try {
    const signal = AbortSignal.any([context.signal, failed.signal]);
    const catalogue = await server.list({ signal });
    return { server, catalogue, tookMs: performance.now() - startedAt };
  } finally {
    clearTimeout(slow);
    stopListening();
    context.arrived();
  }
}

const slowMs = 1_000;

function unavailable(name: string, reason: string): HermesError {
  return new HermesError(`The MCP server "${name}" can't be reached: ${reason}`, { code: "MCP_UNAVAILABLE" });
}
