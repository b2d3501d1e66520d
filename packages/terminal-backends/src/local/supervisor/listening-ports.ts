const listening = "0A";

/** A server on the loopback, and where to reach it. */
export interface Listening {
  readonly host: string;
  readonly port: number;
}

/**
 * The servers in a list of sockets that the loopback of IPv4 or IPv6 reaches.
 *
 * @param table Text of `/proc/net/tcp` or `/proc/net/tcp6`.
 * @see https://docs.kernel.org/networking/proc_net_tcp.html
 */
export function listeningPorts(table: string): readonly Listening[] {
  return table.split("\n").flatMap((line) => {
    const [, local = "", , state] = line.trim().split(/\s+/);
    const [address = "", port = ""] = local.split(":");
    const host = hosts.get(address);
    return state !== listening || host === undefined ? [] : [{ host, port: Number.parseInt(port, 16) }];
  });
}

/** As the kernel writes them: words of 32 bits in the byte order of the machine. */
const hosts: ReadonlyMap<string, string> = new Map([
  ["00000000", "127.0.0.1"],
  ["0100007F", "127.0.0.1"],
  ["7F000001", "127.0.0.1"],
  ["0".repeat(32), "::1"],
  ["00000000000000000000000001000000", "::1"],
  ["00000000000000000000000000000001", "::1"],
  ["0000000000000000FFFF00000100007F", "127.0.0.1"],
]);
