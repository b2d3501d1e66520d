import type { Command } from "commander";
import { examples } from "../../program/option-values.ts";
import type { GatewayDesk } from "./gateway-desk.ts";
import { run } from "./run.ts";

/** Declares the commands of `hermes gateway`, which are a file of their own: no other start reads them. */
export function fillGateway(gateway: Command, desk: GatewayDesk, end: (code: number) => void): void {
  gateway
    .command("run")
    .description("serve the chats here, until Ctrl-C or SIGTERM")
    .addHelpText(
      "after",
      examples(["hermes gateway run", "TELEGRAM_BOT_TOKEN=… TELEGRAM_ALLOWED_USERS=123 hermes gateway run"]),
    )
    .action(async () => {
      end(await run(desk));
    });
}

export function fillPairing(_pairing: Command, _desk: GatewayDesk, _end: (code: number) => void): void {}
export function fillSend(_send: Command, _desk: GatewayDesk, _end: (code: number) => void): void {}
