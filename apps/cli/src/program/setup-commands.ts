import type { Command } from "commander";
import type { Host } from "../host.ts";

/** `hermes setup`. Its options are declared when it is asked for. */
export function addSetup(program: Command, host: Host, end: (code: number) => void): void {
  const setup = program
    .command("setup")
    .description("set up the model, the terminal, chats, tools and memory, by questions or by flags");
  program.hook("preSubcommand", async (_program, chosen) => {
    if (chosen !== setup) return;
    (await import("../commands/setup/fill-setup.ts")).fillSetup(setup, host, end);
  });
}
