import { isIPv6 } from "node:net";

/** Where a request goes. */
export interface Target {
  /** In one spelling; see `hostName`. */
  readonly host: string;
  readonly port: number;
}

export interface HostList {
  /** Whether a target is one of the list. */
  has(target: Target): boolean;
  /** Whether the list has it by its own name, and not as one of many. */
  names(target: Target): boolean;
}

/**
 * Reads entries such as `name`, `name:port`, `*.zone`, an address, `[v6]:port` and `*`. Without a port, 80 and 443 are
 * meant. What is none of them opens nothing.
 */
export function hostList(entries: readonly string[]): HostList {
  const open = new Set<string>();
  const zones: Target[] = [];
  for (const entry of entries) {
    const { host: named, port } = splitPort(entry.trim());
    if (named === undefined) continue;
    const zone = /^\*(?:\.(.+))?$/.exec(named);
    const host = zone === null ? hostName(named) : zone[1] === undefined ? "" : hostName(zone[1]);
    if (host === undefined) continue;
    for (const each of port === undefined ? usualPorts : [port])
      if (zone === null) open.add(formatTarget({ host, port: each }));
      else zones.push({ host: host === "" ? "" : `.${host}`, port: each });
  }
  const names = (target: Target): boolean => open.has(formatTarget(target));
  return {
    names,
    has: (target) =>
      names(target) || zones.some(({ host, port }) => port === target.port && target.host.endsWith(host)),
  };
}

const usualPorts: readonly number[] = [80, 443];

/** `name:port`, as `hostList` reads it. */
export function formatTarget({ host, port }: Target): string {
  return `${isIPv6(host) ? `[${host}]` : host}:${port}`;
}

/** The target of `CONNECT`. */
export function parseAuthority(text: string): Target | undefined {
  const { host: named, port } = splitPort(text);
  const host = named === undefined ? undefined : hostName(named);
  return host === undefined || port === undefined ? undefined : { host, port };
}

export interface AbsoluteTarget extends Target {
  /** With the query, as it was sent. */
  readonly path: string;
}

/** The target of a request to a proxy. Login data in an address is refused: what looks like a host there is none. */
export function parseAbsolute(text: string): AbsoluteTarget | undefined {
  const [, authority, path = ""] = /^http:\/\/([^/?#\\@]+)([/?][^#]*)?(?:#.*)?$/i.exec(text) ?? [];
  if (authority === undefined) return undefined;
  const target = parseAuthority(withPort(authority));
  return target && { ...target, path: path.startsWith("/") ? path : `/${path}` };
}

/** Adds the port of plain HTTP where there is none. */
export function withPort(authority: string): string {
  return /:\d+$/.test(authority.replace(/^\[[^\]]*\]/, "")) ? authority : `${authority}:80`;
}

function splitPort(text: string): { readonly host?: string; readonly port?: number } {
  if (isIPv6(text)) return { host: `[${text}]` };
  const [, host, digits] = /^(\[[^\]]*\]|[^:]*)(?::(\d{1,5}))?$/.exec(text) ?? [];
  if (host === undefined) return {};
  if (digits === undefined) return { host };
  const port = Number(digits);
  return port < 1 || port > 65_535 ? {} : { host, port };
}

/**
 * One spelling for a host, whatever its case, script, final dot, numbers or brackets: ASCII, IPv4 with four decimal parts,
 * IPv6 as short as it can be, `localhost` for its two addresses.
 */
function hostName(text: string): string | undefined {
  if (!/^(?:\[[0-9a-f:.]+\]|[^\s/?#@:\\[\]%*]+)$/i.test(text)) return undefined;
  const name = URL.parse(`http://${text}`)
    ?.hostname.replace(/\.$/, "")
    .replace(/^\[|\]$/g, "");
  if (name === undefined || name === "" || /^\.|\.\./.test(name)) return undefined;
  return name === "127.0.0.1" || name === "::1" ? "localhost" : name;
}
