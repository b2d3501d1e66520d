import { existsSync, lstatSync, realpathSync } from "node:fs";
import { readlink } from "node:fs/promises";
import { join, parse, relative, resolve, sep } from "node:path";
import type { Finding } from "../finding.ts";
import { homeAround, homesTogether, rootHome } from "./homes-together.ts";
import { followHardLink } from "./hard-link.ts";
import type { Places } from "./places.ts";
import {
  credentialFiles,
  diskDevice,
  harmlessDevices,
  hermesCredentials,
  hermesPolicyFiles,
  hostKeys,
  loginFiles,
  privateRecords,
  processSecrets,
  projectSecrets,
  readableFiles,
  scratchFolders,
  startupFiles,
  systemCredentials,
  systemFolders,
  workspaceTriggers,
} from "./protected-paths.ts";

export type PathAccess = "read" | "write" | "delete";

/**
 * Judges one path that is about to be read, written or deleted. Symlinks are followed first, as far as the path exists,
 * and a hard link to a file of Hermes is that file; the path as given and the place that it leads to are both judged, and the stricter finding counts.
 *
 * @param path Absolute. Reading outside the workspace is free, credentials excepted.
 * @returns `undefined` when nothing speaks against it.
 */
export async function judgePath(
  path: string,
  access: PathAccess,
  places: Places,
): Promise<Finding | undefined> {
  // They are links themselves, to whatever the process writes to.
  if (access === "write" && harmlessDevices.test(path)) return undefined;
  const [real, realPlaces] = await Promise.all([realPath(path), resolvePlaces(places)]);
  return stricter(
    judgeLexicalPath(path, access, places),
    judgeLexicalPath(followHardLink(real, realPlaces), access, realPlaces),
  );
}

/**
 * Judges a search through everything below a folder: refused where it would go through a file with credentials that
 * exists. Hidden folders are not searched, so only what lies outside of them counts.
 */
export async function judgeSearch(folder: string, places: Places): Promise<Finding | undefined> {
  const real = await realPath(folder);
  if (isCredential(real, "read", places)) return refuseCredentials(real, "read");
  const files = [
    ...systemCredentials,
    ...homesTogether(places.home).flatMap((home) => hermesCredentials.map((entry) => join(home, entry))),
    ...credentialFiles.map((entry) => join(places.homedir, entry)),
  ];
  const reached = files.find(
    (file) => contains(real, file) && !/(^|\/)\./.test(relative(real, file)) && existsSync(file),
  );
  if (reached === undefined) return undefined;
  const reason = `The search would go through ${reached}, which holds credentials; search a narrower folder.`;
  return { id: "credentials.read", severity: "refuse", reason, path: reached };
}

/** Whether deleting this with everything in it would take the system, the home or Hermes' own store along. */
export function isIrreplaceable(path: string, places: Places): boolean {
  return [places.homedir, places.home].some((kept) => contains(path, kept)) || isTopFolder(path);
}

// As many as the system follows.
const mostLinks = 40;

/**
 * Follows symlinks as far as the path exists; the rest is kept as it is. A link to something that is not there yet
 * leads there all the same: whoever writes through it makes it.
 *
 * @param known What was looked up before; shared within one verdict only, because links change.
 */
export async function realPath(
  path: string,
  known: Map<string, string> = new Map<string, string>(),
  links = 0,
): Promise<string> {
  const before = known.get(path);
  if (before !== undefined) return before;
  const real = existingPath(path) ?? (await missingPath(path, known, links));
  known.set(path, real);
  return real;
}

function existingPath(path: string): string | undefined {
  // The disk is asked in place: a verdict asks about a few paths, and each way through the thread pool costs more.
  if (!existsSync(path)) return undefined;
  try {
    return realpathSync.native(path);
  } catch {
    return undefined; // gone since, or not to be looked into
  }
}

/** From the top, so that a long way through nothing costs no more than its beginning. */
async function missingPath(path: string, known: Map<string, string>, links: number): Promise<string> {
  const whole = resolve(path);
  let folder = parse(whole).root;
  const names = whole.slice(folder.length).split(sep);
  const missing = names.findIndex((name) => {
    const next = join(folder, name);
    if (!existsSync(next)) return true;
    folder = next;
    return false;
  });
  const real = existingPath(folder) ?? folder;
  if (missing === -1) return real;
  const name = names[missing] ?? "";
  const first = join(folder, name);
  const target =
    links < mostLinks && isLink(first) ? await readlink(first).catch(() => undefined) : undefined;
  const start =
    target === undefined ? join(real, name) : await realPath(resolve(real, target), known, links + 1);
  return join(start, names.slice(missing + 1).join(sep));
}

/** Below a file, in a folder that can't be entered, or with a name too long, there is no link. */
function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch {
    return false;
  }
}

/** The same places with symlinks followed. */
export async function resolvePlaces(
  places: Places,
  known: Map<string, string> = new Map<string, string>(),
): Promise<Places> {
  const { workspace, home, homedir, scratch, extraRoots = [] } = places;
  const [realWorkspace, realHome, realHomedir, realScratch, ...roots] = await Promise.all([
    realPath(workspace, known),
    realPath(home, known),
    realPath(homedir, known),
    scratch === undefined ? undefined : realPath(scratch, known),
    ...extraRoots.map((root) => realPath(root, known)),
  ]);
  const extra = roots.filter((root) => root !== undefined);
  return {
    workspace: realWorkspace,
    home: realHome,
    homedir: realHomedir,
    scratch: realScratch,
    extraRoots: extra,
  };
}

