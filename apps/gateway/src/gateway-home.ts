import { randomUUID } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import type { LoadedSettings } from "@hermes/config";
import {
  createDelivery,
  createHomeChannels,
  createPresentation,
  folderOf,
  gatewayTables,
  keepOutgoing,
  pairingTables,
  questionTables,
  sqliteGatewayStore,
  sqlitePairing,
} from "@hermes/gateway";
import type {
  Delivery,
  GatewayStore,
  HomeChannels,
  NamedFile,
  Pairing,
  Platform,
  Presentation,
} from "@hermes/gateway";
import type { Runtime, RuntimeOptions } from "@hermes/runtime";
import { gatewayPaths } from "./gateway-paths.ts";
import { knownPlatforms } from "./known-platforms.ts";
import { pluginsOfHome } from "./plugins/plugins-of-home.ts";
import { servedPlatforms } from "./served-platforms.ts";
import type { ServedPlatforms } from "./served-platforms.ts";

/** What a store needs to be opened with, for everything here. */
export const gatewayMigrations: NonNullable<RuntimeOptions["migrations"]> = [
  gatewayTables,
  pairingTables,
  questionTables,
];

/** What of the gateway is there whether it runs or not. */
export interface GatewayHome extends ServedPlatforms {
  /** All that there are, set up or not. */
  readonly known: readonly Platform[];
  /** The settings that count. */
  readonly loaded: LoadedSettings;
  /** Files that hold something else than what counts. */
  readonly notAccepted: readonly string[];
  readonly store: GatewayStore;
  readonly pairing: Pairing;
  readonly homes: HomeChannels;
  /** Names of messengers that are served and have no home channel. */
  homeless(): Promise<readonly string[]>;
  readonly presentation: Presentation;
  /** Takes an answer apart that was given in a folder: what lies there may be sent. */
  splitIn(folder: string, answer: string): ReturnType<Presentation["split"]>;
  /** The jobs of the home. */
  readonly cron: Runtime["cron"];
  readonly delivery: Delivery;
}

export interface GatewayHomeOptions {
  /** Made with `gatewayMigrations`. */
  readonly runtime: Runtime;
  /** Folders of files that a person named, which may be sent. @default none */
  readonly folders?: readonly string[] | undefined;
}

const largestFileBytes = 50_000_000;

export async function openGatewayHome(options: GatewayHomeOptions): Promise<GatewayHome> {
  const { runtime, folders = [] } = options;
  const loaded = await runtime.acceptedSettings();
  const changes = await (await runtime.seal()).changes();
  const { home, settings, env } = loaded;
  const paths = gatewayPaths(home);
  const state = await runtime.store();
  const store = sqliteGatewayStore(state);
  const known = await knownPlatforms(loaded, await pluginsOfHome(runtime, loaded));
  const { served, problems } = servedPlatforms(loaded, paths.socket, known);
  const platforms = served.map(({ platform }) => platform);
  const homes = createHomeChannels({
    ...{ memory: store.memory, settings: () => settings, platforms: () => platforms },
  });
  const { cwd } = settings.gateway;
  const userHome = env["HOME"] ?? homedir();
  const keepFrom = async (workspace: string, named: NamedFile): ReturnType<typeof keepOutgoing> =>
    await keepOutgoing(named, {
      ...{ workspace, folders: [paths.cache, ...folders], cache: paths.cache },
      ...{ hermesHome: home, userHome, maxBytes: largestFileBytes },
    });
  const presentation = createPresentation({
    keepFile: async (named, chat) =>
      await keepFrom((chat && folderOf(chat, { cwd, chatsFolder: paths.chats })) ?? cwd ?? userHome, named),
  });
  const delivery = createDelivery({
    ...{ store, homes, presentation, notices: state.journal.notices },
    platforms: () => platforms,
    async keepFile(text) {
      await mkdir(paths.delivered, { recursive: true, mode: 0o700 });
      const path = join(paths.delivered, `${randomUUID()}.md`);
      await writeFile(path, text, { flag: "wx", mode: 0o600 });
      return path;
    },
  });
  return {
    ...{ served, problems, known: known.platforms, loaded, notAccepted: changes.map(({ path }) => path) },
    ...{ store, pairing: sqlitePairing(state), homes, presentation, delivery, cron: runtime.cron },
    splitIn: async (folder, answer) =>
      await createPresentation({ keepFile: async (named) => await keepFrom(folder, named) }).split(answer),
    async homeless() {
      const names = platforms
        .filter(({ name, admits }) => name !== "local" && admits !== true)
        .map(({ name }) => name);
      const chats = await Promise.all(names.map(async (name) => await homes.get(name)));
      return names.filter((_, index) => chats[index] === undefined);
    },
  };
}
