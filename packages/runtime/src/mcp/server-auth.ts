import { createMcpAuth } from "@hermes/mcp";
import type { McpAuth, McpServerEntry } from "@hermes/mcp";
import { join } from "node:path";

/** The logins of a server that has an address. Undefined: it is a program, and there is nothing to log in to. */
export function serverAuth({ name, transport }: McpServerEntry, home: string): McpAuth | undefined {
  if (transport.type === "stdio") return undefined;
  return createMcpAuth({ name, transport, folder: join(home, "mcp-tokens") });
}
