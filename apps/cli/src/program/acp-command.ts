import type { Command } from "commander";
import type { AcpFlags } from "../commands/acp/acp.ts";
import type { Host } from "../host.ts";
import { examples } from "./option-values.ts";

/** `hermes acp`. */
export function addAcp(program: Command, host: Host, end: (code: number) => void): void {
  program
    .command("acp")
    .description("work in an editor that speaks the Agent Client Protocol: Zed, JetBrains, Neovim")
    .option("--setup", "set up the model in this terminal, and end; editors start it so")
    .addHelpText("after", examples(["hermes acp", "hermes acp --setup"]))
    .addHelpText("after", "\nThe editor starts it, and speaks with it on standard input and output.\n")
    .action(async (flags: AcpFlags) => {
      end(await (await import("../commands/acp/acp.ts")).acp(flags, host));
    });
}
