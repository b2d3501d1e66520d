import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

/** Returns in all processes at about the same moment: when `count` of them have come to the folder. */
export async function meetOthers(folder: string, count: number): Promise<void> {
  writeFileSync(join(folder, String(process.pid)), "");
  while (readdirSync(folder).length < count) await wait(1);
}
