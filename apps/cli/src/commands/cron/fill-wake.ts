import type { Command } from "commander";
import { examples } from "../../program/option-values.ts";
import type { GatewayDesk } from "../gateway/gateway-desk.ts";
import { wake, type WakeFlags } from "./wake.ts";

/** Declares `hermes wake`. */
export function fillWake(command: Command, desk: GatewayDesk, end: (code: number) => void): void {
  command
    .argument("[text...]", "what the agent is told; without it, it looks at HEARTBEAT.md")
    .option("--to <target>", "a chat such as telegram or telegram:123; without it, that of the heartbeat")
    .option("--json", "as JSON")
    .addHelpText("after", examples(["hermes wake", 'hermes wake "The build is red." --to telegram']))
    .action(async (words: readonly string[], flags: WakeFlags) => end(await wake(words, flags, desk)));
}
