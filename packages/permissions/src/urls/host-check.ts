import { parseAllowedHosts } from "./allowed-hosts.ts";
import { checkHost, systemResolve } from "./check-url.ts";
import type { CheckedHost, ResolveHost } from "./check-url.ts";
import { parseUrl } from "./parse-url.ts";

export interface HostCheckOptions {
  /** @default the resolver of the system */
  readonly resolve?: ResolveHost | undefined;
  /** As in `checkUrl`. @default [] */
  readonly allow?: readonly string[] | undefined;
}

/**
 * Where a host leads, looked up once: the addresses, all of which were judged, or why none of them may be connected to. For
 * whoever makes the connection itself, such as a proxy.
 *
 * @param host A name or an address, without brackets.
 */
export type HostCheck = (
  host: string,
  port: number,
  options?: { readonly signal?: AbortSignal | undefined },
) => Promise<CheckedHost>;

/**
 * The check of hosts of `checkUrl` and `createGuardedFetch`, for connections.
 *
 * @throws {HermesError} `NETWORK_BAD_ALLOW`
 */
export function createHostCheck(options: HostCheckOptions = {}): HostCheck {
  const { resolve = systemResolve } = options;
  const allowed = parseAllowedHosts(options.allow ?? []);
  return async (host, port, { signal } = {}) => {
    // The spelling of hosts and the ports of other protocols are those of addresses.
    const parsed = parseUrl(`http://${host.includes(":") ? `[${host}]` : host}:${port}/`);
    if (typeof parsed === "string") return { refusal: parsed };
    return await checkHost(parsed, { resolve, allowed, lookups: 1, signal });
  };
}
