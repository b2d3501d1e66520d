import type { Command } from "commander";
import type { ServeFlags } from "../commands/mcp/serve.ts";
import type { Host } from "../host.ts";
import { examples } from "./option-values.ts";
import { portOf } from "./port-of.ts";

/** `hermes mcp serve`. */
export function addMcpServe(mcp: Command, host: Host, end: (code: number) => void): void {
  mcp
    .command("serve")
    .description("let other programs read your conversations, answer questions and ask Hermes, by MCP")
    .option("--http", "over HTTP, at /mcp; without it, on standard input and output")
    .option("--host <address>", "address to listen on (default: 127.0.0.1)")
    .option("--port <number>", "port to listen on; 0 or none: any that is free", portOf)
    .option("--allowed-host <name...>", "a name by which it is reached besides localhost, behind a proxy")
    .option(
      "--token <text>",
      "what clients have to show; better in HERMES_MCP_TOKEN (default: a new one, printed)",
    )
    .option("--no-auth", "ask for no token; on this machine alone")
    .option("--read-only", "offer only what changes nothing")
    .addHelpText("after", examples(["hermes mcp serve", "hermes mcp serve --http --port 8787"]))
    .action(async (flags: ServeFlags) => {
      end(await (await import("../commands/mcp/serve.ts")).serveMcp(flags, host));
    });
}
