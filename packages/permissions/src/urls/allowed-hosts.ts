import { HermesError } from "@hermes/registry";
import ipaddr from "ipaddr.js";

/** Which hosts of the person's own network may be reached. Metadata services are not a matter of this list. */
export interface AllowedHosts {
  /** Whether the name may lead to any private address. Lower case, without a dot at the end. */
  name(name: string, port: number): boolean;
  address(address: string, port: number): boolean;
}

interface Entry {
  readonly port: number | undefined;
  readonly name?: string | undefined;
  readonly range?: [ipaddr.IPv4 | ipaddr.IPv6, number] | undefined;
}

/**
 * Reads a list of `host`, `host:port`, `*.zone`, `address`, `address:port`, `[v6]:port` and `network/bits`.
 *
 * @throws {HermesError} `NETWORK_BAD_ALLOW` for an entry that is none of them.
 */
export function parseAllowedHosts(list: readonly string[]): AllowedHosts {
  const entries = list.map(parseEntry);
  const ports = (entry: Entry, port: number): boolean => entry.port === undefined || entry.port === port;
  return {
    name: (name, port) =>
      entries.some((entry) => entry.name !== undefined && ports(entry, port) && nameFits(entry.name, name)),
    address: (address, port) =>
      entries.some(
        ({ range, ...entry }) => range !== undefined && ports(entry, port) && inRange(address, range),
      ),
  };
}

function parseEntry(text: string): Entry {
  const trimmed = text.trim().toLowerCase();
  if (trimmed.includes("/")) return { port: undefined, range: parseRange(trimmed, text) };
  const { host, port } = splitPort(trimmed, text);
  if (ipaddr.isValid(host) && (host.includes(":") || ipaddr.IPv4.isValidFourPartDecimal(host))) {
    const address = ipaddr.process(host);
    return { port, range: [address, address.kind() === "ipv4" ? 32 : 128] };
  }
  const name = host.replace(/\.$/, "");
  if (!/^(?:\*\.)?[\p{L}\p{N}_](?:[\p{L}\p{N}_.-]*[\p{L}\p{N}_])?$/u.test(name)) throw badEntry(text);
  return { port, name };
}

function splitPort(host: string, text: string): { readonly host: string; readonly port: number | undefined } {
  const bracketed = /^\[([^\]]*)\](?::(\d{1,5}))?$/.exec(host);
  const plain = /^([^:]*):(\d{1,5})$/.exec(host);
  const [, name = host, digits] = bracketed ?? plain ?? [];
  if (digits === undefined) return { host: name, port: undefined };
  const port = Number(digits);
  if (port < 1 || port > 65_535) throw badEntry(text);
  return { host: name, port };
}

function parseRange(range: string, text: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  try {
    return ipaddr.parseCIDR(range);
  } catch {
    throw badEntry(text);
  }
}

function badEntry(text: string): HermesError {
  return new HermesError(`"${text}" in network.allow_private is neither a host nor a network.`, {
    code: "NETWORK_BAD_ALLOW",
    hint: "Write a host (nas.lan), a host with a port (localhost:8080) or a network (10.1.0.0/16).",
  });
}

function nameFits(pattern: string, name: string): boolean {
  return pattern.startsWith("*.") ? name.endsWith(pattern.slice(1)) : name === pattern;
}

function inRange(text: string, [network, bits]: [ipaddr.IPv4 | ipaddr.IPv6, number]): boolean {
  if (!ipaddr.isValid(text.replace(/%.*$/s, ""))) return false;
  // `process` takes a mapped IPv4 address for what it is.
  const address = ipaddr.process(text.replace(/%.*$/s, ""));
  return address.kind() === network.kind() && address.match(network, bits);
}
