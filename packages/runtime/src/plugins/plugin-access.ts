import type { PluginManifest } from "@hermes/plugins/host";
import { HermesError } from "@hermes/registry";
import { realpathSync } from "node:fs";
import { join, relative, resolve } from "node:path";

/** What the process of a plug-in may reach, with what the person has set. */
export interface PluginAccess {
  /** Folders and files that it may write; absolute. */
  readonly writable: readonly string[];
  /** As `name` or `name:port`; `*`: all. */
  readonly hosts: readonly string[];
}

interface AccessPlaces {
  /** With the defaults of the manifest. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Home of the person. */
  readonly homedir: string;
  /** Home of Hermes. */
  readonly home: string;
}

/**
 * @throws {HermesError} `PLUGIN_BAD_MANIFEST` where it would write into the home of Hermes.
 */
export function accessOf(
  { name, may }: Pick<PluginManifest, "name" | "may">,
  { settings, homedir, home }: AccessPlaces,
): PluginAccess {
  const writable = may.write.map((folder) => resolve(folder.replace(/^~(?=\/|$)/, homedir)));
  const within = writable.find((folder) => isWithin(realPath(folder), realPath(home)));
  if (within !== undefined)
    throw new HermesError(
      `The plug-in "${name}" wants to write to ${within}, which is in the home of Hermes.`,
      {
        code: "PLUGIN_BAD_MANIFEST",
        hint: "It has a folder of its own there: context.folder.",
      },
    );
  return { writable, hosts: [...new Set(may.hosts.flatMap((host) => hostsOf(host, settings)))] };
}

/** Of an address in the settings; of one that is not set: none. */
function hostsOf(host: string, settings: Readonly<Record<string, unknown>>): readonly string[] {
  if (!host.startsWith("settings.")) return [host];
  const value = settings[host.slice("settings.".length)];
  const addresses = Array.isArray(value) ? value : [value];
  return addresses.flatMap((address: unknown) => {
    if (typeof address !== "string" || !URL.canParse(address)) return [];
    const { host: named, hostname, protocol } = new URL(address);
    const port = defaultPorts[protocol];
    // The port belongs to it, also where it goes without saying.
    return hostname === "" ? [] : [named === hostname && port !== undefined ? `${hostname}:${port}` : named];
  });
}

const defaultPorts: Readonly<Record<string, number>> = { "http:": 80, "https:": 443, "ws:": 80, "wss:": 443 };

function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === "" || (!way.startsWith("..") && !way.startsWith("/"));
}

/** Without links, as far as it is there. */
function realPath(path: string): string {
  for (let above = path, rest = ""; ;) {
    try {
      return join(realpathSync(above), rest);
    } catch {
      const parent = resolve(above, "..");
      if (parent === above) return path;
      rest = join(relative(parent, above), rest);
      above = parent;
    }
  }
}
