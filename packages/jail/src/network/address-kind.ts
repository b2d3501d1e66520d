import { BlockList, isIPv4, isIPv6 } from "node:net";

/** `metadata`: link-local addresses and others where clouds keep credentials. `unusable`: multicast, reserved, tunnels. */
export type AddressKind = "public" | "private" | "metadata" | "unusable";

/**
 * What an address leads to.
 *
 * @see https://www.iana.org/assignments/iana-ipv4-special-registry and iana-ipv6-special-registry
 */
export function addressKind(address: string): AddressKind {
  const plain = address.replace(/%.*$/s, "");
  const family = isIPv4(plain) ? "ipv4" : isIPv6(plain) ? "ipv6" : undefined;
  if (family === undefined) return "unusable";
  const kind = kinds().find(([, list]) => list.check(plain, family))?.[0];
  // What may be routed lies in 2000::/3.
  return kind ?? (family === "ipv6" && !/^[23][0-9a-f]{3}:/i.test(plain) ? "unusable" : "public");
}

let made: readonly (readonly [AddressKind, BlockList])[] | undefined;

/** Made once, when first asked for. */
function kinds(): readonly (readonly [AddressKind, BlockList])[] {
  made ??= [
    [
      "metadata",
      blockList(
        ["169.254.0.0/16", "168.63.129.16/32", "192.0.0.192/32", "100.100.100.200/32"],
        [...["fe80::/10", "fd00:ec2::/32", "fd20:ce::254/128"]],
      ),
    ],
    [
      "private",
      blockList(
        ["0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16"],
        ["::/128", "::1/128", "fc00::/7", "fec0::/10"],
      ),
    ],
    [
      "unusable",
      blockList(
        [
          ...["192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "198.18.0.0/15", "198.51.100.0/24"],
          ...["203.0.113.0/24", "224.0.0.0/3"],
        ],
        // Teredo and 6to4 carry IPv4 addresses.
        ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"],
      ),
    ],
  ];
  return made;
}

function blockList(ipv4: readonly string[], ipv6: readonly string[]): BlockList {
  const list = new BlockList();
  for (const [family, networks] of [
    ["ipv4", ipv4],
    ["ipv6", ipv6],
  ] as const)
    for (const network of networks) {
      const [address = "", bits] = network.split("/");
      list.addSubnet(address, Number(bits), family);
    }
  return list;
}
