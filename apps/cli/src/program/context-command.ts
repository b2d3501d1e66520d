import type { Command } from "commander";
import type { Host } from "../host.ts";
import { examples } from "./option-values.ts";

/** `hermes context`. */
export function addContext(program: Command, host: Host, end: (code: number) => void): void {
  program
    .command("context")
    .description("what fills the model's window: prompt, tools, messages, room left")
    .argument("[session]", "its id or title; else the newest of this folder, or what a new one begins with")
    .option("--new", "what a new conversation would begin with here")
    .option("--json", "as JSON")
    .addHelpText(
      "after",
      examples(["hermes context", "hermes context --new", 'hermes context "trip krakow" --json']),
    )
    .action(
      async (session: string | undefined, flags: { readonly json?: boolean; readonly new?: boolean }) => {
        end(await (await import("../commands/context.ts")).context(session, flags, host));
      },
    );
}
