import { existsSync } from "node:fs";
import { realpath } from "node:fs/promises";
import { basename, dirname, join, relative, sep } from "node:path";
import {
  credentialFiles,
  harmlessDevices,
  hermesCredentials,
  processSecrets,
  readableFiles,
  scratchFolders,
  startupFiles,
  systemCredentials,
  systemFolders,
} from "./protected-paths.ts";

/** Something about a call that needs a person's word, or that is refused whatever a person says. */
export interface Finding {
  readonly kind: "ask" | "refuse";
  /** What an approval for the session covers. */
  readonly id: string;
  readonly reason: string;
}

export interface Places {
  readonly workspace: string;
  /** Home of Hermes. */
  readonly home: string;
  /** Home of the person. */
  readonly homedir: string;
  /** A folder for scratch files beside the usual ones. */
  readonly scratch?: string | undefined;
}

/**
 * What speaks against reading or writing a path. Symlinks are followed first; a link that is itself a credential
 * file counts as one.
 *
 * @param path Absolute and normalised. It may not exist.
 */
export async function judgePath(
  path: string,
  access: "read" | "write",
  places: Places,
): Promise<Finding | undefined> {
  // They are links themselves, to whatever the process writes to.
  if (access === "write" && harmlessDevices.test(path)) return undefined;
  const real = await realPath(path);
  return (
    judge(path, access, places) ?? (real === path ? undefined : judge(real, access, await realPlaces(places)))
  );
}

/**
 * What speaks against searching below a folder, apart from the folder itself: a search leaves out what is hidden, so
 * that only credential files without a hidden name on the way from there are found by it.
 */
export async function judgeSearch(folder: string, places: Places): Promise<Finding | undefined> {
  const itself = await judgePath(folder, "read", places);
  if (itself !== undefined) return itself;
  const real = await realPath(folder);
  const files = [
    ...systemCredentials,
    ...below(places.home, hermesCredentials),
    ...below(places.homedir, credentialFiles),
  ];
  const reached = files.find(
    (file) => contains(real, file) && !/(^|\/)\./.test(relative(real, file)) && existsSync(file),
  );
  if (reached === undefined) return undefined;
  const reason = `The search would go through ${reached}, which holds credentials; search a narrower folder.`;
  return { kind: "refuse", id: "credentials", reason };
}

/** Whether deleting this with everything in it would take the system, the home or Hermes' own store along. */
export async function isIrreplaceable(path: string, places: Places): Promise<boolean> {
  const real = await realPlaces(places);
  const candidates = [path, await realPath(path)];
  const kept = [places.homedir, places.home, real.homedir, real.home];
  return candidates.some((each) => kept.some((folder) => contains(each, folder)) || isTopFolder(each));
}

/** Follows symlinks as far as the path exists; the rest is kept as it is. */
async function realPath(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(await realPath(parent), basename(path));
  }
}

function judge(path: string, access: "read" | "write", places: Places): Finding | undefined {
  if (isCredential(path, access, places)) {
    return {
      kind: "refuse",
      id: "credentials",
      reason: `${path} holds credentials, which stay with the person.`,
    };
  }
  return access === "read" ? undefined : judgeWrite(path, places);
}

function isCredential(path: string, access: "read" | "write", { homedir, home }: Places): boolean {
  if (processSecrets.test(path) || within(path, "/", systemCredentials)) return true;
  if (within(path, home, hermesCredentials)) return true;
  if (!within(path, homedir, credentialFiles)) return false;
  return access === "write" || !readableFiles.test(path.slice(homedir.length + 1));
}

function judgeWrite(path: string, { workspace, home, homedir, scratch }: Places): Finding | undefined {
  if (within(path, homedir, startupFiles))
    return ask(`startup:${path}`, `${path} is read by programs when they start.`);
  if (path === join(home, "config.yaml")) return ask("hermes-settings", "It changes Hermes' own settings.");
  if (scratchFolders.some((folder) => path.startsWith(folder))) return undefined;
  if (scratch !== undefined && contains(scratch, path)) return undefined;
  const system = systemFolders.find((folder) => `${path}/`.startsWith(folder));
  if (system !== undefined && !`${workspace}/`.startsWith(system)) {
    return ask(`system:${dirname(path)}`, `${path} belongs to the system.`);
  }
  if (contains(workspace, path)) return undefined;
  return ask(`outside:${dirname(path)}`, `${path} lies outside the workspace ${workspace}.`);
}

function below(folder: string, entries: readonly string[]): readonly string[] {
  return entries.map((entry) => join(folder, entry));
}

function ask(id: string, reason: string): Finding {
  return { kind: "ask", id, reason };
}

/** Whether a path is one of the entries below a folder; an entry that ends in `/` stands for all in it. */
function within(path: string, folder: string, entries: readonly string[]): boolean {
  return entries.some((entry) => {
    const protectedPath = join(folder, entry);
    return entry.endsWith("/") ? `${path}/`.startsWith(protectedPath) : path === protectedPath;
  });
}

function contains(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

function isTopFolder(path: string): boolean {
  if (dirname(path) !== "/") return false;
  return (
    path === "/" ||
    systemFolders.some((folder) => folder === `${path}/`) ||
    /^\/(home|root|run|Users|Applications)$/.test(path)
  );
}

async function realPlaces({ workspace, home, homedir, scratch }: Places): Promise<Places> {
  const [realWorkspace, realHome, realHomedir, realScratch] = await Promise.all([
    realPath(workspace),
    realPath(home),
    realPath(homedir),
    scratch === undefined ? undefined : realPath(scratch),
  ]);
  return { workspace: realWorkspace, home: realHome, homedir: realHomedir, scratch: realScratch };
}
