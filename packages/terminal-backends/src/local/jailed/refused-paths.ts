import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";

export interface RefusedPathsOptions {
  readonly output: string;
  readonly cwd: string;
  /** Folders in which a refusal has other reasons than the wall. */
  readonly own: readonly string[];
}

const maxPaths = 3;
/** Longer ones are no messages. */
const maxLineChars = 1_000;
/** At the end of a long output. */
const lookedAtChars = 20_000;

/**
 * Paths that a command named together with the words of the system for "the wall is there": of EROFS, and outside of its own
 * folders of EACCES and EPERM. It finds what programs say in the usual ways, and misses the rest.
 */
export function refusedPaths({ output, cwd, own }: RefusedPathsOptions): readonly string[] {
  const found = new Set<string>();
  for (const line of output.slice(-lookedAtChars).split("\n")) {
    if (line.length > maxLineChars) continue;
    const words = /read-only file system|permission denied|operation not permitted/i.exec(line)?.[0];
    if (words === undefined) continue;
    const isReadOnly = words.toLowerCase().startsWith("read-only");
    const path = pathIn(line, words, cwd);
    if (path === undefined || (!isReadOnly && own.some((folder) => isWithin(path, folder)))) continue;
    found.add(path);
    if (found.size === maxPaths) break;
  }
  return [...found];
}

/** In quotes, from its slash on, or as the word before the message. Its folder has to be there: the rest is chance, or made up. */
function pathIn(line: string, words: string, cwd: string): string | undefined {
  const quoted = [...line.matchAll(/['"‘]([^'"’]+)['"’]/g)].map(([, text = ""]) => text);
  const before = /([^\s:'"]+):\s*$/.exec(line.slice(0, line.indexOf(words)))?.[1];
  const path =
    quoted.find((text) => text.includes("/")) ??
    /(?:^|[\s:=(])(\/[^\s:,'")]+)/.exec(line)?.[1] ??
    quoted[0] ??
    before;
  const absolute = path === undefined ? undefined : resolve(cwd, path);
  return absolute !== undefined && existsSync(dirname(absolute)) ? absolute : undefined;
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith("/") ? folder : `${folder}/`);
}
