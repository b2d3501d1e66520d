import type { Command } from "commander";
import { examples } from "../../program/option-values.ts";
import type { GatewayDesk } from "./gateway-desk.ts";
import { approvePairing, clearPairings, listPairings, revokePairing, type ApproveFlags } from "./pairing.ts";

/** Declares the commands of `hermes pairing`. */
export function fillPairing(pairing: Command, desk: GatewayDesk, end: (code: number) => void): void {
  pairing
    .command("list")
    .description("who waits, and who was let in")
    .option("--json", "as JSON")
    .action(async (flags: { readonly json?: boolean }) => {
      end(await listPairings(flags, desk));
    });
  pairing
    .command("approve")
    .description("let in who told you their code")
    .argument("<platform>", "such as telegram")
    .argument("<code>", "the eight characters that the agent gave them")
    .option("--owner", "as an owner: all tools, and approvals")
    .addHelpText("after", examples(["hermes pairing approve telegram ABCD2345"]))
    .action(async (platform: string, code: string, flags: ApproveFlags) => {
      end(await approvePairing(platform, code, flags, desk));
    });
  pairing
    .command("revoke")
    .description("let somebody in no more")
    .argument("<platform>", "such as telegram")
    .argument("<user>", "their id, as hermes pairing list shows it")
    .action(async (platform: string, user: string) => {
      end(await revokePairing(platform, user, desk));
    });
  pairing
    .command("clear-pending")
    .description("forget the codes of those who wait")
    .argument("[platform]", "of one platform alone")
    .action(async (platform: string | undefined) => {
      end(await clearPairings(platform, desk));
    });
}
