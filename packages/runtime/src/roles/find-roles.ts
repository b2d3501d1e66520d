import type { Provenance } from "@hermes/registry";
import { readdir, readFile, realpath } from "node:fs/promises";
import { basename, join, sep } from "node:path";
import type { AdmitContext } from "../prompt/admit-context.ts";
import type { Role } from "./role.ts";

export interface FindRolesOptions {
  /** Home of Hermes. */
  readonly home: string;
  /** Whether a file counts. */
  readonly admit: AdmitContext;
  /** Untrusted sources of a file. */
  readonly sourcesOf: (path: string) => Promise<readonly Provenance[]>;
  readonly warn: (message: string) => void;
}

export interface RoleFolder {
  readonly source: Role["source"];
  readonly folder: string;
  /** Links out of it are not followed. */
  readonly within: string;
}

/** What is longer is no role, and would fill the window of whoever gets it. */
const maxBytes = 64_000;

/**
 * The roles of some folders, by name; of two with one name that of the earlier folder. A file that can't be read is warned of, with
 * its line, and the others work.
 */
export async function findRoles(
  folders: readonly RoleFolder[],
  options: FindRolesOptions,
): Promise<readonly Role[]> {
  const found = new Map<string, Role>();
  for (const place of folders) {
    for (const name of await namesIn(place.folder)) {
      const role = await readRole(join(place.folder, name), place, options);
      if (role !== undefined && !found.has(role.name)) found.set(role.name, role);
    }
  }
  return [...found.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

/** Empty where there is no such folder. */
async function namesIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => name.endsWith(".md")).toSorted();
}

async function readRole(
  path: string,
  { source, within }: RoleFolder,
  { home, admit, sourcesOf, warn }: FindRolesOptions,
): Promise<Role | undefined> {
  const leftOut = (why: string): undefined => {
    warn(`The role ${path} is left out: ${why}.`);
    return undefined;
  };
  try {
    const real = await realpath(path);
    if (!real.startsWith((await realpath(within)) + sep)) return leftOut(`it leads out of ${within}`);
    const bytes = await readFile(real);
    if (bytes.length > maxBytes) return leftOut(`it has ${bytes.length} bytes, of at most ${maxBytes}`);
    if (!(await admit({ path, name: path, bytes }))) return undefined;
    const text = await seenText({ name: path, text: bytes.toString("utf8") }, source, { home, warn });
    const { parseRole } = await import("./parse-role.ts");
    const parsed = await parseRole(text, basename(path, ".md"));
    if (!parsed.ok) return leftOut(`line ${parsed.line}: ${parsed.problem}`);
    const provenance = await sourcesOf(path);
    return {
      ...parsed.role,
      // Whom work is sent to, and what it costs, is no matter of a repository.
      model: source === "home" ? parsed.role.model : undefined,
      ...{ source, path },
      ...(provenance.length === 0 ? {} : { provenance }),
    };
  } catch (error) {
    return leftOut(error instanceof Error ? error.message : String(error));
  }
}

/** Of a workspace without the lines that look like an injection. */
async function seenText(
  file: { readonly name: string; readonly text: string },
  source: Role["source"],
  options: { readonly home: string; readonly warn: (message: string) => void },
): Promise<string> {
  if (source === "home") return file.text;
  const { maskFlagged } = await import("../prompt/mask-flagged.ts");
  const [masked] = await maskFlagged([file], options);
  return masked?.text ?? "";
}
