import { linkSignal } from "@hermes/gateway";
import { fromVariables } from "@hermes/gateway-app";
import { exitCodes } from "../../host.ts";
import { interruptible } from "../../interruptible.ts";
import { usageError } from "../../failure.ts";
import { printLines } from "../../render/print.ts";
import type { GatewayDesk } from "./gateway-desk.ts";
import { keepVariables } from "./setup.ts";
import { withHome } from "./with-home.ts";

export interface LinkFlags {
  readonly name?: string | undefined;
}

/** `hermes signal link`: shows the code that the phone scans, waits until it has, and writes the account into `.env`. */
export async function link({ name = "Hermes" }: LinkFlags, desk: GatewayDesk): Promise<number> {
  const { host } = desk;
  const { known, loaded } = await withHome(desk, async ({ home }) => home);
  const signal = known.find((platform) => platform.name === "signal");
  const written = loaded.settings.platforms["signal"];
  const url = { ...written, ...(signal && fromVariables(signal, loaded.env)) }["http_url"];
  if (typeof url !== "string" || url.trim() === "")
    throw usageError(
      "Where signal-cli listens is not known: set SIGNAL_HTTP_URL, such as http://127.0.0.1:8080.",
    );
  const { renderUnicodeCompact } = await import("uqr");
  using running = interruptible(host);
  const account = await linkSignal(
    { http_url: url.trim().replace(/\/+$/, "") },
    {
      fetch: globalThis.fetch,
      ...{ signal: running.signal, deviceName: name },
      onUri: (uri) =>
        printLines(host, [
          "On the phone: Signal, Settings, Linked devices, Link new device. Scan this:",
          "",
          ...renderUnicodeCompact(uri).split("\n"),
          "",
        ]),
    },
  );
  await keepVariables(desk, { SIGNAL_ACCOUNT: account });
  printLines(host, [
    `Linked: ${account}`,
    `Written: ${loaded.envPath}`,
    "Say who may speak: hermes gateway setup signal",
  ]);
  return exitCodes.ok;
}
