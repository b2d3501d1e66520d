import { BlockList, isIP } from "node:net";

/**
 * Whether credentials may be sent to an address that a server names: https, or http on this machine. A server out in the world
 * can't point to this machine or to its network.
 *
 * @param server Address of the MCP server itself, as the person gave it.
 */
export function isSafeAddress(address: string | URL, server: URL): boolean {
  const url = URL.parse(String(address));
  if (url === null || url.username !== "" || url.password !== "") return false;
  if (isInside(url.hostname) && !isInside(server.hostname)) return false;
  return url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname));
}

/** Of a host as `URL` writes it: there every spelling of an IPv4 address is the same one. */
function isLoopback(host: string): boolean {
  return /^(?:127\.\d+\.\d+\.\d+|\[::1\]|(?:.*\.)?localhost)$/.test(host);
}

/** On this machine, or in its network. Names are not looked up. */
function isInside(host: string): boolean {
  if (isLoopback(host)) return true;
  const address = host.replace(/^\[|\]$/g, "");
  const family = isIP(address);
  if (family === 0) return false;
  const inside = new BlockList();
  for (const [net, bits] of insideNets) inside.addSubnet(net, bits, net.includes(":") ? "ipv6" : "ipv4");
  return inside.check(address, family === 6 ? "ipv6" : "ipv4");
}

/** An IPv4 address in the form of IPv6 is checked by its IPv4 part. */
const insideNets: readonly (readonly [string, number])[] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
  ["::", 127],
  ["fc00::", 7],
  ["fe80::", 10],
];
