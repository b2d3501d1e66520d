import type * as JailPackage from "@hermes/jail";
import type { GitInside, GitRefusal, JailProfile, ProfileJail, ProfileJailSearch } from "@hermes/jail";
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Settings } from "@hermes/config";
import type { Wall } from "@hermes/permissions";
import type { Environment } from "@hermes/registry";
import type { EnterWallOptions, ListedNetwork, LocalWall } from "@hermes/terminal-backends";
import { HermesError } from "@hermes/registry";
import { findWorkspace } from "../find-workspace.ts";
import { lazy } from "../lazy.ts";
import type { Lazy } from "../lazy.ts";
import type { OpenHosts } from "./open-hosts.ts";
import { knownNetwork } from "./known-network.ts";
import { openHosts, openListedNetwork, openLoopbackNetwork } from "./open-hosts.ts";
import type { KnownNetwork, WallNetworkKind } from "./known-network.ts";

export interface WallParts {
  readonly settings: Settings["terminal"];
  /** Name of the backend. */
  readonly kind: string;
  /** Folder of the work; absolute. */
  readonly cwd: string;
  /** Of the person. */
  readonly homedir: string;
  /** Of Hermes. */
  readonly home: string;
  readonly env: Environment;
  /** @default that of this process */
  readonly platform?: NodeJS.Platform | undefined;
  /** Where the programs of jails are found. @default the folders of the system */
  readonly path?: string | undefined;
}

/** The wall around the commands of one folder, for those who start them and those who decide about them. */
export interface OpenWall {
  /** Of commands on this machine. */
  readonly local?: LocalWall | undefined;
  /** Of commands in a container; asked before the first of them. */
  readonly listedNetwork?: ListedNetwork | undefined;
  /** What decides about calls must know of it. Undefined: it could not be had, and there is none. */
  guard(): Promise<Wall | undefined>;
  close(): Promise<void>;
}

/** What tasks have for `/tmp` is no folder that a call could name. */
const nowhere = "/nonexistent";
/** How long it is taken for granted what can be written. */
const placesHoldMs = 1_000;

/**
 * The wall around commands on this machine. Undefined where they run elsewhere, where the settings want none, and where
 * the machine can't make one: `hermes doctor` says why.
 */
export async function openWall(parts: WallParts): Promise<OpenWall | undefined> {
  const { settings, kind, home, platform = process.platform, path } = parts;
  if (kind !== "local" || settings.wall === "open") return undefined;
  const search = lazy(async () => (await import("@hermes/jail")).findProfileJail({ platform, path }));
  const remembered = knownNetwork(home, platform);
  const made = (network: WallNetworkKind): OpenWall & { readonly local: LocalWall } =>
    wallWith(parts, { network, search, remembered });
  const found = await remembered.find(async () => {
    const searched = await search();
    if (platform === "linux" || searched.jail === undefined) return searched;
    const wall = made("listed");
    const { commandsAreHeld } = await import("./commands-are-held.ts");
    try {
      return (await commandsAreHeld(wall.local, parts)) ? searched : notHeld;
    } finally {
      await wall.close();
    }
  });
  return found && made(found === "listed" ? settings.network : "host");
}

const notHeld: ProfileJailSearch = {
  jail: undefined,
  reason: "The jail of this system starts, but a command behind it could not do its work, or was not held.",
  hint: "Work in a container, or on Linux.",
};

function wallWith(
  parts: WallParts,
  {
    network,
    ...found
  }: {
    readonly network: WallNetworkKind;
    readonly search: Lazy<ProfileJailSearch>;
    readonly remembered: KnownNetwork;
  },
): OpenWall & { readonly local: LocalWall } {
  const { cwd, env, platform = process.platform, path } = parts;
  const workspace = findWorkspace(cwd).root;
  // Seatbelt gives a jail neither a `/tmp` nor a loopback of its own.
  const isShared = platform === "darwin";
  const loaded = lazy(async () => await load(parts, { workspace, network, isShared, ...found }));
  let ready: Loaded | undefined;

  return {
    local: {
      profile: "workspace",
      sharedTemporary: isShared ? ["/tmp"] : [workspace, cwd],
      sharesLoopback: isShared,
      path,
      async ready() {
        ready = await loaded();
      },
      enter(command, options) {
        if (ready === undefined) throw new TypeError("The wall is entered before it is ready.");
        const { outlivesParent } = options;
        return ready.jail.enter(ready.profileOf(options), command, { outlivesParent });
      },
      environment: () => ({ ...ready?.variables, ...ready?.git?.environment }),
      takeNotices: () => (ready?.git?.takeRefused() ?? []).map(noticeOf),
      ...(network === "listed" && {
        async openNetwork({ socket }) {
          const { hosts, jails } = await loaded();
          if (isShared) return await openLoopbackNetwork(jails, { ...hosts, env });
          return await openListedNetwork(jails, { ...hosts, env, socket });
        },
      }),
    },
    async guard() {
      const { jails, hosts, profileOf } = await loaded();
      const own = { writable: [], readable: [], hidden: [], temporary: nowhere };
      const writable = within(placesHoldMs, () =>
        jails.writablePaths(profileOf({ ...own, profile: "workspace" })),
      );
      return {
        network,
        isOpenHost: jails.namesOpenHost([...hosts.hosts, ...hosts.privateHosts]),
        writable: (each) => writable()(each),
      };
    },
    async close() {
      const [tried, own] = await Promise.all([
        found.search.made?.catch(() => undefined),
        loaded.made?.catch(() => undefined),
      ]);
      await own?.git?.close();
      tried?.jail?.close();
    },
  };
}

