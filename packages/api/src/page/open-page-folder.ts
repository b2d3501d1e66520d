import { readdir, readFile } from "node:fs/promises";
import { extname, join, relative, sep } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { PageFile, PageFiles } from "./page-files.ts";

const types: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json",
  ".woff2": "font/woff2",
};
const isText = /^(?:text\/|application\/|image\/svg)/;
const compress = promisify(gzip);

/**
 * The files that a build has left in a folder. Only those that are there when the first is asked for are served, so that no path leads
 * out of it; each is read and compressed once, and kept.
 *
 * @param folder Absolute. Those below `assets` have names that change with their content.
 */
export function openPageFolder(folder: string): PageFiles {
  let paths: Promise<ReadonlySet<string>> | undefined;
  const kept = new Map<string, Promise<PageFile>>();
  return {
    async read(asked) {
      const path = asked === "/" ? "/index.html" : asked;
      paths ??= pathsIn(folder);
      if (!(await paths).has(path)) return undefined;
      const file = kept.get(path) ?? readPageFile(folder, path);
      kept.set(path, file);
      return await file;
    },
  };
}

async function pathsIn(folder: string): Promise<ReadonlySet<string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return new Set(
    entries
      .filter((entry) => entry.isFile() && extname(entry.name) in types)
      .map(({ parentPath, name }) => `/${relative(folder, join(parentPath, name)).split(sep).join("/")}`),
  );
}

async function readPageFile(folder: string, path: string): Promise<PageFile> {
  const type = types[extname(path)] ?? "application/octet-stream";
  const body = new Uint8Array(await readFile(join(folder, path)));
  const smaller = isText.test(type) ? new Uint8Array(await compress(body)) : undefined;
  const isWorth = smaller !== undefined && smaller.length < body.length;
  return { body, gzip: isWorth ? smaller : undefined, type, isLasting: path.startsWith("/assets/") };
}
