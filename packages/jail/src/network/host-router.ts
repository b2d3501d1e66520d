import { isIP } from "node:net";
import type { Environment } from "@hermes/registry";
import { addressKind } from "./address-kind.ts";
import type { AddressKind } from "./address-kind.ts";
import type { Route } from "./dial.ts";
import { formatTarget, hostList } from "./host-list.ts";
import { hostPatterns } from "./host-patterns.ts";
import type { Target } from "./host-list.ts";
import { upstreamProxies } from "./upstream-proxy.ts";

export interface HostRouterOptions {
  /**
   * Hosts that are always open: `name`, `*.zone`, `*`, an IPv4 or `[IPv6]` address, each with `:port` or, without one, with the
   * ports 80 and 443. Names must lead to public addresses; a private one is open where it is itself in a list, as
   * `localhost:5432` or `10.0.0.5:80`. Addresses where clouds keep credentials never are.
   */
  readonly hosts: readonly string[];
  /** Hosts that are always open and may lead to private addresses: those that the person's own settings name. @default [] */
  readonly privateHosts?: readonly string[] | undefined;
  /** All addresses of a name. Names that are not open are not looked up. @default the resolver of the system */
  readonly resolve?: ((name: string) => Promise<readonly string[]>) | undefined;
  /** @default by the registries of IANA */
  readonly kindOf?: ((address: string) => AddressKind) | undefined;
  /** Says which proxy the person's network wants (`HTTPS_PROXY`, `NO_PROXY` …), which then looks names up. @default {} */
  readonly env?: Environment | undefined;
  /** What whoever is refused a host can do, one sentence. @default "Ask the person to open it." */
  readonly advice?: ((host: string) => string) | undefined;
}

export interface Refusal {
  readonly status: 403 | 502;
  /** One line. */
  readonly message: string;
}

/** Decides which hosts are reached, and at which addresses. */
export interface HostRouter {
  allow(hosts: readonly string[], closed?: readonly string[]): void;
  takeRefused(): readonly string[];
  find(scheme: "http" | "https", target: Target): Promise<Route | Refusal>;
}

/** What is refused is remembered, but not without end. */
const maxRefused = 100;

export function createHostRouter(options: HostRouterOptions): HostRouter {
  const { hosts, privateHosts = [], resolve = systemResolve, kindOf = addressKind } = options;
  const { advice = () => "Ask the person to open it." } = options;
  const always = hostList([...hosts, ...privateHosts]);
  const own = hostList(privateHosts);
  const chooseUpstream = upstreamProxies(options.env ?? {});
  let allowed = hostList([]);
  let isClosed = hostPatterns([]);
  let refused = new Set<string>();

  function refuse(target: Target, why: (host: string) => string): Refusal {
    const host = formatTarget(target);
    if (refused.size < maxRefused) refused.add(host);
    return { status: 403, message: why(host) };
  }

  function judge(target: Target, address: string): Refusal | undefined {
    const kind = kindOf(address);
    if (kind === "public") return undefined;
    const leads = address === target.host ? address : `${target.host} leads to ${address}, which`;
    // A service that is open under its own address is so under every name.
    const itself = { host: loopback.includes(address) ? "localhost" : address, port: target.port };
    if (kind !== "private") return refuse(itself, () => `${leads} is no address that is ever open.`);
    if (own.has(target) || always.names(itself) || allowed.names(itself)) return undefined;
    return refuse(itself, (host) => `${leads} is on this machine or its network. ${advice(host)}`);
  }

  return {
    allow(next, closed = []) {
      allowed = hostList(next);
      isClosed = hostPatterns(closed);
    },
    takeRefused() {
      const taken = [...refused];
      refused = new Set();
      return taken;
    },
    async find(scheme, target) {
      if (!allowed.has(target) && (isClosed(target) || !always.has(target)))
        return refuse(target, (host) => `${host} is not open. ${advice(host)}`);
      const isLiteral = isIP(target.host) !== 0;
      const isHere = target.host === "localhost";
      const proxy = isHere ? undefined : chooseUpstream(scheme, target);
      if (proxy === "unknown")
        return {
          status: 502,
          message: "The proxy that the environment names is none of HTTP, so nothing is reached.",
        };
      if (proxy !== undefined && !isLiteral) return { target, proxy };
      const addresses = isHere ? loopback : isLiteral ? [target.host] : await lookUp(target.host, resolve);
      if ("status" in addresses) return addresses;
      // One such address among several is enough: which of them is used is up to chance.
      for (const address of addresses) {
        const refusal = judge(target, address);
        if (refusal !== undefined) return refusal;
      }
      return proxy === undefined ? { target, addresses } : { target, proxy };
    },
  };
}

const loopback: readonly string[] = ["127.0.0.1", "::1"];

async function lookUp(
  name: string,
  resolve: (name: string) => Promise<readonly string[]>,
): Promise<readonly string[] | Refusal> {
  try {
    const addresses = await resolve(name);
    if (addresses.length > 0) return addresses;
    return { status: 502, message: `${name} has no address.` };
  } catch (error) {
    return { status: 502, message: `${name} could not be looked up: ${reasonOf(error)}.` };
  }
}

/** What went wrong, for a sentence. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

async function systemResolve(name: string): Promise<readonly string[]> {
  const { lookup } = await import("node:dns/promises");
  return (await lookup(name, { all: true, verbatim: true })).map(({ address }) => address);
}
