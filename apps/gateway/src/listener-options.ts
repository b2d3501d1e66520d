import type { Settings } from "@hermes/config";
import type { HttpOptions } from "@hermes/runtime";
import type { Served } from "./served-platforms.ts";

/** That of the original's webhooks. */
const callablePort = 8_644;

/** Where the shared listener binds. A platform that is called needs a port that stays; without one, any that is free will do. */
export function listenerOptions(
  { gateway }: Pick<Settings, "gateway">,
  served: readonly Pick<Served, "callPaths">[],
): HttpOptions {
  const isCalled = served.some(({ callPaths }) => callPaths !== undefined);
  const { host, port = isCalled ? callablePort : 0, allowed_hosts: allowedHosts } = gateway;
  return { host, port, allowedHosts };
}
