import type { ProfileJailSearch } from "@hermes/jail";
import type { LoadedSettings } from "@hermes/config";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { WallNetworkKind } from "../backend/known-network.ts";
import { findWorkspace } from "../find-workspace.ts";
import { lazy } from "../lazy.ts";
import type { HomeParts } from "../runtime-parts.ts";
import type { RuntimeOptions } from "../runtime.ts";
import { storedConsents } from "./consents.ts";
import { readEntries, toNamed } from "./read-entries.ts";
import { loginOf } from "./server-login.ts";
import { serverMemory } from "./server-memory.ts";
import { withProfile } from "./server-profile.ts";
import { WorkspaceMcp } from "./workspace-mcp.ts";

export interface OpenWorkspaceMcpOptions {
  readonly home: HomeParts;
  readonly options: RuntimeOptions;
  /** Folder of the work; absolute. */
  readonly cwd: string;
  /** Aborted when the runtime is closed. */
  readonly closing: AbortSignal;
}

/** The servers of a folder. Connects nothing. */
export async function openWorkspaceMcp({
  home,
  options,
  cwd,
  closing,
}: OpenWorkspaceMcpOptions): Promise<WorkspaceMcp> {
  const { env, homedir, warn } = home;
  const [{ isSafeMode }, { knownNetwork }] = await Promise.all([
    import("@hermes/config"),
    import("../backend/known-network.ts"),
  ]);
  const search = lazy(async (): Promise<ProfileJailSearch> => {
    const found = await (await import("@hermes/jail")).findProfileJail();
    closing.addEventListener("abort", () => found.jail?.close(), { once: true });
    return found;
  });
  const canHold = lazy(
    async (): Promise<WallNetworkKind | undefined> => await knownNetwork(options.loaded.home).find(search),
  );
  let loaded = options.loaded;
  let isFirst = true;
  let existing = await home.existingState();
  const { jailedSpawn } = await import("./jailed-spawn.ts");
  const spawn = jailedSpawn({ search, cwd, homedir, home: loaded.home, env });
  const meaning = (): Parameters<typeof toNamed>[1] => {
    const all = { ...loaded.env, ...options.env };
    return {
      ...{ env: all, homedir, isSafeMode: isSafeMode(all) },
      sampling: loaded.settings.auxiliary["mcp"] !== undefined,
      async place(entry, written) {
        const placed = withProfile(entry, written);
        const profile = placed.transport.type === "stdio" ? placed.transport.profile : undefined;
        if (profile === undefined) return { entry: placed, isHeld: true };
        const network = await canHold();
        // A jail that can't close the network holds who may reach all of it.
        return {
          entry: placed,
          isHeld: network === "listed" || (network === "host" && profile.hosts.includes("*")),
        };
      },
    };
  };
  const mcp = new WorkspaceMcp({
    async read() {
      if (!isFirst) loaded = await settingsNow(home, options);
      isFirst = false;
      existing ??= await home.existingState();
      const { mcp: run = [], mcpServers: given = {} } = options;
      return await readEntries({ ...meaning(), loaded, cwd, warn, run, given });
    },
    async preview({ name, value, inProject, variables }) {
      const means = meaning();
      const folder = findWorkspace(cwd).root;
      const place = inProject
        ? ({ source: "project", project: folder, file: join(folder, ".mcp.json") } as const)
        : ({ source: "settings", project: "", file: loaded.configPath } as const);
      return await toNamed(
        { ...place, name, value, folder },
        { ...means, env: { ...means.env, ...variables } },
      );
    },
    consents: storedConsents(() => opened ?? existing, openStore, Date.now),
    openWith: ({ isHeld, entry }) => ({
      ...{ env, cwd, onWarning: warn },
      ...(isHeld ? { spawn } : {}),
      auth: entry && loginOf(entry, loaded.home),
    }),
    memory: serverMemory(loaded.home),
    closing,
  });
  let opened = existing;
  async function openStore(): Promise<Awaited<ReturnType<typeof home.state>>> {
    return (opened = await home.state());
  }
  await mcp.load();
  return mcp;
}

/** What counts of the files by now. */
async function settingsNow(
  { seal, warn }: Pick<HomeParts, "seal" | "warn">,
  { loaded, env }: RuntimeOptions,
): Promise<LoadedSettings> {
  const [{ loadSettings }, { acceptedSettings }, ground] = await Promise.all([
    import("@hermes/config"),
    import("../seal/accepted-settings.ts"),
    seal(),
  ]);
  const written = await loadSettings({ env: { ...env, HERMES_HOME: loaded.home } });
  const accepted = await acceptedSettings(written, ground);
  if (!isDeepStrictEqual(written.settings.mcp_servers, accepted.settings.mcp_servers))
    warn(
      `${written.configPath} was changed outside of Hermes: its MCP servers stay as they were until you agree to that. Leave, and run: hermes permissions seal`,
    );
  return accepted;
}
