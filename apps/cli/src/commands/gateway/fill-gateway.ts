import type { Command } from "commander";
import { examples, wholeNumber } from "../../program/option-values.ts";
import { chat, type ChatFlags } from "./chat.ts";
import type { GatewayDesk } from "./gateway-desk.ts";
import { logs, type LogsFlags } from "./logs.ts";
import { run } from "./run.ts";
import { install, uninstall, type ServiceFlags } from "./service.ts";
import { setup, type SetupFlags } from "./setup.ts";
import { restart, start, stop } from "./start-stop.ts";
import { tour } from "./tour.ts";
import { status, type StatusFlags } from "./status.ts";

export { builtinPlatforms } from "@hermes/gateway";
export { askWake, diagnoseGateway, pluginsOfHome, tickOnce, whoFires } from "@hermes/gateway-app";
export { gatewayOwner, gatewayPaths, gatewayReport, openGatewayHome } from "@hermes/gateway-app";
export { serviceState } from "./service.ts";
export { gatewayMigrations, openGatewayPort } from "@hermes/gateway-app";
export { fillSignal, fillSlack, fillWhatsapp } from "./fill-messengers.ts";
export { fillPairing } from "./fill-pairing.ts";
export { fillSend } from "./fill-send.ts";
export { handOff } from "./hand-off.ts";
export { messengers } from "./messengers.ts";
export { install } from "./service.ts";
export { setup } from "./setup.ts";
export { start } from "./start-stop.ts";
export { servedNames } from "./served-names.ts";
export { withHome } from "./with-home.ts";

/** Declares the commands of `hermes gateway`, which are a file of their own: no other start reads them. */
export function fillGateway(gateway: Command, desk: GatewayDesk, end: (code: number) => void): void {
  addLife(gateway, desk, end);
  addUse(gateway, desk, end);
  addService(gateway, desk, end);
  addTour(gateway, desk, end);
}

function addLife(gateway: Command, desk: GatewayDesk, end: (code: number) => void): void {
  gateway
    .command("run")
    .description("serve the chats here, until Ctrl-C or SIGTERM; SIGHUP reads the settings again")
    .addHelpText(
      "after",
      examples(["hermes gateway run", "TELEGRAM_BOT_TOKEN=… TELEGRAM_ALLOWED_USERS=123 hermes gateway run"]),
    )
    .action(async () => {
      end(await run(desk));
    });
  gateway
    .command("start")
    .description("serve the chats in the background: by the service, or as a process of its own")
    .action(async () => {
      end(await start(desk));
    });
  gateway
    .command("stop")
    .description("end it; turns under way are finished first")
    .action(async () => {
      end(await stop(desk));
    });
  gateway
    .command("restart")
    .description("stop, then start")
    .action(async () => {
      end(await restart(desk));
    });
}

function addUse(gateway: Command, desk: GatewayDesk, end: (code: number) => void): void {
  gateway
    .command("status")
    .description("how each platform is, what waits, what is wrong and its cure; also when it is not running")
    .option("--json", "as JSON")
    .option("--deep", "ask the gateway itself, and show the end of its log")
    .addHelpText("after", examples(["hermes gateway status", "hermes gateway status --json --deep"]))
    .action(async (flags: StatusFlags) => {
      end(await status(flags, desk));
    });
  gateway
    .command("logs")
    .description("the end of the log")
    .option("-f, --follow", "go on with what comes")
    .option("-n, --lines <number>", "how many lines (default: 50)", wholeNumber)
    .action(async (flags: LogsFlags) => {
      end(await logs(flags, desk));
    });
  gateway
    .command("chat")
    .description("chat with the gateway on this machine; a number presses a button, Ctrl-C leaves")
    .option("--as <name>", "as somebody else: letters, digits, '.', '_' and '-' (default: me, the owner)")
    .addHelpText("after", examples(["hermes gateway chat", "hermes gateway chat --as ann"]))
    .action(async (flags: ChatFlags) => {
      end(await chat(flags, desk));
    });
}

function addTour(gateway: Command, desk: GatewayDesk, end: (code: number) => void): void {
  gateway
    .command("tour")
    .description("see it at work, offline: a stranger, a permission, a crash; nothing of yours is touched")
    .action(async () => {
      end(await tour(desk));
    });
}

function addService(gateway: Command, desk: GatewayDesk, end: (code: number) => void): void {
  gateway
    .command("setup")
    .description("set a messenger up: what it needs is asked, tried at once, and kept in .env")
    .argument(
      "[platform]",
      "discord, homeassistant, matrix, signal, slack, telegram, whatsapp or a plug-in (default: you are asked)",
    )
    .option("--allow <ids>", "ids of users that may speak, with commas; *: everybody")
    .addHelpText(
      "after",
      examples([
        "hermes gateway setup",
        "hermes gateway setup discord",
        "hermes gateway setup telegram --allow 123 < token.txt",
      ]),
    )
    .action(async (platform: string | undefined, flags: SetupFlags) => {
      end(await setup(platform, flags, desk));
    });
  gateway
    .command("install")
    .description("start it with the machine: a service of systemd, or launchd")
    .option("--system", "for all of the machine, which needs its administrator")
    .option("--print", "only show the file")
    .addHelpText("after", examples(["hermes gateway install", "hermes gateway install --print"]))
    .action(async (flags: ServiceFlags) => {
      end(await install(flags, desk));
    });
  gateway
    .command("uninstall")
    .description("remove the service")
    .option("--system", "that of all of the machine")
    .action(async (flags: ServiceFlags) => {
      end(await uninstall(flags, desk));
    });
}
