import type { OpenBackendOptions } from "@hermes/terminal-backends";
import { HermesError } from "@hermes/registry";
import { z } from "zod";
import { cacheFile } from "../cache-file.ts";
import { findWorkspace } from "../find-workspace.ts";
import { lazy } from "../lazy.ts";
import { openHosts, openListedNetwork } from "./open-hosts.ts";
import type { OpenWall, WallParts } from "./open-wall.ts";

export interface ContainerWallParts extends Omit<WallParts, "kind"> {
  /** What the container is opened with. */
  readonly container: OpenBackendOptions;
  readonly warn: (message: string) => void;
}

const remembered = z.object({ fingerprint: z.string() });

/**
 * What holds the commands of a container beside the container itself: the hosts that they reach. Undefined where the settings want
 * another network. Whether it can be had shows with the first call, which needs the container anyway.
 */
export function openContainerWall(parts: ContainerWallParts): OpenWall | undefined {
  const { settings, cwd, homedir, home, env, container, warn } = parts;
  const { network: wanted = "listed" } = container;
  if (wanted !== "listed") return undefined;
  const workspace = findWorkspace(cwd).root;
  const loaded = lazy(async () => {
    const jails = await import("@hermes/jail");
    const remotes = await jails.personsRemotes(workspace, env);
    return { jails, hosts: openHosts(jails, { settings, workspace, homedir, env, remotes }) };
  });
  const isHad = lazy(async () => {
    // Where there is no daemon or no image to try it with, the first command says so.
    const reason = await whyNot(home, container).catch(() => undefined);
    if (reason === undefined) return true;
    const hint =
      "Use an image with perl or python3, or set terminal.docker_network to the network that is meant.";
    if (container.network === "listed") throw new HermesError(reason, { code: "BACKEND_UNSUPPORTED", hint });
    warn(`${reason} They reach everything that this machine reaches. ${hint}`);
    return false;
  });
  return {
    async listedNetwork() {
      if (!(await isHad())) return undefined;
      return async ({ socket }) => {
        const { jails, hosts } = await loaded();
        return await openListedNetwork(jails, { ...hosts, env, socket });
      };
    },
    async guard() {
      if (!(await isHad())) return undefined;
      const { jails, hosts } = await loaded();
      return {
        holds: "network",
        network: "listed",
        isOpenHost: jails.namesOpenHost([...hosts.hosts, ...hosts.privateHosts]),
        // Not asked of one that holds the network alone.
        writable: () => true,
      };
    },
    close: async () => undefined,
  };
}

/** Tries it once for every image. */
async function whyNot(home: string, container: OpenBackendOptions): Promise<string | undefined> {
  const file = cacheFile(home, "container-network.json");
  const known = remembered.safeParse(await file.read()).data?.fingerprint;
  const { probeListedNetwork } = await import("@hermes/terminal-backends/docker");
  const { reason, fingerprint } = await probeListedNetwork(container, known);
  if (reason === undefined && fingerprint !== undefined && fingerprint !== known)
    await file.write({ fingerprint });
  return reason;
}
