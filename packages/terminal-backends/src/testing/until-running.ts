import { equal } from "node:assert/strict";
import { setTimeout as delay } from "node:timers/promises";
import type { BackendPlace } from "./contract-context.ts";

/** Waits until so many processes with this text in their command run: a child that was started may not be itself yet. */
export async function untilRunning(place: BackendPlace, text: string, count: number): Promise<void> {
  for (let tries = 0; tries < 500 && (await place.countProcesses(text)) < count; tries += 1) await delay(10);
  equal(await place.countProcesses(text), count);
}
