import { readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Environment } from "@hermes/registry";
import { gitPlaces } from "./git-places.ts";
import {
  cachePlaces,
  credentialPlaces,
  harmlessPlaces,
  harmlessSystemPlaces,
  refreshPlaces,
  socketVariables,
  startupPlaces,
  systemPlaces,
} from "./home-places.ts";
import type { JailProfile } from "./jail-profile.ts";
import { makeCaches, makeHookFolders } from "./make-folders.ts";
import { pathsOf } from "./paths-of-place.ts";
import { realPath } from "./profile-places.ts";
import { workspaceTriggers } from "./workspace-places.ts";

export interface WorkspaceProfileOptions {
  /** Folder of the work, absolute. */
  readonly workspace: string;
  /** Home of the person. */
  readonly home: string;
  /** Home of Hermes. */
  readonly hermesHome: string;
  /** Folder for scratch files. */
  readonly scratch: string;
  /** Says where programs keep what they keep elsewhere, such as `CARGO_HOME`, and by `PATH` which there are. */
  readonly env: Environment;
  /** Folders and files that can be written as well. @default [] */
  readonly writable?: readonly string[] | undefined;
  /** Folder that is `/tmp` inside; see `JailProfile`. */
  readonly temporary?: string | undefined;
  /** @default "host" */
  readonly network?: JailProfile["network"] | undefined;
}

/**
 * For working in a project: the workspace, its repository, the scratch folder and caches of packages can be written, all
 * but what runs by itself. Credentials and the home of Hermes are not there.
 *
 * Only what exists can be made writable or be protected. So where a program on `PATH` was never used, the empty folder of its
 * cache is made, and so is a repository's folder of hooks.
 */
export function workspaceProfile(options: WorkspaceProfileOptions): JailProfile {
  const { workspace, home, scratch, env, writable = [] } = options;
  makeCaches({ workspace, home, env });
  const git = gitPlaces(realPath(workspace) ?? workspace);
  makeHookFolders(git.protected);
  return {
    ...closedPlaces(options),
    writable: [
      workspace,
      scratch,
      ...writable,
      ...git.folders,
      ...cachePlaces.flatMap((place) => pathsOf(place, home, env)),
    ],
    protected: [
      ...workspaceTriggers.map((path) => join(workspace, path)),
      ...git.protected,
      ...startupPlaces.map((path) => join(home, path)),
    ],
  };
}

/** For looking at a project: as `workspaceProfile`, but nothing can be written but scratch files and what `writable` names. */
export function readOnlyProfile(options: WorkspaceProfileOptions): JailProfile {
  const { scratch, writable = [] } = options;
  return { ...closedPlaces(options), writable: [scratch, ...writable], protected: [] };
}

function closedPlaces(
  options: WorkspaceProfileOptions,
): Pick<JailProfile, "hidden" | "readable" | "temporary" | "network"> {
  const { workspace, home, hermesHome, env, temporary, network = "host" } = options;
  return {
    hidden: [
      ...systemPlaces,
      ...[...credentialPlaces, ...refreshPlaces].flatMap((place) => pathsOf(place, home, env)),
      ...credentialsOfOthers(home),
      ...socketVariables.flatMap((name) => env[name]?.match(/\/[^:,;=]+/g) ?? []),
      homesTogether(hermesHome, home),
    ],
    readable: [
      // They may lie where nothing can be seen, such as in /tmp.
      ...[workspace, home],
      ...harmlessSystemPlaces,
      ...harmlessPlaces.map((path) => join(home, path)),
      ...["skills", "results"].map((name) => join(hermesHome, name)),
    ],
    temporary,
    network,
  };
}

/**
 * What holds a home and those beside it, with their keys and conversations: of a profile, which is `profiles/<name>` of another home,
 * that one, unless the person's own folder lies in it.
 */
function homesTogether(hermesHome: string, home: string): string {
  const profiles = dirname(hermesHome);
  if (basename(profiles) !== "profiles") return hermesHome;
  const root = dirname(profiles);
  return `${home}/`.startsWith(root === "/" ? root : `${root}/`) ? profiles : root;
}

/** Root can read what other people keep, and some keep it open to all. */
function credentialsOfOthers(home: string): readonly string[] {
  const others = ["/root", ...namesIn("/home").map((name) => join("/home", name))];
  return others
    .filter((other) => other !== home)
    .flatMap((other) => {
      // One look at the folder is cheaper than one at each place.
      const names = new Set(namesIn(other));
      return credentialPlaces
        .filter(({ path }) => names.has(path.split("/", 1)[0] ?? ""))
        .map(({ path }) => join(other, path));
    });
}

/** @returns Nothing where one may not look; to name what is in there, one would have to know it. */
function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
