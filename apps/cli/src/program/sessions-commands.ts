import type { Command } from "commander";
import type { Host } from "../host.ts";
import { examples, wholeNumber } from "./option-values.ts";

/** `hermes sessions`. */
export function addSessions(program: Command, host: Host, end: (code: number) => void): void {
  program
    .command("sessions")
    .description("see the conversations that are kept")
    .helpCommand(false)
    .command("list")
    .description("the newest conversations")
    .option("--json", "as JSON")
    .option("--limit <number>", "how many at most", wholeNumber, 20)
    .addHelpText("after", examples(["hermes sessions list", "hermes sessions list --json --limit 100"]))
    .action(async (flags: { readonly json?: boolean; readonly limit: number }) => {
      end(await (await import("../commands/sessions.ts")).listSessions(flags, host));
    });
}
