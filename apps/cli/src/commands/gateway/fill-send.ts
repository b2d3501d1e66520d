import type { Command } from "commander";
import { examples, several } from "../../program/option-values.ts";
import type { GatewayDesk } from "./gateway-desk.ts";
import { send, type SendFlags } from "./send.ts";

/** Declares `hermes send`. */
export function fillSend(command: Command, desk: GatewayDesk, end: (code: number) => void): void {
  command
    .argument("[target]", "telegram, telegram:123, telegram:#name, all, or local for a file")
    .argument("[text...]", "Markdown; without it, standard input")
    .option("--file <path>", "a file to send; may be given again", several)
    .option("--list", "the chats that are known")
    .option("--json", "as JSON")
    .addHelpText(
      "after",
      examples([
        'hermes send telegram "The backup is done."',
        "make 2>&1 | tail -5 | hermes send telegram:123",
      ]),
    )
    .action(async (target: string | undefined, text: readonly string[], flags: SendFlags) => {
      end(await send(target, text, flags, desk));
    });
}
