import { findOnPath } from "@hermes/registry/programs";
import type { Environment } from "@hermes/registry";
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { basename, isAbsolute, join, resolve } from "node:path";
import type { RunnableHook } from "./runnable-hook.ts";

/** The files that a hook runs, as they are now. */
export interface HookFiles {
  /** SHA-256 over all of them. */
  readonly digest: string;
  /** Folder of the work, where a relative path leads to one of them; else empty. */
  readonly project: string;
  /** Absolute. */
  readonly paths: readonly string[];
  /** The program, absolute. Undefined: there is none of that name. */
  readonly program: string | undefined;
}

/** Looks at the program of a hook, at the files among its arguments, and at all of its own folder. */
export class HookDigests {
  readonly #known = new Map<string, { readonly of: string; readonly hash: string }>();

  async of(
    { command, folder }: RunnableHook,
    { cwd, env }: { readonly cwd: string; readonly env: Environment },
  ): Promise<HookFiles> {
    const [first = "", ...rest] = command;
    const isPath = basename(first) !== first;
    const program = isPath ? resolve(cwd, first) : findOnPath(first, env);
    const named = rest.flatMap((word) => [
      word,
      ...(word.includes("=") ? [word.slice(word.indexOf("=") + 1)] : []),
    ]);
    const paths = [
      ...(program === undefined ? [] : [program]),
      ...named.filter((word) => word !== "").map((word) => resolve(cwd, word)),
      ...(folder === undefined ? [] : await filesBelow(folder)),
    ];
    const hashed = await Promise.all(
      [...new Set(paths)].map(async (path) => [path, await this.#hashOf(path)] as const),
    );
    const found = hashed.flatMap(([path, hash]) => (hash === undefined ? [] : [[path, hash] as const]));
    const ofProject = [...(isPath ? [first] : []), ...named].some(
      (word) => !isAbsolute(word) && found.some(([path]) => path === resolve(cwd, word)),
    );
    return {
      digest: createHash("sha256").update(JSON.stringify(found)).digest("hex"),
      project: ofProject ? cwd : "",
      paths: found.map(([path]) => path),
      program: found.some(([path]) => path === program) ? program : undefined,
    };
  }

  /** Undefined: there is no such file. */
  async #hashOf(path: string): Promise<string | undefined> {
    const facts = await stat(path, { bigint: true }).catch(() => undefined);
    if (facts === undefined || !facts.isFile()) return undefined;
    // Nobody can set the time of the last change of its entry.
    const of = [facts.dev, facts.ino, facts.size, facts.mtimeNs, facts.ctimeNs].join(" ");
    const known = this.#known.get(path);
    if (known?.of === of) return known.hash;
    const hash = createHash("sha256");
    for await (const piece of createReadStream(path)) hash.update(piece as Buffer); // without an encoding it gives bytes
    const made = hash.digest("hex");
    this.#known.set(path, { of, hash: made });
    return made;
  }
}

async function filesBelow(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
}
