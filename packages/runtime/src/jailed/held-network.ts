import type * as JailPackage from "@hermes/jail";
import type { JailProfile } from "@hermes/jail";
import type { Environment } from "@hermes/registry";
import { join } from "node:path";
import type { OpenHosts } from "../backend/open-hosts.ts";

export interface HeldNetworkOptions extends OpenHosts {
  readonly command: readonly string[];
  readonly env: Environment;
  /** Folder of the process. */
  readonly scratch: string;
  /** What is said of a host that is not open. */
  readonly advice: (host: string) => string;
  /** @default that of this process */
  readonly platform?: NodeJS.Platform | undefined;
}

/** How a process behind a jail reaches the hosts that are open to it. */
export interface HeldNetwork {
  /** The command line inside. */
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly profile: Pick<JailProfile, "proxyPort">;
  close(): Promise<void>;
}

/** Of the loopback that a jail has for itself. */
const proxyPort = 39_128;

/** A server of this machine is reached by the proxy too: the loopback in there is another one. */
export const allThroughProxy: Readonly<Record<string, string>> = { NO_PROXY: "", no_proxy: "" };

/** No host. */
export function noNetwork(command: readonly string[]): HeldNetwork {
  return { command, environment: {}, profile: {}, close: async () => undefined };
}

/** The way to the hosts of a list. */
export async function openHeldNetwork(
  jails: typeof JailPackage,
  { hosts, privateHosts, command, env, scratch, advice, platform = process.platform }: HeldNetworkOptions,
): Promise<HeldNetwork> {
  const open = { hosts, privateHosts };
  if (platform === "darwin") {
    const { openLoopbackNetwork } = await import("../backend/open-hosts.ts");
    const network = await openLoopbackNetwork(jails, { ...open, env });
    const port = network.port ?? 0;
    return {
      ...noNetwork(command),
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
