import { mcpLines, noMcp } from "../mcp-lines.ts";
import { defineSlashCommand } from "../slash-command.ts";
import type { SlashCommand } from "../slash-command.ts";

export const mcpCommand: SlashCommand = defineSlashCommand({
  name: "mcp",
  kind: "tools",
  summary: "Show the MCP servers: their state, their tools, and what is wrong.",
  whileBusy: true,
  async run({ ports, session }) {
    const servers = await ports.mcp?.list(session.id);
    return servers === undefined ? { lines: noMcp } : { lines: mcpLines(servers, ports), data: servers };
  },
});
