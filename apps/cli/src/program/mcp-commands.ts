import type { Command } from "commander";
import type { Host } from "../host.ts";
import { addMcpServe } from "./mcp-serve-command.ts";

/** `hermes mcp`. */
export function addMcp(program: Command, host: Host, end: (code: number) => void): void {
  const mcp = program
    .command("mcp")
    .description("MCP servers: programs and services that give the agent more tools")
    .helpCommand(false);
  addMcpServe(mcp, host, end);
}
