import { setTimeout as delay } from "node:timers/promises";
import { backOff } from "../back-off.ts";
import type { PlatformHealth, PlatformHost } from "../platform.ts";
import { jsonOf, networkCode } from "../../http/request-once.ts";
import { untilKept } from "../until-kept.ts";
import { type Daemon, notThisAccountHint } from "./daemon.ts";
import { signalLimits } from "./signal-limits.ts";
import type { SignalTimes } from "./signal-times.ts";

export interface ReceiveOptions {
  readonly daemon: Daemon;
  readonly account: string;
  /** Hands over one event. Rejects where it could not be kept. */
  readonly take: (event: unknown) => Promise<void>;
  readonly host: Pick<PlatformHost, "now" | "log">;
  readonly health: (health: PlatformHealth) => void;
  readonly times: SignalTimes;
  readonly signal: AbortSignal;
}

/** Reads the stream of events until the signal comes, and opens it again whenever it ends or goes silent. Never throws. */
export async function receiveEvents(options: ReceiveOptions): Promise<void> {
  const { health, times, signal } = options;
  let failures = 0;
  while (!signal.aborted) {
    const problem = await readStream(options, () => {
      failures = 0;
    });
    if (signal.aborted) return;
    failures += 1;
    health(problem);
    await delay(backOff(failures, times.backOffMs, 30), undefined, { signal }).catch(() => undefined);
  }
}

/** One stream, to its end. @returns Why it ended. */
async function readStream(options: ReceiveOptions, onHeard: () => void): Promise<PlatformHealth> {
  const { daemon, account, take, health, host, times, signal } = options;
  const { createParser } = await import("eventsource-parser");
  const silence = new AbortController();
  let watch: NodeJS.Timeout | undefined;
  const listen = (): void => {
    clearTimeout(watch);
    watch = setTimeout(() => silence.abort(), times.silenceMs);
  };
  const heard = (): void => {
    onHeard();
    health({ state: "up", heardAt: host.now() });
  };
  const waiting: string[] = [];
  let parserFailed = false;
  const parser = createParser({
    maxBufferSize: signalLimits.answerChars,
    onEvent: ({ data }) => void waiting.push(data),
    onError: ({ type }) => {
      parserFailed ||= type === "max-buffer-size-exceeded";
    },
  });
  try {
    listen();
    // The daemon answers only with its first keep-alive.
    const response = await daemon.events(account, AbortSignal.any([signal, silence.signal]));
    if (!response.ok || response.body === null) {
      await response.body?.cancel();
      return response.status === 400
        ? { state: "failed", reason: "signal-cli does not have this account", hint: notThisAccountHint }
        : { state: "retrying", reason: `signal-cli answers with HTTP ${response.status}` };
    }
    heard();
    const decoder = new TextDecoder();
    for await (const bytes of response.body) {
      clearTimeout(watch);
      parser.feed(decoder.decode(bytes, { stream: true }));
      // The daemon tells it once: nothing behind it is read until it is kept.
      for (const data of waiting.splice(0))
        await untilKept(() => take(jsonOf(data)), {
          ...{ log: host.log, health, backOffMs: times.backOffMs, signal },
        });
      if (signal.aborted) break;
      if (parserFailed) return { state: "retrying", reason: "an event of signal-cli has no end" };
      heard();
      listen();
    }
    return { state: "retrying", reason: "signal-cli ended the stream of messages" };
  } catch (error) {
    const reason = silence.signal.aborted
      ? `nothing heard for ${Math.round(times.silenceMs / 1_000)} s`
      : networkCode(error);
    return { state: "retrying", reason };
  } finally {
    clearTimeout(watch);
  }
}
