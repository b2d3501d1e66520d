import type { GatewayHome } from "../gateway-home.ts";
import { gatewayOwner } from "../gateway-owner.ts";
import { gatewayPaths } from "../gateway-paths.ts";

/** Who fires the jobs of a home. Times are milliseconds since 1970. */
export type Firing =
  | { readonly by: "gateway"; readonly pid: number }
  /** A timer of the system has called, and so will again. */
  | { readonly by: "timer"; readonly at: number }
  | { readonly by: "nobody" };

const tickKey = "last-tick";
/** A timer that calls less often than this counts as none. */
const timerMs = 10 * 60_000;

export async function whoFires(
  home: Pick<GatewayHome, "loaded" | "cron">,
  now: number = Date.now(),
): Promise<Firing> {
  const owner = await gatewayOwner(gatewayPaths(home.loaded.home).owner);
  if (owner !== undefined) return { by: "gateway", pid: owner.pid };
  const at = Number(await (await home.cron()).store.memory.read(tickKey));
  return at > 0 && Math.abs(now - at) <= timerMs ? { by: "timer", at } : { by: "nobody" };
}

export async function recordTick(home: GatewayHome, at: number): Promise<void> {
  await (await home.cron()).store.memory.write(tickKey, String(at));
}
