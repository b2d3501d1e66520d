import type { Settings } from "@hermes/config";
import { listenerOptions } from "./listener-options.ts";
import type { Served } from "./served-platforms.ts";

/** Where a platform is called, as its vendor is told. */
export interface CallAddresses {
  readonly addresses: readonly string[];
  /** Whether they are those that a person has set; else only this machine reaches them. */
  readonly arePublic: boolean;
}

/**
 * Addresses of platforms that are called, by their names.
 *
 * @param listener Address of the listener, once it is there; else that which it will have.
 */
export function callAddresses(
  served: readonly Served[],
  settings: Pick<Settings, "gateway">,
  listener?: string,
): Readonly<Record<string, CallAddresses>> {
  const { public_url: outside } = settings.gateway;
  const { host, port } = listenerOptions(settings, served);
  const local = listener === undefined ? `http://${host}:${port}` : new URL(listener).origin;
  // Which one it takes is not known before.
  if (outside === undefined && listener === undefined && port === 0) return {};
  const base = (outside ?? local).replace(/\/+$/, "");
  return Object.fromEntries(
    served.flatMap(({ platform: { name }, callPaths = [] }) => {
      if (callPaths.length === 0) return [];
      const addresses = callPaths.map((path) => (path.startsWith("/") ? `${base}${path}` : path));
      const arePublic = outside !== undefined || callPaths.every((path) => !path.startsWith("/"));
      return [[name, { addresses, arePublic }] as const];
    }),
  );
}

const shownAddresses = 5;

/** For people: `called at …`. */
export function callLine({ addresses }: CallAddresses): string {
  const more = addresses.length - shownAddresses;
  return `called at ${[...addresses.slice(0, shownAddresses), ...(more > 0 ? [`${more} more`] : [])].join(", ")}`;
}

/** What is left to do where addresses are those of this machine. */
export const reachHint =
  "From outside it is reached by a tunnel or a proxy: set gateway.public_url (docs/webhooks-and-tunnels.md).";
