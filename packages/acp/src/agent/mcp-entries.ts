import type { McpServer } from "@agentclientprotocol/sdk";

/** The servers that an editor gives, as settings write them. Names are part of names of tools: what does not fit there becomes a dash. */
export function mcpEntries(servers: readonly McpServer[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(servers.map((server, index) => [entryName(server.name, index), entryOf(server)]));
}

function entryName(name: string, index: number): string {
  const plain = name
    .replaceAll(/[^A-Za-z0-9_.-]+/g, "-")
    .replace(/^[^A-Za-z0-9]+/, "")
    .slice(0, 64);
  return plain === "" ? `server-${index + 1}` : plain;
}

function entryOf(server: McpServer): object {
  if ("command" in server) return { command: server.command, args: server.args, env: recordOf(server.env) };
  return { url: server.url, transport: server.type, headers: recordOf(server.headers) };
}

function recordOf(pairs: readonly { readonly name: string; readonly value: string }[]): object {
  return Object.fromEntries(pairs.map(({ name, value }) => [name, value]));
}