type Jails = typeof JailPackage;

interface Loaded {
  readonly jails: Jails;
  readonly jail: ProfileJail;
  readonly hosts: OpenHosts;
  /** For commands behind it. */
  readonly variables: Readonly<Record<string, string>>;
  /** Absent where there is no git. */
  readonly git: GitInside | undefined;
  profileOf(options: EnterWallOptions): JailProfile;
}

async function load(
  { settings, homedir, home, env }: WallParts,
  {
    workspace,
    network,
    isShared,
    search,
    remembered,
  }: {
    readonly workspace: string;
    readonly network: WallNetworkKind;
    readonly isShared: boolean;
    readonly search: () => Promise<ProfileJailSearch>;
    readonly remembered: KnownNetwork;
  },
): Promise<Loaded> {
  const [jails, found] = await Promise.all([import("@hermes/jail"), search()]);
  if (found.jail === undefined) {
    await remembered.forget();
    throw new HermesError(`The wall around commands can't be made any more: ${found.reason}`, {
      code: "RUNTIME_NO_WALL",
      hint: found.hint,
    });
  }
  // The broker's socket can't be reached behind Seatbelt: without it git works as far as the wall lets it.
  const git = isShared ? undefined : await openGit(jails, { workspace, home, env });
  const remotes = isShared ? await jails.personsRemotes(workspace, env) : git?.remotes;
  return {
    jails,
    jail: found.jail,
    git,
    variables: jails.cacheVariables({ home: homedir, env }),
    hosts: openHosts(jails, { settings, workspace, homedir, env, remotes }),
    profileOf({ profile, writable, readable, hidden, temporary, proxyPort }) {
      const make = profile === "read-only" ? jails.readOnlyProfile : jails.workspaceProfile;
      const made = make({
        ...{ workspace, home: homedir, hermesHome: home, env, writable, temporary, scratch: temporary },
        network: network === "listed" ? "none" : "host",
      });
      return {
        ...made,
        proxyPort,
        // Whoever reaches the broker of git can change settings, so that who only looks does not see it.
        // Node may be where nothing else of the machine is shown, such as in /tmp.
        readable: [
          ...made.readable,
          process.execPath,
          ...readable,
          ...(profile === "workspace" ? (git?.readable ?? []) : []),
        ],
        hidden: [...made.hidden, ...hidden],
      };
    },
  };
}

/** Sockets have paths of at most 107 bytes. */
const longestFolder = 80;

/** Git behind the wall. Its folder is in the home, which no profile shows; without one git works as far as the wall lets it. */
async function openGit(
  jails: Jails,
  { workspace, home, env }: Pick<WallParts, "home" | "env"> & { readonly workspace: string },
): Promise<GitInside | undefined> {
  const above = join(home, "run");
  const folder = join(above, `${process.pid}-${randomBytes(3).toString("hex")}`);
  if (!existsSync(home) || folder.length > longestFolder) return undefined;
  await removeLeftOver(above);
  return await jails.gitInside({ workspace, folder, env });
}

/** Folders of programs that were killed. */
async function removeLeftOver(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  await Promise.all(
    names
      .filter((name) => !isRunning(Number.parseInt(name, 10)))
      .map((name) => rm(join(folder, name), { recursive: true, force: true })),
  );
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Somebody else's runs, too.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

function noticeOf({ kind, subject }: GitRefusal): string {
  const what = {
    push: `git was not let through to push to ${subject}`,
    remote: `git was not let through to ${subject}, which is no remote that the person gave this repository`,
    setting: `git's setting ${subject} was not changed: it may run programs or send to elsewhere`,
  }[kind];
  return `The wall: ${what}. Where it has to be, call again with outside: true and why; the person is asked.`;
}

/** Makes a value anew when the last one is older. */
function within<Value>(ms: number, make: () => Value): () => Value {
  let last: { readonly at: number; readonly value: Value } | undefined;
  return () => {
    const at = performance.now();
    if (last === undefined || at - last.at > ms) last = { at, value: make() };
    return last.value;
  };
}
