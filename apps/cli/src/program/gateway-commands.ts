import type { Command } from "commander";
import type { Host } from "../host.ts";

/** `hermes gateway`, `hermes pairing` and `hermes send`. Their commands are declared when one of them is asked for. */
export function addGateway(program: Command, host: Host, end: (code: number) => void): void {
  const gateway = program
    .command("gateway")
    .description("the agent in your chats: Telegram, and this machine's own")
    .helpCommand(false);
  const pairing = program
    .command("pairing")
    .description("who was let in by a code in a chat, and who waits")
    .helpCommand(false);
  const send = program
    .command("send")
    .description("send a message to a chat; without a gateway it goes out when one starts");
  program.hook("preSubcommand", async (_program, chosen) => {
    if (![gateway, pairing, send].includes(chosen)) return;
    const [fill, { gatewayDesk }] = await Promise.all([
      import("../commands/gateway/fill-gateway.ts"),
      import("../commands/gateway/gateway-desk.ts"),
    ]);
    const desk = gatewayDesk(host);
    if (chosen === gateway) fill.fillGateway(gateway, desk, end);
    else if (chosen === pairing) fill.fillPairing(pairing, desk, end);
    else fill.fillSend(send, desk, end);
  });
}
