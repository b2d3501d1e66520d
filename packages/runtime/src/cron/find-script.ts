import { access, constants, realpath, stat } from "node:fs/promises";
import { extname, isAbsolute, join, relative, sep } from "node:path";
import type { FoundScript } from "./home-cron.ts";

const extensions: ReadonlySet<string> = new Set([".sh", ".bash", ".py", ".js", ".ts"]);

/** A script of a job: a file below the folder of scripts that no link leads out of. */
export async function findScript(folder: string, name: string): Promise<FoundScript> {
  const problem = (why: string): FoundScript => ({ ok: false, problem: `The script "${name}" ${why}.` });
  const parts = name.split(/[/\\]/);
  if (isAbsolute(name) || name.startsWith("~") || parts.includes("..") || name.includes("\0"))
    return problem(`leads out of ${folder}; a script is named by its path below that folder`);
  try {
    const [root, path] = await Promise.all([realpath(folder), realpath(join(folder, name))]);
    if (!isBelow(root, path)) return problem(`leads out of ${folder} by a link`);
    if (!(await stat(path)).isFile()) return problem("is no file");
    if (!extensions.has(extname(path)) && !(await isExecutable(path)))
      return problem(`can't be run: it is neither one of ${[...extensions].join(", ")} nor executable`);
    return { ok: true, path };
  } catch (error) {
    if (!isMissing(error)) return problem(`can't be read: ${error instanceof Error ? error.message : error}`);
    return problem(`is not there; scripts of jobs are in ${folder}`);
  }
}

function isBelow(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== "" && way.split(sep)[0] !== ".." && !isAbsolute(way);
}

async function isExecutable(path: string): Promise<boolean> {
  return await access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}

function isMissing(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return code === "ENOENT" || code === "ENOTDIR";
}
