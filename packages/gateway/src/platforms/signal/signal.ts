import { setTimeout as delay } from "node:timers/promises";
import { HermesError } from "@hermes/registry";
import type { Platform, PlatformConnection, PlatformHealth, PlatformHost } from "../platform.ts";
import { trackHealth } from "../track-health.ts";
import { askForAccount, createDaemon, notThisAccountHint, redactNumbers, unreachable } from "./daemon.ts";
import { parseSignalChat } from "./ids.ts";
import { receiveEvents } from "./receive.ts";
import { createSignalSending } from "./signal-connection.ts";
import { signalLimits } from "./signal-limits.ts";
import { type SignalSettings, signalEnvironment, signalSettings } from "./signal-settings.ts";
import { signalSetup } from "./signal-setup.ts";
import { type SignalTimes, signalTimes } from "./signal-times.ts";
import { createOwnMessages } from "./own-messages.ts";
import { createTake } from "./take.ts";
import { renderSignal, signalLength } from "./text-styles.ts";

/** Signal by the daemon of signal-cli, over HTTP. @see https://github.com/AsamK/signal-cli */
export function signal(times: Partial<SignalTimes> = {}): Platform<SignalSettings> {
  const { text, fileBytes } = signalLimits;
  return {
    name: "signal",
    label: "Signal",
    settings: signalSettings,
    environment: signalEnvironment,
    limits: { text, caption: text, editEveryMs: 60_000, fileBytes, buttonsPerRow: 1 },
    length: signalLength,
    render: renderSignal,
    // Clients take ten edits of a message and no more: one that grows would lose its end.
    can: { edit: false, buttons: false, threads: false, files: true, codeBlocks: true },
    progress: "off",
    isConfigured: ({ http_url: url, account }) => url !== undefined && account !== undefined,
    parseChat: parseSignalChat,
    setup: signalSetup,
    connect: (settings, host, options) =>
      connect(settings, host, { ...signalTimes, ...times }, options.signal),
  };
}

async function connect(
  settings: SignalSettings,
  host: PlatformHost,
  times: SignalTimes,
  given: AbortSignal,
): Promise<PlatformConnection> {
  const { http_url: url, account } = settings;
  if (url === undefined) throw unreachable("SIGNAL_HTTP_URL is not set");
  if (account === undefined)
    throw new HermesError("Signal has no account.", {
      code: "PLATFORM_UNAUTHORISED",
      hint: notThisAccountHint,
    });
  const stopped = new AbortController();
  const ended = AbortSignal.any([given, stopped.signal]);
  const { answerMs: timeoutMs } = times;
  host.health({ state: "connecting" });
  const daemon = createDaemon({ url, fetch: host.fetch });
  await askForAccount(daemon, account, { signal: ended, timeoutMs });

  const tracked = trackHealth(host, redactNumbers(account));
  const opened = Promise.withResolvers<void>();
  let failingSince: number | undefined;
  const health = (now: PlatformHealth): void => {
    failingSince = now.state === "up" ? undefined : (failingSince ?? host.now());
    tracked.say(now);
    opened.resolve();
  };
  const own = createOwnMessages();
  const heardTexts = new Map<string, string>();
  const take = createTake({ host, account, settings, own, heardTexts });
  const receiving = receiveEvents({ daemon, account, take, host, health, times, signal: ended });
  await Promise.race([
    opened.promise,
    delay(times.openMs, undefined, { signal: ended }).catch(() => undefined),
  ]);
  if (failingSince === undefined) health({ state: "up" });
  const sending = createSignalSending({
    ...{ daemon, account, own, heardTexts, timeoutMs, signal: ended },
    onSpoke: tracked.onSpoke,
  });
  return {
    ...sending,
    async check({ signal: asked }) {
      await askForAccount(daemon, account, { signal: AbortSignal.any([asked, ended]), timeoutMs });
      const deafMs = failingSince === undefined ? 0 : host.now() - failingSince;
      if (deafMs > times.silenceMs)
        throw new HermesError(
          `signal-cli answers, but no messages come in since ${Math.round(deafMs / 1_000)} s: ${tracked.last.reason ?? ""}.`,
          { code: "PLATFORM_UNREACHABLE" },
        );
    },
    async stop() {
      stopped.abort();
      await receiving;
      tracked.stop();
    },
  };
}
