import type { Command } from "commander";
import type { Host } from "../host.ts";
import { addMcpServe } from "./mcp-serve-command.ts";

/** `hermes mcp`. Its commands are declared when one of them is asked for. */
export function addMcp(program: Command, host: Host, end: (code: number) => void): void {
  const mcp = program
    .command("mcp")
    .description("MCP servers: programs and services that give the agent more tools")
    .helpCommand(false);
  program.hook("preSubcommand", async (_program, chosen) => {
    if (chosen !== mcp) return;
    const [{ fillMcp }, { mcpDesk }] = await Promise.all([
      import("../commands/mcp/fill-mcp.ts"),
      import("../commands/mcp/mcp-desk.ts"),
    ]);
    fillMcp(mcp, mcpDesk(host), end);
    addMcpServe(mcp, host, end);
  });
}
