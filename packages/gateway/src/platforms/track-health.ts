import { HermesError } from "@hermes/registry";
import type { PlatformHealth, PlatformHost } from "./platform.ts";

/** How a connection is, with what was known before where that still holds. */
export interface TrackedHealth {
  readonly last: PlatformHealth;
  /** When the platform was heard last, in milliseconds since 1970. */
  readonly heardAt: number;
  /** As whom it is connected. */
  as: string | undefined;
  /** A new state; the reason and the hint of the one before are gone. */
  say(health: PlatformHealth): void;
  onHeard(): void;
  onSpoke(): void;
  /** Nothing is told after it. */
  stop(): void;
}

export function trackHealth(host: Pick<PlatformHost, "health" | "now">, as?: string): TrackedHealth {
  let last: PlatformHealth = { state: "connecting" };
  let heardAt = host.now();
  let spokeAt: number | undefined;
  const say = (health: PlatformHealth): void => {
    if (last.state === "stopped") return;
    heardAt = health.heardAt ?? heardAt;
    spokeAt = health.spokeAt ?? spokeAt;
    last = { ...health, heardAt, spokeAt, as: tracked.as };
    host.health(last);
  };
  // That something could be said or heard does not say that it is mended.
  const note = (more: Partial<PlatformHealth>): void => {
    if (last.state !== "connecting") say({ ...last, ...more });
  };
  const tracked: TrackedHealth = {
    as,
    get last() {
      return last;
    },
    get heardAt() {
      return heardAt;
    },
    say,
    onHeard: () => note({ heardAt: host.now() }),
    onSpoke: () => note({ spokeAt: host.now() }),
    stop: () => say({ state: "stopped" }),
  };
  return tracked;
}

/**
 * That a platform answers does not say that messages still come in.
 *
 * @throws {HermesError} `PLATFORM_UNREACHABLE` where nothing was heard for longer than that.
 */
export function checkHeard(label: string, silentMs: number, longestMs: number): void {
  if (silentMs <= longestMs) return;
  const seconds = Math.round(silentMs / 1_000);
  throw new HermesError(`${label} answers, but no messages came in for ${seconds} s.`, {
    code: "PLATFORM_UNREACHABLE",
  });
}
