import type { McpProfile, McpServerOptions, StdioTransport } from "@hermes/mcp";
import { spawnServer } from "@hermes/mcp";
import type * as JailPackage from "@hermes/jail";
import type { JailProfile, ProfileJailSearch } from "@hermes/jail";
import type { Environment } from "@hermes/registry";
import { HermesError } from "@hermes/registry";
import { join } from "node:path";
import { programsInTmp, runsPackages } from "./server-profile.ts";
import { makeServerScratch, removeServerScratch } from "./server-scratch.ts";

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

/** Of the loopback that a jail has for itself. */
const proxyPort = 39_128;

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
    const scratch = await makeServerScratch(jails);
    let network: ServerNetwork | undefined;
    const release = async (): Promise<void> => {
      await network?.close();
      await removeServerScratch(scratch);
    };
    try {
      network = await openNetwork(jails, profile, { ...options, scratch, transport });
      const inside = { ...profileOf(jails, transport, profile, { ...options, scratch }), ...network.profile };
      const [command = "", ...args] = found.jail.enter(inside, network.command);
      const env = { ...start.env, ...network.environment, TMPDIR: scratch };
      const child = await spawnServer({ ...transport, command, args }, { ...start, env });
      // What can't be removed now goes with the next start.
      const released = child.exited.then(release).catch(() => undefined);
      return {
        ...child,
        async end() {
          await child.end();
          await released;
        },
      };
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

interface ServerNetwork {
  /** The command line inside. */
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly profile: Pick<JailProfile, "proxyPort">;
  close(): Promise<void>;
}

/** The way to the hosts of a profile; none where it has none. */
async function openNetwork(
  jails: typeof JailPackage,
  { hosts }: McpProfile,
  {
    env,
    homedir: home,
    scratch,
    transport,
    platform = process.platform,
  }: Inside & { readonly transport: StdioTransport },
): Promise<ServerNetwork> {
  const command = [transport.command, ...transport.args];
  const isRunner = runsPackages(transport);
  const registries = isRunner ? jails.registryHosts : [];
  const ofPerson = isRunner ? jails.configuredRegistries({ home, env }) : [];
  const open = { hosts: registries, privateHosts: [...hosts, ...ofPerson] };
  const nothing = { command, environment: {}, profile: {}, close: async () => undefined };
  if (hosts.includes("*") || hosts.length + registries.length === 0) return nothing;
  const advice = (host: string): string =>
    `The host ${host} is not open to this MCP server. The person can add it to the hosts of its profile.`;
  if (platform === "darwin") {
    const { openLoopbackNetwork } = await import("../backend/open-hosts.ts");
    const network = await openLoopbackNetwork(jails, { ...open, env });
    const port = network.port ?? 0;
    return {
      ...nothing,
      environment: jails.proxyEnvironment(port),
      profile: { proxyPort: port },
      close: () => network.close(),
    };
  }
  const socket = join(scratch, "proxy");
  const proxy = await jails.openHostProxy({ ...open, env, socket, advice });
  return {
    command: [process.execPath, "-e", launcher, socket, String(proxyPort), ...command],
    environment: jails.proxyEnvironment(proxyPort),
    profile: {},
    close: () => proxy.close(),
  };
}

/** A jail has a loopback of its own, and the proxy is outside of it: this leads from the one to the other. */
const launcher = `
const { connect, createServer } = require("node:net");
const { spawn } = require("node:child_process");
const [socket, port, command, ...args] = process.argv.slice(1);
createServer({ allowHalfOpen: true }, (inside) => {
  const outside = connect({ path: socket, allowHalfOpen: true });
  inside.pipe(outside).pipe(inside);
  inside.on("error", () => outside.destroy());
  outside.on("error", () => inside.destroy());
}).listen(Number(port), "127.0.0.1", () => {
  const child = spawn(command, args, { stdio: "inherit" });
  child.on("error", (error) => { console.error(error.message); process.exit(127); });
  child.on("exit", (code, signal) => process.exit(code ?? (signal === null ? 1 : 128)));
});
`;
