import { setTimeout as delay } from "node:timers/promises";
import { HermesError } from "@hermes/registry";
import type { PlatformHealth, PlatformHost } from "../platform.ts";
import { openHomeIntake } from "./home-intake.ts";
import { type HomeSession, nameOf, openHomeSession } from "./home-session.ts";
import { type HomeassistantSettings, watchesAnything } from "./homeassistant-settings.ts";
import type { HomeassistantTimes } from "./homeassistant-times.ts";

export interface HomeLinkOptions {
  readonly settings: HomeassistantSettings;
  readonly host: PlatformHost;
  readonly times: HomeassistantTimes;
  readonly signal: AbortSignal;
}

/** What stays over all connections. */
export interface HomeLink {
  /** Undefined while there is none. */
  readonly session: HomeSession | undefined;
  /** Why the token was refused, once it was: nothing is tried any more. */
  readonly refused: string | undefined;
  readonly heardAt: number | undefined;
  /** Resolves once all has ended, after the signal. */
  finish(): Promise<void>;
}

interface Begun {
  readonly session: HomeSession;
  /** Hands over what came since, and what comes. */
  start(): void;
}

const watchHint = "No entity is watched: set HASS_WATCH_ENTITIES, HASS_WATCH_DOMAINS or HASS_WATCH_ALL.";

/** Connects, and connects again whenever it has to. Resolves once the first connection hears events. */
export async function openHomeLink(options: HomeLinkOptions): Promise<HomeLink> {
  const { settings, host, times, signal } = options;
  let session: HomeSession | undefined;
  let refused: string | undefined;
  let heardAt: number | undefined;
  let as = "Home Assistant";
  const health = (said: PlatformHealth): void => {
    heardAt = said.heardAt ?? heardAt;
    host.health({ as, heardAt, ...said });
  };
  const hint = watchesAnything(settings) ? undefined : watchHint;
  /** After each round trip. */
  const alive = (): void => {
    if (session === undefined) return;
    if (intake.isBlocked) health({ state: "retrying", reason: "a message could not be kept" });
    else health({ state: "up", heardAt: host.now(), hint });
  };
  const intake = await openHomeIntake({ settings, host, times, signal, onChange: alive });

  const begin = async (): Promise<Begun> => {
    const opened = await openHomeSession(settings, times, signal);
    try {
      const [{ start }, config] = await Promise.all([
        intake.listen(opened),
        opened.ask({ type: "get_config" }),
      ]);
      as = nameOf(config, opened.version);
      return { session: opened, start };
    } catch (error) {
      opened.end("not used");
      throw error;
    }
  };

  /** @returns whether it is to be tried again */
  const failed = (error: unknown): boolean => {
    if (signal.aborted) return false;
    const reason = error instanceof Error ? error.message : String(error);
    const known = HermesError.is(error) ? error : undefined;
    if (known?.code === "PLATFORM_UNAUTHORISED") refused = reason;
    health({ state: refused === undefined ? "retrying" : "failed", reason, hint: known?.hint });
    return refused === undefined;
  };

  const stay = async (first: Begun): Promise<void> => {
    let current: Begun | undefined = first;
    let failures = 0;
    while (!signal.aborted) {
      if (current !== undefined) {
        failures = 0;
        session = current.session;
        alive();
        current.start();
        // oxlint-disable-next-line no-await-in-loop -- one connection after another
        const reason = await live(session, times, signal, alive);
        session = undefined;
        current = undefined;
        if (signal.aborted) return;
        health({ state: "retrying", reason });
      }
      // oxlint-disable-next-line no-await-in-loop -- one try after another
      await delay(reconnectMs(failures++, times), undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      try {
        // oxlint-disable-next-line no-await-in-loop -- one try after another
        current = await begin();
      } catch (error) {
        if (!failed(error)) return;
      }
    }
  };

  const staying = stay(await begin());
  return {
    get session() {
      return session;
    },
    get refused() {
      return refused;
    },
    get heardAt() {
      return heardAt;
    },
    async finish() {
      await staying;
      await intake.finish();
    },
  };
}

/** Asks for signs of life until there are none. @returns why it ended */
async function live(
  session: HomeSession,
  { pingMs }: HomeassistantTimes,
  signal: AbortSignal,
  onAlive: () => void,
): Promise<string> {
  const over = new AbortController();
  const stop = (): void => session.end("stopped");
  signal.addEventListener("abort", stop, { once: true });
  if (signal.aborted) stop();
  const ping = async (): Promise<void> => {
    while (!over.signal.aborted) {
      // oxlint-disable-next-line no-await-in-loop -- one after another
      await delay(pingMs, undefined, { signal: over.signal });
      // oxlint-disable-next-line no-await-in-loop -- one after another
      const answer = await session.ask({ type: "ping" });
      if (answer.ok) onAlive();
      else session.end(answer.reason);
    }
  };
  ping().catch(() => undefined);
  try {
    return await session.ended;
  } finally {
    over.abort();
    signal.removeEventListener("abort", stop);
  }
}

function reconnectMs(failures: number, times: HomeassistantTimes): number {
  return times.reconnectMs[Math.min(failures, times.reconnectMs.length - 1)] ?? 60_000;
}
