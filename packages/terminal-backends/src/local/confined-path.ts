import { closeSync, constants, mkdirSync, openSync, readlinkSync } from "node:fs";
import { normalize } from "node:path";
import { HermesError } from "@hermes/registry";

export interface ConfineOptions {
  /** Folder on this machine. */
  readonly root: string;
  /** What the folder is called by whoever made the links in it. Absolute. */
  readonly name: string;
  /** Folders below that name that are elsewhere. Absolute, by their names there. */
  readonly elsewhere?: readonly string[] | undefined;
  /** Whether a link at the end of the path is followed. */
  readonly follow: boolean;
  /** Makes missing folders on the way. */
  readonly create?: boolean | undefined;
}

/** A path that can't be led elsewhere any more. */
export interface ConfinedPath {
  /** For this process alone, until it is closed. What is at its end may be a link by now. */
  readonly at: string;
  close(): void;
}

const maxLinks = 40;
const folderFlags = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/**
 * Follows a path within a folder in which others make links while this runs. Each folder on the way is opened from the one
 * above, so that what was looked at is what is used. Links mean what they mean to those who see the folder under its name.
 * Needs `/proc`.
 *
 * @param path Names below the folder, separated by slashes.
 * @throws {HermesError} `FILE_ACCESS` when a link leads out of the folder. Otherwise what the system says.
 */
export function confinePath(path: string, options: ConfineOptions): ConfinedPath {
  const { root, follow, create = false } = options;
  const folders = [openSync(root, folderFlags)];
  const close = (): void => folders.splice(0).forEach((descriptor) => closeSync(descriptor));
  try {
    let names = namesOf(path);
    for (let links = 0; ;) {
      const [name, ...rest] = names;
      // The root is always there.
      const folder = `/proc/self/fd/${folders.at(-1) ?? -1}`;
      if (name === undefined) return { at: folder, close };
      const at = `${folder}/${name}`;
      const link = name === ".." || (rest.length === 0 && !follow) ? undefined : linkAt(at);
      if (name === "..") {
        const left = folders.length > 1 ? folders.pop() : undefined;
        if (left === undefined) throw leadsOut(path, "..", options);
        closeSync(left);
        names = rest;
      } else if (link !== undefined) {
        links += 1;
        if (links > maxLinks) throw Object.assign(new Error("too many symbolic links"), { code: "ELOOP" });
        names = [...namesOf(belowRoot(path, link, options)), ...rest];
        if (link.startsWith("/")) for (const left of folders.splice(1)) closeSync(left);
      } else if (rest.length === 0) return { at, close };
      else {
        folders.push(openFolder(at, create));
        names = rest;
      }
    }
  } catch (error) {
    close();
    throw error;
  }
}

function namesOf(path: string): string[] {
  return path.split("/").filter((name) => name !== "" && name !== ".");
}

function belowRoot(path: string, link: string, options: ConfineOptions): string {
  if (!link.startsWith("/")) return link;
  const { name, elsewhere = [] } = options;
  if (!isWithin(link, name) || elsewhere.some((folder) => isWithin(normalize(link), folder)))
    throw leadsOut(path, link, options);
  return link.slice(name.length);
}

export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

function linkAt(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    // No link, or nothing: opening it says more.
    return undefined;
  }
}

function openFolder(path: string, create: boolean): number {
  try {
    return openSync(path, folderFlags);
  } catch (error) {
    const isMissing =
      typeof error === "object" && error !== null && "code" in error && error.code === "ENOENT";
    if (!create || !isMissing) throw error;
    mkdirSync(path);
    return openSync(path, folderFlags);
  }
}

function leadsOut(path: string, link: string, { name }: ConfineOptions): HermesError {
  return new HermesError(`${name}/${path} leads out of ${name} by a symbolic link to ${link}.`, {
    code: "FILE_ACCESS",
    hint: "Name the path that it leads to.",
  });
}
