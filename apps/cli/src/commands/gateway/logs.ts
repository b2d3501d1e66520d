import { createReadStream, existsSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { gatewayPaths } from "@hermes/gateway-app";
import { exitCodes } from "../../host.ts";
import { interruptible } from "../../interruptible.ts";
import { cleanText } from "../../render/clean-text.ts";
import { printRemark } from "../../render/print.ts";
import type { GatewayDesk } from "./gateway-desk.ts";

export interface LogsFlags {
  readonly follow?: boolean | undefined;
  readonly lines?: number | undefined;
}

const lookMs = 300;

/** `hermes gateway logs`: the last lines, and with `--follow` those that come. */
export async function logs({ follow, lines = 50 }: LogsFlags, { host, load }: GatewayDesk): Promise<number> {
  const { log: path } = gatewayPaths((await load()).home);
  if (!existsSync(path) && !follow) {
    printRemark(host, `There is no log yet: ${path}`);
    return exitCodes.ok;
  }
  const kept = await readFile(path, "utf8").catch(() => "");
  const last = kept.trimEnd().split("\n").slice(-lines).join("\n");
  if (last !== "") host.stdout.write(`${cleanText(last)}\n`);
  if (!follow) return exitCodes.ok;
  using running = interruptible(host);
  for (let from = Buffer.byteLength(kept); !running.signal.aborted;) {
    // oxlint-disable-next-line no-await-in-loop -- looks
    await pause(lookMs, undefined, { signal: running.signal }).catch(() => undefined);
    const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    // It was put away, and a new one begun.
    if (size < from) from = 0;
    if (size === from) continue;
    // oxlint-disable-next-line no-await-in-loop -- looks
    host.stdout.write(cleanText(await text(createReadStream(path, { start: from, end: size - 1 }))));
    from = size;
  }
  return exitCodes.ok;
}
