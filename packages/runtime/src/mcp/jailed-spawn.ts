import type { McpProfile, McpServerOptions, StdioTransport } from "@hermes/mcp";
import { spawnServer } from "@hermes/mcp";
import type * as JailPackage from "@hermes/jail";
import type { JailProfile, ProfileJailSearch } from "@hermes/jail";
import type { Environment } from "@hermes/registry";
import { HermesError } from "@hermes/registry";
import { noNetwork, openHeldNetwork } from "../jailed/held-network.ts";
import type { HeldNetwork } from "../jailed/held-network.ts";
import { releasedWith } from "../jailed/released-with.ts";
import { makeScratch, removeScratch } from "../jailed/scratch.ts";
import { programsInTmp, runsPackages } from "./server-profile.ts";

export interface JailedSpawnOptions {
  readonly search: () => Promise<ProfileJailSearch>;
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

type Spawn = NonNullable<McpServerOptions["spawn"]>;

/** Starts the processes of servers behind their profiles. */
export function jailedSpawn(options: JailedSpawnOptions): Spawn {
  return async (transport, start) => {
    const { profile } = transport;
    if (profile === undefined) return await spawnServer(transport, start);
    const [jails, found] = await Promise.all([import("@hermes/jail"), options.search()]);
    if (found.jail === undefined)
      throw new HermesError(
        `The jail that is to hold "${transport.command}" can't be made: ${found.reason}`,
        {
          code: "MCP_UNAVAILABLE",
          hint: found.hint,
        },
      );
    const scratch = await makeScratch(jails, "hermes-mcp-");
    let network: HeldNetwork | undefined;
    const release = async (): Promise<void> => {
      await network?.close();
      await removeScratch(scratch);
    };
    try {
      network = await openNetwork(jails, profile, { ...options, scratch, transport });
      const inside = { ...profileOf(jails, transport, profile, { ...options, scratch }), ...network.profile };
      const [command = "", ...args] = found.jail.enter(inside, network.command);
      const env = { ...start.env, ...network.environment, TMPDIR: scratch };
      const child = await spawnServer({ ...transport, command, args }, { ...start, env });
      return releasedWith(child, release);
    } catch (error) {
      await release();
      throw error;
    }
  };
}

interface Inside extends JailedSpawnOptions {
  readonly scratch: string;
}

/** Nothing but its folders can be written; where packages are fetched, their caches too. */
function profileOf(
  jails: typeof JailPackage,
  transport: StdioTransport,
  { folders, hosts }: McpProfile,
  { cwd, homedir, home, env, scratch }: Inside,
): JailProfile {
  const places = { home: homedir, hermesHome: home, scratch, temporary: scratch, env, writable: folders };
  const made = runsPackages(transport)
    ? jails.workspaceProfile({ ...places, workspace: scratch })
    : jails.readOnlyProfile({ ...places, workspace: cwd });
  return {
    ...made,
    readable: [
      ...made.readable,
      ...[cwd, process.execPath, transport.cwd ?? cwd],
      ...programsInTmp(transport),
    ],
    network: hosts.includes("*") ? "host" : "none",
  };
}

/** The way to the hosts of a profile; none where it has none. */
async function openNetwork(
  jails: typeof JailPackage,
  { hosts }: McpProfile,
  { env, homedir: home, scratch, transport, platform }: Inside & { readonly transport: StdioTransport },
): Promise<HeldNetwork> {
  const command = [transport.command, ...transport.args];
  const isRunner = runsPackages(transport);
  const registries = isRunner ? jails.registryHosts : [];
  const ofPerson = isRunner ? jails.configuredRegistries({ home, env }) : [];
  if (hosts.includes("*") || hosts.length + registries.length === 0) return noNetwork(command);
  return await openHeldNetwork(jails, {
    ...{ command, env, scratch, platform, advice },
    hosts: registries,
    privateHosts: [...hosts, ...ofPerson],
  });
}

function advice(host: string): string {
  return `The host ${host} is not open to this MCP server. The person can add it to the hosts of its profile.`;
}
