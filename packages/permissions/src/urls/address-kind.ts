import ipaddr from "ipaddr.js";
import type { IPv4, IPv6 } from "ipaddr.js";

/**
 * What an address leads to. `metadata`: the credentials of a cloud machine, or a link-local service beside it.
 * `unusable`: nothing that a request can sensibly go to (multicast, reserved, documentation).
 */
export type AddressKind = "public" | "private" | "metadata" | "unusable";

export interface ClassifiedAddress {
  readonly kind: AddressKind;
  /** What it is, for a sentence: `a loopback address`. */
  readonly what: string;
}

/**
 * What an IPv4 or IPv6 address leads to, seen through every form that carries an IPv4 address inside an IPv6 one.
 *
 * @returns `unusable` for text that is not an address.
 */
export function classifyAddress(text: string): ClassifiedAddress {
  const plain = text.replace(/%.*$/s, "");
  if (ipaddr.IPv4.isValidFourPartDecimal(plain)) return classify4(ipaddr.IPv4.parse(plain));
  if (ipaddr.IPv6.isValid(plain)) return classify6(ipaddr.IPv6.parse(plain));
  return { kind: "unusable", what: "not an address" };
}

/** Credentials of machines, outside of the link-local block where the others are: Azure, Oracle, Alibaba, AWS, GCP, OpenStack. */
const metadata4: ReadonlySet<string> = new Set(["168.63.129.16", "192.0.0.192", "100.100.100.200"]);
const metadata6: ReadonlySet<string> = new Set(
  ["fd00:ec2::254", "fd00:ec2::23", "fd00:ec2::253", "fd00:ec2::123", "fd20:ce::254", "fe80::a9fe:a9fe"].map(
    (text) => ipaddr.IPv6.parse(text).toNormalizedString(),
  ),
);

const metadataService: ClassifiedAddress = { kind: "metadata", what: "the metadata service of a cloud" };

function classify4(address: IPv4): ClassifiedAddress {
  if (metadata4.has(address.toString())) return metadataService;
  const range = address.range();
  switch (range) {
    case "unicast":
      return { kind: "public", what: "a public address" };
    case "linkLocal":
      return { kind: "metadata", what: "a link-local address, where clouds keep credentials" };
    case "loopback":
      return { kind: "private", what: "a loopback address" };
    case "unspecified":
      return { kind: "private", what: "an unspecified address, which leads to this machine" };
    case "private":
    case "carrierGradeNat":
      return { kind: "private", what: "a private address" };
    default:
      return { kind: "unusable", what: `a ${range} address` };
  }
}

function classify6(address: IPv6): ClassifiedAddress {
  if (metadata6.has(address.toNormalizedString())) return metadataService;
  const { parts } = address;
  if (parts.slice(0, 7).every((part) => part === 0) && (parts[7] ?? 0) <= 1) {
    return { kind: "private", what: "a loopback address" };
  }
  const inner = carried(parts);
  if (inner !== undefined) {
    const found = inner.map((address4) => classify4(address4)).find(({ kind }) => kind !== "public");
    return found ?? { kind: "public", what: "a public address" };
  }
  const first = parts[0] ?? 0;
  if ((first & 0xfe00) === 0xfc00) return { kind: "private", what: "a private address" };
  if ((first & 0xffc0) === 0xfec0) return { kind: "private", what: "a site-local address" };
  if ((first & 0xffc0) === 0xfe80) return { kind: "private", what: "a link-local address" };
  // Everything that may be routed on the Internet lies in 2000::/3.
  if ((first & 0xe000) !== 0x2000 || address.range() !== "unicast") {
    return { kind: "unusable", what: `a ${address.range()} address` };
  }
  return { kind: "public", what: "a public address" };
}

/** The IPv4 addresses to which an IPv6 one leads in the end; undefined when it carries none. */
function carried(parts: readonly number[]): readonly IPv4[] | undefined {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = parts;
  const startsWithZeros = a === 0 && b === 0 && c === 0 && d === 0;
  // Compatible (::a.b.c.d), mapped (::ffff:a.b.c.d), translated (::ffff:0:a.b.c.d).
  if (startsWithZeros && ((e === 0 && (f === 0 || f === 0xffff)) || (e === 0xffff && f === 0))) {
    return [ipv4(g, h)];
  }
  // NAT64, the well-known prefix and the one for local use.
  if (a === 0x64 && b === 0xff9b)
    return c === 0 && d === 0 && e === 0 && f === 0 ? [ipv4(g, h)] : local64(parts);
  if (a === 0x2002) return [ipv4(b, c)];
  // Teredo: the relay, and the client with its bits turned.
  if (a === 0x2001 && b === 0) return [ipv4(c, d), ipv4(g ^ 0xffff, h ^ 0xffff)];
  // ISATAP.
  if ((e === 0 || e === 0x200) && f === 0x5efe) return [ipv4(g, h)];
  return undefined;
}

/** Where the address stands depends on the length of a prefix that only the network knows, so each place counts. */
function local64(parts: readonly number[]): readonly IPv4[] {
  const [, , c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = parts;
  return [ipv4(c, d), ipv4(d, ((e & 0xff) << 8) | (f >> 8)), ipv4(e, f), ipv4(g, h)];
}

function ipv4(high: number, low: number): IPv4 {
  return new ipaddr.IPv4([high >> 8, high & 0xff, low >> 8, low & 0xff]);
}
