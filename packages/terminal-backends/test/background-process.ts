import { setTimeout as delay } from "node:timers/promises";
import { expect } from "vitest";
import type { OpenTools } from "./open-tools.ts";

/** The task of the calls of `openTools`. */
export const taskId = "task";

/** Starts a command in the background. Gives its id. */
export async function startProcess(place: OpenTools, command: string, more: object = {}): Promise<string> {
  const started = await place.call("terminal", { command, background: true, ...more });
  expect(started).toHaveProperty("session_id");
  return String(started["session_id"]);
}

/** Polls for a value that must come about, for ten seconds at most. */
export async function untilValue<Value>(
  read: () => Value | Promise<Value>,
  isSo: (value: Value) => boolean,
): Promise<Value> {
  for (let tries = 0; tries < 400; tries += 1) {
    const value = await read();
    if (isSo(value)) return value;
    await delay(25);
  }
  throw new Error(`It did not come to that: ${JSON.stringify(await read())}`);
}
