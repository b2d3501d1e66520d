import { HermesError } from "@hermes/registry";
import { createMcpAuth } from "@hermes/mcp";
import type { McpAuth, McpServerEntry } from "@hermes/mcp";
import { join } from "node:path";

/** The logins of a server, kept in the home. Undefined: it is a process, and nobody logs in. */
export function loginOf({ name, transport }: McpServerEntry, home: string): McpAuth | undefined {
  if (transport.type === "stdio") return undefined;
  return createMcpAuth({ name, transport, folder: join(home, "mcp-tokens") });
}

/** @throws {HermesError} `MCP_BAD_ENTRY` where there is nothing to log in to. */
export function needLogin(entry: McpServerEntry, home: string): McpAuth {
  const auth = loginOf(entry, home);
  if (auth !== undefined) return auth;
  throw new HermesError(`The MCP server "${entry.name}" is a program of this machine: there is no login.`, {
    code: "MCP_BAD_ENTRY",
    hint: "Give it what it needs in its env.",
  });
}
