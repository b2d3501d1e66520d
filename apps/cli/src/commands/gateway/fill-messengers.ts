import type { Command } from "commander";
import { examples } from "../../program/option-values.ts";
import type { GatewayDesk } from "./gateway-desk.ts";
import { link, type LinkFlags } from "./link-signal.ts";
import { setup, type SetupFlags } from "./setup.ts";
import { printSlackManifest, type ManifestFlags } from "./slack-manifest.ts";

/** Declares `hermes whatsapp`. */
export function fillWhatsapp(command: Command, desk: GatewayDesk, end: (code: number) => void): void {
  command
    .option("--allow <ids>", "numbers of users that may speak, with commas; *: everybody")
    .addHelpText("after", examples(["hermes whatsapp"]))
    .action(async (flags: SetupFlags) => {
      end(await setup("whatsapp", flags, desk));
    });
}

/** Declares the commands of `hermes slack`. */
export function fillSlack(slack: Command, desk: GatewayDesk, end: (code: number) => void): void {
  slack
    .command("manifest")
    .description("what Slack makes an app from, to be pasted at api.slack.com/apps")
    .option("--name <name>", "what the app is called (default: Hermes)")
    .option("--events", "for the Events API at gateway.public_url, instead of Socket Mode")
    .addHelpText("after", examples(["hermes slack manifest", "hermes slack manifest --name Athena"]))
    .action(async (flags: ManifestFlags) => {
      end(await printSlackManifest(flags, desk));
    });
}

/** Declares the commands of `hermes signal`. */
export function fillSignal(signal: Command, desk: GatewayDesk, end: (code: number) => void): void {
  signal
    .command("link")
    .description(
      "link signal-cli to your account: shows a QR code, waits for the phone, and keeps the account in .env",
    )
    .option("--name <name>", "how the phone names this device (default: Hermes)")
    .addHelpText("after", examples(["hermes signal link", "hermes signal link --name Server"]))
    .action(async (flags: LinkFlags) => {
      end(await link(flags, desk));
    });
}
