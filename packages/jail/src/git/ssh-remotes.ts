import { isPlainAddress } from "./harmless-settings.ts";
import type { Settings } from "./harmless-settings.ts";

/** What git tells the program for ssh to reach a remote: `[-p port] destination "git-upload-pack 'path'"`. */
export interface SshRemote {
  /** `host` or `user@host`. */
  readonly destination: string;
  readonly port: string | undefined;
  /** As git writes it: in quotes for the shell on the other side. */
  readonly path: string;
}

/**
 * Reads an address as git does.
 *
 * @returns Undefined for one that isn't reached by ssh, or whose parts could be taken for options.
 * @see https://git-scm.com/docs/git-clone#_git_urls
 */
export function sshRemote(address: string): SshRemote | undefined {
  if (!isPlainAddress(address)) return undefined;
  const url = /^(?:ssh|git\+ssh|ssh\+git):\/\/([^/]*)(\/.*)$/.exec(address);
  if (url !== null) return remoteOf(decoded(url[1] ?? ""), decoded(url[2] ?? "").replace(/^\/(?=~)/, ""));
  if (address.includes("://")) return undefined;
  const short = /^((?:[^/:@]*@)?(?:\[[^\]/]*\]|[^/:[\]]+)):(.+)$/.exec(address);
  if (short === null) return undefined;
  const [, place = "", path = ""] = short;
  return remoteOf(place, path.replace(/^\/(?=~)/, ""));
}

function remoteOf(place: string, path: string): SshRemote | undefined {
  const [, user, bracketed, plain, port] =
    /^(?:([^@]*)@)?(?:\[([^\]]*)\]|([^:[\]]*))(?::(\d*))?$/.exec(place) ?? [];
  // A name and a port in brackets is the short form with a port: `[host:22]:path`.
  const [, inner, innerPort] = /^([^:]+):(\d+)$/.exec(bracketed ?? "") ?? [];
  const host = inner ?? bracketed ?? plain ?? "";
  if (!hostName.test(host) || (user !== undefined && !userName.test(user)) || path === "") return undefined;
  return {
    destination: user === undefined ? host : `${user}@${host}`,
    port: (innerPort ?? port) || undefined,
    path: quoted(path),
  };
}

const hostName = /^([a-z0-9_][a-z0-9_.-]*|[a-f0-9:]+(%[a-z0-9]+)?)$/i;
const userName = /^[a-z0-9_][a-z0-9_.+-]*$/i;

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** As git quotes for a shell. */
function quoted(path: string): string {
  return `'${path.replace(/['!]/g, (char) => `'\\${char}'`)}'`;
}

/** The address that is used for another one by `url.<base>.insteadOf`: of those that fit, the longest decides. */
export function rewritten(address: string, settings: readonly Settings[]): string {
  let best = { length: 0, address };
  for (const each of settings)
    for (const [key, prefixes] of each) {
      const base = /^url\.(.*)\.insteadof$/.exec(key)?.[1];
      if (base === undefined) continue;
      for (const prefix of prefixes)
        if (address.startsWith(prefix) && prefix.length > best.length)
          best = { length: prefix.length, address: base + address.slice(prefix.length) };
    }
  return best.address;
}

/** Where a submodule is whose address begins with `./` or `../`: beside the remote of its repository. */
export function resolvedAddress(address: string, base: string): string {
  if (!/^\.\.?\//.test(address)) return address;
  let root = base.replace(/\/+$/, "");
  let rest = address;
  for (;;) {
    if (rest.startsWith("./")) rest = rest.slice(2);
    else if (rest.startsWith("../")) {
      rest = rest.slice(3);
      const end = Math.max(root.lastIndexOf("/"), -1);
      const colon = root.lastIndexOf(":");
      if (end >= 0 && end > colon) root = root.slice(0, end);
      else if (colon >= 0) return `${root.slice(0, colon)}:${rest}`;
      else return rest;
    } else return `${root}/${rest}`;
  }
}
