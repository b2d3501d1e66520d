import type { Command } from "commander";
import type { Host } from "../host.ts";

/** `hermes gateway`, `hermes pairing`, `hermes send`, and those of single messengers. Their commands are declared when one of them is asked for. */
export function addGateway(program: Command, host: Host, end: (code: number) => void): void {
  const gateway = program
    .command("gateway")
    .description(
      "the agent in your chats: Discord, Matrix, Signal, Slack, Telegram, WhatsApp, Home Assistant, webhooks, and this machine's own",
    )
    .helpCommand(false);
  const pairing = program
    .command("pairing")
    .description("who was let in by a code in a chat, and who waits")
    .helpCommand(false);
  const send = program
    .command("send")
    .description("send a message to a chat; without a gateway it goes out when one starts");
  const whatsapp = program
    .command("whatsapp")
    .description("set WhatsApp up: as hermes gateway setup whatsapp");
  const slack = program.command("slack").description("the app of Slack").helpCommand(false);
  const signal = program.command("signal").description("the account of Signal").helpCommand(false);
  program.hook("preSubcommand", async (_program, chosen) => {
    if (![gateway, pairing, send, whatsapp, slack, signal].includes(chosen)) return;
    const [fill, { gatewayDesk }] = await Promise.all([
      import("../commands/gateway/fill-gateway.ts"),
      import("../commands/gateway/gateway-desk.ts"),
    ]);
    const desk = gatewayDesk(host);
    if (chosen === gateway) fill.fillGateway(gateway, desk, end);
    else if (chosen === pairing) fill.fillPairing(pairing, desk, end);
    else if (chosen === whatsapp) fill.fillWhatsapp(whatsapp, desk, end);
    else if (chosen === signal) fill.fillSignal(signal, desk, end);
    else if (chosen === slack) fill.fillSlack(slack, desk, end);
    else fill.fillSend(send, desk, end);
  });
}
