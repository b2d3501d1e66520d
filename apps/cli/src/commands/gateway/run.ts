import { runGateway } from "@hermes/gateway-app";
import { exitCodes } from "../../host.ts";
import { cleanText } from "../../render/clean-text.ts";
import { version } from "../../version.ts";
import type { GatewayDesk } from "./gateway-desk.ts";

/** `hermes gateway run`: serves the chats until it is told to end, by Ctrl-C or SIGTERM. SIGHUP: the settings are read again. */
export async function run({
  host,
  bundledSkills,
  createRuntime,
  ports,
}: Pick<GatewayDesk, "host" | "bundledSkills" | "createRuntime" | "ports">): Promise<number> {
  const over = new AbortController();
  host.endsWhenStopped();
  const ignoreInterrupts = host.onInterrupt(() => {
    if (over.signal.aborted) host.exit(exitCodes.interrupted);
    over.abort();
  });
  try {
    await runGateway({
      ...{ env: host.env, version: version(), bundledSkills, createRuntime, ports },
      say: (line) => void host.stderr.write(`${cleanText(line)}\n`),
      stopped: AbortSignal.any([host.stopped, over.signal]),
      // At a terminal it means that the terminal is gone.
      ...(host.stdinIsTerminal ? {} : { onReload: (listener) => host.onHangUp(listener) }),
    });
    return exitCodes.ok;
  } finally {
    ignoreInterrupts();
  }
}
