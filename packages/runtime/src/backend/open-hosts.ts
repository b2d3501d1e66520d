import type * as JailPackage from "@hermes/jail";
import type { Settings } from "@hermes/config";
import type { Environment } from "@hermes/registry";
import type { WallNetwork } from "@hermes/terminal-backends";

/** Which hosts are open to all commands. */
export interface OpenHosts {
  readonly hosts: readonly string[];
  /** Those that may be of the person's own network. */
  readonly privateHosts: readonly string[];
}

export interface OpenHostsOptions {
  readonly settings: Pick<Settings["terminal"], "open_hosts">;
  readonly workspace: string;
  /** Of the person. */
  readonly homedir: string;
  readonly env: Environment;
  /** Addresses that the person gave the repository. Undefined: there is no git. */
  readonly remotes: readonly string[] | undefined;
}

export function openHosts(
  jails: typeof JailPackage,
  { settings, workspace, homedir: home, env, remotes }: OpenHostsOptions,
): OpenHosts {
  return {
    hosts: [
      ...jails.registryHosts,
      ...(remotes === undefined ? jails.repositoryHosts(workspace) : hostsOf(remotes)),
    ],
    privateHosts: [...settings.open_hosts, ...jails.configuredRegistries({ home, env })],
  };
}

/** The proxy of one task. */
export async function openListedNetwork(
  jails: typeof JailPackage,
  options: OpenHosts & { readonly env: Environment; readonly socket?: string | undefined },
): Promise<WallNetwork> {
  const proxy = await jails.openHostProxy({ ...options, advice });
  return { ...proxy, environment: jails.proxyEnvironment };
}

/** The proxy of one task, on a port of this machine's loopback: for jails that have none of their own. */
export async function openLoopbackNetwork(
  jails: typeof JailPackage,
  options: OpenHosts & { readonly env: Environment },
): Promise<WallNetwork> {
  const { createServer } = await import("node:net");
  const network = await openListedNetwork(jails, options);
  const server = createServer({ allowHalfOpen: true }, (connection) => network.accept(connection));
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  return {
    ...network,
    port: typeof address === "object" ? address?.port : undefined,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      await network.close();
      await closed;
    },
  };
}

/** Hosts of addresses by HTTP; those by ssh are reached in another way or not at all. */
function hostsOf(addresses: readonly string[]): readonly string[] {
  return addresses.flatMap((address) => {
    const url = URL.canParse(address) ? new URL(address) : undefined;
    return url !== undefined && /^https?:$/.test(url.protocol) ? [url.host] : [];
  });
}

function advice(host: string): string {
  return `The host ${host} is not open to commands here. Call again with hosts: ["${host}"] and why; the person may open it.`;
}
