import { chatCommands, slackManifest } from "@hermes/gateway";
import { exitCodes } from "../../host.ts";
import { printJson } from "../../render/print.ts";
import type { GatewayDesk } from "./gateway-desk.ts";

export interface ManifestFlags {
  readonly name?: string | undefined;
  /** For the Events API, with the address of the settings. */
  readonly events?: boolean | undefined;
}

/** `hermes slack manifest`: what Slack makes an app from. */
export async function printSlackManifest(
  { name, events }: ManifestFlags,
  desk: GatewayDesk,
): Promise<number> {
  const { settings } = await desk.load();
  const url = settings.gateway.public_url ?? "https://your-server.example";
  const commands = chatCommands([]).map((command) => ({ name: command.name, summary: command.summary }));
  printJson(desk.host, slackManifest({ name, commands, ...(events === true ? { url } : {}) }));
  return exitCodes.ok;
}
