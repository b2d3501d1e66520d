import type { PlatformHealth, PlatformHost } from "./platform.ts";

/** How a connection is, with what was known before where that still holds. */
export interface TrackedHealth {
  readonly last: PlatformHealth;
  /** When the platform was heard last, in milliseconds since 1970. */
  readonly heardAt: number;
  /** A new state; the reason and the hint of the one before are gone. */
  say(health: PlatformHealth): void;
  onHeard(): void;
  onSpoke(): void;
  /** Nothing is told after it. */
  stop(): void;
}

/** @param as As whom it is connected: somebody answered just now. */
export function trackHealth(host: Pick<PlatformHost, "health" | "now">, as: string): TrackedHealth {
  let last: PlatformHealth = { state: "connecting" };
  let heardAt = host.now();
  let spokeAt: number | undefined;
  const say = (health: PlatformHealth): void => {
    if (last.state === "stopped") return;
    heardAt = health.heardAt ?? heardAt;
    spokeAt = health.spokeAt ?? spokeAt;
    last = { ...health, heardAt, spokeAt, as };
    host.health(last);
  };
  // That something could be said or heard does not say that it is mended.
  const note = (more: Partial<PlatformHealth>): void => {
    if (last.state !== "connecting") say({ ...last, ...more });
  };
  return {
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
}
