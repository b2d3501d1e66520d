import type { ClassifiedAddress } from "./address-kind.ts";

/** Names of metadata services. They are refused before any look-up, also where private hosts are allowed. */
const metadataNames: ReadonlySet<string> = new Set([
  "metadata",
  "metadata.google.internal",
  "metadata.goog",
  "metadata.google",
  "metadata.azure.internal",
  "metadata.azure.com",
  "metadata.tencentyun.com",
  "metadata.packet.net",
  "metadata.platformequinix.com",
  "metadata.oraclecloud.com",
  "metadata.internal",
  "instance-data",
  "instance-data.ec2.internal",
  "rancher-metadata",
]);

/** Endings that never lead to the public Internet, or only through another program. */
const localEndings: readonly string[] = [
  "localhost",
  "localdomain",
  "localhost4",
  "localhost6",
  "localdomain4",
  "localdomain6",
  "local",
  "internal",
  "intranet",
  "private",
  "corp",
  "lan",
  "home",
  "home.arpa",
  "in-addr.arpa",
  "ip6.arpa",
  "workgroup",
  "onion",
  "i2p",
  "consul",
  "svc",
  "cluster.local",
];

/** The finding against a name before it is looked up. Lower case, without a dot at the end. */
export function classifyName(name: string): ClassifiedAddress | undefined {
  if (metadataNames.has(name)) return { kind: "metadata", what: "the metadata service of a cloud" };
  if (!name.includes(".")) return { kind: "private", what: "a name of the local network" };
  const ending = localEndings.find((candidate) => name.endsWith(`.${candidate}`));
  return ending === undefined
    ? undefined
    : { kind: "private", what: `a name of the local network (.${ending})` };
}
