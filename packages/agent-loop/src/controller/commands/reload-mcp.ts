import { mcpLines, noMcp } from "../mcp-lines.ts";
import { defineSlashCommand } from "../slash-command.ts";
import type { SlashCommand } from "../slash-command.ts";

export const reloadMcpCommand: SlashCommand = defineSlashCommand({
  name: "reload-mcp",
  kind: "tools",
  summary: "Read the entries of MCP servers anew, and connect them again.",
  // Not while a turn runs: a call that is under way would be cut off.
  async run({ ports, session }) {
    const servers = await ports.mcp?.reload(session.id);
    if (servers === undefined) return { lines: noMcp };
    const notes = servers.length === 0 ? [] : staysSame;
    return { lines: [...mcpLines(servers, ports), ...notes], data: servers };
  },
});

/** What was frozen with the conversation is not written anew: the model's cache would be lost. */
const staysSame = ["New tools are found by tool_search;", "the prompt stays as it is."];
