import { hostList, parseAuthority } from "./host-list.ts";

/**
 * Tells what a list opens.
 *
 * @param entries As `openHostProxy` takes them.
 * @returns For `name:port`, or for `name` and any of the ports that a list opens by a name: whether it is open.
 */
export function namesOpenHost(entries: readonly string[]): (host: string) => boolean {
  const open = hostList(entries);
  return (host) =>
    [host, `${host}:443`, `${host}:80`].some((text) => {
      const target = parseAuthority(text);
      return target !== undefined && open.has(target);
    });
}
