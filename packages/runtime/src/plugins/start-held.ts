import type * as JailPackage from "@hermes/jail";
import type { JailProfile, ProfileJailSearch } from "@hermes/jail";
import { spawnPlugin } from "@hermes/plugins/host";
import type { PluginCommandLine, PluginStart } from "@hermes/plugins/host";
import { HermesError } from "@hermes/registry";
import type { Environment } from "@hermes/registry";
import { harmlessVariables } from "@hermes/registry/programs";
import { allThroughProxy, noNetwork, openHeldNetwork } from "../jailed/held-network.ts";
import type { HeldNetwork } from "../jailed/held-network.ts";
import { releasedWith } from "../jailed/released-with.ts";
import { makeScratch, removeScratch } from "../jailed/scratch.ts";
import type { PluginAccess } from "./plugin-access.ts";

export interface StartHeldOptions {
  readonly search: () => Promise<ProfileJailSearch>;
  readonly access: PluginAccess;
  /** The plug-in's files. */
  readonly folder: string;
  /** Folder for what it keeps. */
  readonly data: string;
  /** Folder of the work. */
  readonly cwd: string;
  /** Home of the person. */
  readonly homedir: string;
  /** Home of Hermes. */
  readonly home: string;
  readonly env: Environment;
  /** @default that of this process */
  readonly platform?: NodeJS.Platform | undefined;
}

/** Starts the process of a plug-in in a jail, or not at all. */
export function startHeld(options: StartHeldOptions): PluginStart {
  return async (line) => {
    const { access, env, platform } = options;
    const [jails, found] = await Promise.all([import("@hermes/jail"), options.search()]);
    if (found.jail === undefined) throw noJail(line.plugin, found.reason);
    const missing = whyNoJail(found, access.hosts);
    if (missing !== undefined) throw noJail(line.plugin, missing);
    const scratch = await makeScratch(jails, "hermes-plugin-");
    let network: HeldNetwork | undefined;
    const release = async (): Promise<void> => {
      await network?.close();
      await removeScratch(scratch);
    };
    try {
      const advice = (host: string): string =>
        `The host ${host} is not open to the plug-in "${line.plugin}": its plugin.yaml does not name it under may.hosts.`;
      network =
        access.hosts.includes("*") || access.hosts.length === 0
          ? noNetwork(line.command)
          : await openHeldNetwork(jails, {
              ...{ command: line.command, env, scratch, platform, advice },
              // The person has agreed to each, also to those of their own network.
              ...{ hosts: [], privateHosts: access.hosts },
            });
      const inside = { ...profileOf(jails, line, { ...options, scratch }), ...network.profile };
      const child = await spawnPlugin(found.jail.enter(inside, network.command), {
        cwd: line.cwd,
        env: {
          ...harmlessVariables(env),
          ...network.environment,
          ...allThroughProxy,
          TMPDIR: scratch,
        },
      });
      return releasedWith(child, release);
    } catch (error) {
      await release();
      throw error;
    }
  };
}

/** Why what was found can't hold a process with such hosts; undefined: it can. */
export function whyNoJail(found: ProfileJailSearch, hosts: readonly string[]): string | undefined {
  if (found.jail === undefined) return found.reason;
  if (found.networks.includes("none") || hosts.includes("*")) return undefined;
  return "the network can't be closed here";
}

/** It reads what commands of the agent read, less the home of Hermes, and writes to its own folders. */
function profileOf(
  jails: typeof JailPackage,
  line: PluginCommandLine,
  { access, folder, data, cwd, homedir, home, env, scratch }: StartHeldOptions & { readonly scratch: string },
): JailProfile {
  const made = jails.readOnlyProfile({
    ...{ home: homedir, hermesHome: home, scratch, temporary: scratch, env, workspace: cwd },
    writable: [data, ...access.writable],
  });
  return {
    ...made,
    readable: [
      ...made.readable.filter((path) => !path.startsWith(`${home}/`)),
      ...[folder, cwd, process.execPath, ...line.readable],
    ],
    network: access.hosts.includes("*") ? "host" : "none",
  };
}

function noJail(plugin: string, reason: string): HermesError {
  return new HermesError(
    `The plug-in "${plugin}" is not started: the jail that is to hold it can't be made: ${reason}.`,
    {
      code: "PLUGIN_NO_JAIL",
      hint: `To let it run as you, held by nothing: hermes plugins enable ${plugin} --no-jail`,
    },
  );
}
