import { serveAcp } from "@hermes/acp";
import { exitCodes, type Host } from "../../host.ts";
import { interruptible } from "../../interruptible.ts";
import { printRemark } from "../../render/print.ts";
import { version } from "../../version.ts";
import { EditorHome } from "./editor-home.ts";

export interface AcpFlags {
  readonly setup?: boolean | undefined;
}

/** `hermes acp`: one editor by standard input and output, until it closes its end. */
export async function acp({ setup: setsUp = false }: AcpFlags, host: Host): Promise<number> {
  if (setsUp) {
    const { setup } = await import("../setup/setup.ts");
    return await setup("model", {}, host);
  }
  host.endsWhenStopped();
  using work = interruptible(host);
  if (host.stdinIsTerminal)
    printRemark(host, "This speaks with the editor that starts it; a person ends it with Ctrl-C.");
  await using home = new EditorHome(host);
  await serveAcp({
    home,
    version: version(),
    input: host.stdin(),
    output: host.stdout,
    signal: work.signal,
    onError: (error) => printRemark(host, error instanceof Error ? error.message : String(error)),
  });
  return exitCodes.ok;
}