/** The verdict on a path as it is written, without looking at the disk. */
export function judgeLexicalPath(path: string, access: PathAccess, places: Places): Finding | undefined {
  if (isCredential(path, access, places)) return refuseCredentials(path, access);
  return access === "read" ? judgeRead(path, places) : judgeWrite(path, access, places);
}

/** Of two findings the one that counts: a refusal before a question. */
export function stricter(one: Finding | undefined, other: Finding | undefined): Finding | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return other.severity === "refuse" && one.severity === "ask" ? other : one;
}

/** Whether a path is a folder or lies in it. */
export function contains(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** Whether writing here needs no question because it is the work or scratch. */
export function isWorkspaceOrScratch(path: string, { workspace, extraRoots = [], scratch }: Places): boolean {
  return (
    contains(workspace, path) ||
    extraRoots.some((root) => contains(root, path)) ||
    scratchFolders.some((folder) => path.startsWith(folder)) ||
    (scratch !== undefined && contains(scratch, path))
  );
}

/**
 * Whether a path is the work: in the workspace, also where that lies below a folder for temporary files, and not in a scratch folder
 * inside of it.
 */
export function isWork(path: string, { workspace, extraRoots = [], scratch }: Places): boolean {
  return [workspace, ...extraRoots].some(
    (root) =>
      contains(root, path) &&
      !scratchFolders.includes(`${root}/`) &&
      !(scratch !== undefined && contains(root, scratch) && contains(scratch, path)),
  );
}

function isCredential(path: string, access: PathAccess, { homedir, home }: Places): boolean {
  if (processSecrets.test(path) || hostKeys.test(path) || within(path, "/", systemCredentials)) return true;
  if (within(path, homeAround(path, home) ?? home, hermesCredentials)) return true;
  if (!within(path, homedir, credentialFiles)) return false;
  const inHome = path.slice(homedir.length + 1);
  return !readableFiles.test(inHome) || (access !== "read" && loginFiles.test(inHome));
}

function refuseCredentials(path: string, access: PathAccess): Finding {
  const id = access === "read" ? "credentials.read" : "credentials.write";
  const reason =
    access !== "read" && /\/\.ssh\/(authorized_keys|config)$/.test(path)
      ? `${path} says who may log in and what ssh runs; only the person changes it.`
      : `${path} holds credentials, which stay with the person.`;
  return { id, severity: "refuse", reason, path };
}

function judgeRead(path: string, { homedir }: Places): Finding | undefined {
  if (within(path, homedir, privateRecords))
    return ask("private.read", path, `${path} records what was typed, passwords among it.`);
  if (projectSecrets.test(path)) return ask("secrets.read", path, `${path} usually holds secrets.`);
  return undefined;
}

function judgeWrite(path: string, access: PathAccess, places: Places): Finding | undefined {
  const { workspace, home, homedir } = places;
  const verb = access === "delete" ? "deleted" : "written";
  if (harmlessDevices.test(path)) return undefined;
  if (diskDevice.test(path)) {
    const reason = `${path} is a disk; writing to it destroys it.`;
    return { id: "disk.write", severity: "refuse", reason, path };
  }
  if (path === "/proc/sysrq-trigger")
    return {
      id: "machine.power",
      severity: "refuse",
      reason: `${path} restarts or stops the machine.`,
      path,
    };
  if (isPolicyFile(path, home))
    return ask("hermes.settings", path, `${path} steers Hermes or records what it did.`);
  if (within(path, homedir, startupFiles) && !(isWorkspaceOrScratch(path, places) && /\/bin\//.test(path)))
    return ask("startup.write", path, `${path} is read by programs when they start.`);
  if (contains(join(homedir, ".ssh"), path) && /\/known_hosts(\.old)?$/.test(path))
    return ask("ssh.known-hosts", path, `${path} says which machines ssh trusts and would be ${verb}.`);
  if (workspaceTriggers.test(path))
    return ask("startup.write", path, `${path} makes a program run something by itself.`);
  if (isWorkspaceOrScratch(path, places) || (access === "write" && scratchFolders.includes(`${path}/`)))
    return undefined;
  const system = systemFolders.find((folder) => `${path}/`.startsWith(folder));
  if (system !== undefined)
    return ask("system.write", path, `${path} belongs to the system and would be ${verb}.`);
  return ask(
    access === "delete" ? "delete.outside" : "workspace.outside",
    path,
    `${path} lies outside the workspace ${workspace} and would be ${verb}.`,
  );
}

/** What lies in the home of another profile steers another Hermes, all of it. */
function isPolicyFile(path: string, home: string): boolean {
  const around = homeAround(path, home);
  if (around === undefined) return false;
  return within(path, around === home ? home : rootHome(home), hermesPolicyFiles);
}

function ask(id: string, path: string, reason: string): Finding {
  return { id, severity: "ask", reason, path };
}

/** Whether a path is one of the entries below a folder; an entry that ends in `/` stands for all in it. */
function within(path: string, folder: string, entries: readonly string[]): boolean {
  const prefix = folder.endsWith("/") ? folder : `${folder}/`;
  if (folder !== "/" && !path.startsWith(prefix)) return false;
  return entries.some((entry) => {
    const protectedPath = folder === "/" ? entry : prefix + entry;
    return entry.endsWith("/") ? `${path}/`.startsWith(protectedPath) : path === protectedPath;
  });
}

function isTopFolder(path: string): boolean {
  if (path === "/") return true;
  if (systemFolders.includes(`${path}/`)) return true;
  return /^\/(home|root|run|Users|Volumes|private|usr\/(bin|lib|local|share|sbin))$/.test(path);
}
