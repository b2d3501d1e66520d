import { isAbsolute, join } from "node:path";
import type { Environment } from "@hermes/registry";
import { gitPlaces } from "./git-places.ts";
import { cachePlaces, credentialPlaces, harmlessPlaces, startupPlaces, systemPlaces } from "./home-places.ts";
import type { HomePlace } from "./home-places.ts";
import type { JailProfile } from "./jail-profile.ts";
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
  /** Says where programs keep what they keep elsewhere, such as `CARGO_HOME`. */
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
 */
export function workspaceProfile(options: WorkspaceProfileOptions): JailProfile {
  const { workspace, home, scratch, env, writable = [] } = options;
  const git = gitPlaces(realPath(workspace) ?? workspace);
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
    hidden: [...systemPlaces, ...credentialPlaces.flatMap((place) => pathsOf(place, home, env)), hermesHome],
    readable: [
      // They may lie where nothing can be seen, such as in /tmp.
      ...[workspace, home],
      ...harmlessPlaces.map((path) => join(home, path)),
      ...["skills", "results"].map((name) => join(hermesHome, name)),
    ],
    temporary,
    network,
  };
}

/** Base folders that the environment may move. @see https://specifications.freedesktop.org/basedir-spec/latest/ */
const bases: readonly (readonly [folder: string, variable: string])[] = [
  [".config/", "XDG_CONFIG_HOME"],
  [".cache/", "XDG_CACHE_HOME"],
  [".local/share/", "XDG_DATA_HOME"],
];

/** Where a place is: below the home folder, and where the environment says. */
function pathsOf(
  { path, variable, within = "" }: HomePlace,
  home: string,
  env: Environment,
): readonly string[] {
  const moved = bases.flatMap(([folder, name]) =>
    path.startsWith(folder) ? valuesOf(env[name]).map((base) => join(base, path.slice(folder.length))) : [],
  );
  const named = variable === undefined ? [] : valuesOf(env[variable]).map((base) => join(base, within));
  return [join(home, path), ...moved, ...named];
}

/** Some variables hold several paths; a kind in front, such as `FILE:`, is none of the path. */
function valuesOf(value: string | undefined): readonly string[] {
  return (value ?? "").split(":").filter((path) => isAbsolute(path) && path !== "/");
}
