import { copyFileSync, lstatSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** One file of a profile. */
export interface ProfileFile {
  /** Below its home, with `/`. */
  readonly path: string;
  readonly bytes: Buffer;
  readonly isProgram: boolean;
}

/**
 * Copies files and folders of one home into another. Links, sockets and the like are left out: a link may lead out of the home.
 *
 * @returns What was left out, below the home.
 */
export function copyFiles(from: string, to: string, names: readonly string[]): readonly string[] {
  return names.flatMap((name) => copyOne(from, to, name));
}

function copyOne(from: string, to: string, name: string): readonly string[] {
  const path = join(from, name);
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return [];
  if (stat.isFile()) {
    copyFileSync(path, join(to, name));
    return [];
  }
  if (!stat.isDirectory()) return [name];
  mkdirSync(join(to, name), { mode: 0o700 });
  return readdirSync(path).flatMap((each) => copyOne(from, to, join(name, each)));
}

/** Reads files and folders of a home; what is no file is left out. */
export function readFiles(home: string, names: readonly string[]): readonly ProfileFile[] {
  return names.flatMap((name) => readOne(home, name));
}

function readOne(home: string, name: string): readonly ProfileFile[] {
  const path = join(home, name);
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat?.isFile())
    return [
      { path: name.replaceAll("\\", "/"), bytes: readFileSync(path), isProgram: (stat.mode & 0o100) !== 0 },
    ];
  if (!stat?.isDirectory()) return [];
  return readdirSync(path)
    .toSorted()
    .flatMap((each) => readOne(home, join(name, each)));
}
