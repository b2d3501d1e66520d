import { lstatSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { settingsFolders } from "../profile/git-places.ts";
import { realPath } from "../profile/profile-places.ts";
import { addedInside } from "./harmless-settings.ts";
import type { Settings } from "./harmless-settings.ts";
import { ownSettings, parseSettings } from "./repository-settings.ts";
import type { GitProgram } from "./repository-settings.ts";
import { resolvedAddress, rewritten, sshRemote } from "./ssh-remotes.ts";
import type { SshRemote } from "./ssh-remotes.ts";

/** What is known of a repository before anything runs in it. */
export interface RepositoryFacts {
  /** Folders of git whose settings a jailed command may change by the broker, with the file that has them. */
  readonly settingsFiles: ReadonlyMap<string, string>;
  /** Settings of the folder that worktrees share; undefined where there is no repository that git finds in the usual way. */
  readonly shared: { readonly folder: string; readonly settings: Settings } | undefined;
  /** Addresses of remotes that the person gave. */
  readonly addresses: ReadonlySet<string>;
  /** The same with `url.<base>.insteadOf`. */
  readonly usedAddresses: readonly string[];
  readonly sshRemotes: readonly SshRemote[];
  /** The person's command in the place of `ssh`. */
  readonly sshCommand: string | undefined;
}

/**
 * Looks at a repository. Remotes that a jailed command added are none of the person's. A submodule's address can come from a
 * file that anybody may write, so it counts only where a remote of the repository has the same host and user.
 */
export async function inspectRepository(git: GitProgram, workspace: string): Promise<RepositoryFacts> {
  const found = settingsFolders(workspace);
  const own = await ownSettings(git);
  const [main, ...modules] = await Promise.all(
    (found?.folders ?? []).map(async (folder) => {
      const file = realPath(join(folder, "config"));
      return file === undefined ? new Map<string, readonly string[]>() : await settingsIn(git, file);
    }),
  );
  const settings: Settings = main ?? new Map<string, readonly string[]>();
  const ordinary = isOrdinary(settings) ? found?.folders[0] : undefined;
  const addresses = remotesOf(settings);
  const used = (address: string): string => rewritten(address, [own, settings]);
  const bySsh = (list: readonly string[]): readonly SshRemote[] =>
    list.flatMap((address) => sshRemote(used(address)) ?? []);
  const remotes = bySsh(addresses);
  const listed = await settingsIn(git, join(found?.root ?? "/", ".gitmodules"));
  const base = settings.get("remote.origin.url")?.at(-1) ?? "";
  const inner = bySsh(
    [...modules.flatMap(remotesOf), ...[settings, listed].flatMap(submodulesOf)].map((address) =>
      resolvedAddress(address, base),
    ),
  ).filter(({ destination, port }) =>
    remotes.some((remote) => remote.destination === destination && remote.port === port),
  );
  return {
    settingsFiles: settingsFiles(ordinary === undefined ? [] : (found?.folders ?? [])),
    shared: ordinary === undefined ? undefined : { folder: ordinary, settings },
    addresses: new Set(addresses),
    usedAddresses: addresses.map(used),
    sshRemotes: [...remotes, ...inner],
    sshCommand: git.env["GIT_SSH_COMMAND"] ?? valueOf("core.sshcommand", [own, settings]),
  };
}

function settingsFiles(folders: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    folders.flatMap((folder) => {
      const file = realPath(join(folder, "config"));
      return file === undefined ? [] : [[folder, file] as const];
    }),
  );
}

const maxBytes = 1_000_000;

async function settingsIn(git: GitProgram, file: string): Promise<Settings> {
  // It may be anything, such as a pipe that nobody writes to.
  const stats = lstatSync(file, { throwIfNoEntry: false });
  if (stats?.isFile() !== true || stats.size > maxBytes) return new Map();
  try {
    return await parseSettings(git, readFileSync(file, "utf8"));
  } catch {
    return new Map(); // Git can't read it either, and says so to whoever runs it.
  }
}

function remotesOf(settings: Settings): readonly string[] {
  return [...settings].flatMap(([key, values]) => {
    const name = /^remote\.(.*)\.url$/.exec(key)?.[1];
    return name === undefined || settings.has(`remote.${name}.${addedInside}`) ? [] : values;
  });
}

function submodulesOf(settings: Settings): readonly string[] {
  return [...settings].flatMap(([key, values]) => (/^submodule\..*\.url$/.test(key) ? values : []));
}

/** What git leaves out of account when the folder with its settings is another one: then they stay as they are. */
function isOrdinary(settings: Settings): boolean {
  return settings.get("core.bare")?.at(-1) !== "true" && !settings.has("core.worktree");
}

function valueOf(key: string, settings: readonly Settings[]): string | undefined {
  return settings.flatMap((each) => each.get(key) ?? []).at(-1);
}
