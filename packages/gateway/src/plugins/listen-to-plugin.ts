import { setTimeout as delay } from "node:timers/promises";
import { oneLine } from "../chat/one-line.ts";
import { backOff } from "../platforms/back-off.ts";
import type { PlatformHost } from "../platforms/platform.ts";
import type { TrackedHealth } from "../platforms/track-health.ts";
import type { PlatformProcess } from "./platform-process.ts";
import { readInbound } from "./plugin-messages.ts";

export interface PluginTimes {
  /** After the first failure; doubled with each that follows, up to a minute. */
  readonly backOffMs: number;
  /** Once it listened for so long without a failure, it is up. */
  readonly steadyMs: number;
}

export interface ListenOptions {
  readonly name: string;
  readonly process: PlatformProcess;
  readonly host: Pick<PlatformHost, "message" | "now" | "log">;
  readonly health: TrackedHealth;
  readonly times: PluginTimes;
  readonly signal: AbortSignal;
}

/** A chat may be silent for days: whether it is still there shows with `check`. The longest time that a timer takes. */
const longestSilenceMs = 2_147_483_647;
/** Nobody keeps a process busy with what can't be read. */
const unreadableMs = 200;

/**
 * Takes messages until the signal comes. The next one is asked for once the one before is kept, so that what was not kept comes again.
 * Listening that ends is begun anew, with longer and longer pauses. Resolves at the end, or when the process is used no more. Never
 * throws.
 */
export async function listenToPlugin(options: ListenOptions): Promise<void> {
  const { process, host, health, times, signal } = options;
  let failures = 0;
  const onHeard = (): void => health.say({ state: "up", heardAt: host.now() });
  const onSteady = (): void => {
    failures = 0;
    if (health.last.reason !== undefined) onHeard();
  };
  while (!signal.aborted) {
    const why = await listenOnce(options, { onHeard, onSteady });
    if (signal.aborted) return;
    if (process.off !== undefined) {
      health.say({
        state: "failed",
        reason: process.off,
        hint: "It is tried again when the gateway is started anew.",
      });
      return;
    }
    failures += 1;
    host.log("warn", "Listening to a plug-in ended; it is begun anew.", { error: why });
    health.say({ state: "retrying", reason: why });
    await delay(backOff(failures, times.backOffMs), undefined, { signal }).catch(() => undefined);
  }
}

/** @returns Why it ended. */
async function listenOnce(
  { name, process, host, health, times, signal }: ListenOptions,
  { onHeard, onSteady }: { readonly onHeard: () => void; readonly onSteady: () => void },
): Promise<string> {
  const steady = setTimeout(onSteady, times.steadyMs);
  try {
    for await (const given of process.stream("listen", {}, { signal, timeoutMs: longestSilenceMs })) {
      const read = readInbound(given, name, host.now());
      if ("problem" in read) {
        host.log("warn", "A message can't be read; it is left out.", { problem: read.problem });
        health.say({
          ...{ state: "up", heardAt: host.now() },
          reason: `a message could not be read: ${oneLine(read.problem, 200)}`,
        });
        await delay(unreadableMs, undefined, { signal });
        continue;
      }
      onHeard();
      await host.message(read.value);
      onSteady();
    }
    return "it stopped to listen";
  } catch (error) {
    return oneLine(error instanceof Error ? error.message : String(error), 240);
  } finally {
    clearTimeout(steady);
  }
}
