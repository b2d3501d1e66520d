import type { Command } from "commander";
import type { Host } from "../host.ts";

/** `hermes hooks`. Its commands are declared when one of them is asked for. */
export function addHooks(program: Command, host: Host, end: (code: number) => void): void {
  const hooks = program
    .command("hooks")
    .description("hooks: your programs that are told what happens, and may have a say")
    .helpCommand(false);
  program.hook("preSubcommand", async (_program, chosen) => {
    if (chosen !== hooks) return;
    const [{ fillHooks }, { hooksDesk }] = await Promise.all([
      import("../commands/hooks/fill-hooks.ts"),
      import("../commands/hooks/hooks-desk.ts"),
    ]);
    fillHooks(hooks, hooksDesk(host), end);
  });
}
