import { spawn } from "node:child_process";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Environment } from "@hermes/registry";

/** So many are listed, and no more: of a folder that is not meant, such as `/`, a part does. */
const mostFiles = 250_000;

/**
 * Files below a folder, relative to it: what git knows or would add; where there is no repository, what lies there but
 * hidden folders and `node_modules`.
 */
export async function listFiles(cwd: string, env: Environment): Promise<readonly string[]> {
  return (await filesOfGit(cwd, env)) ?? (await walk(cwd));
}

/** Undefined where the folder is in no repository. */
async function filesOfGit(cwd: string, env: Environment): Promise<readonly string[] | undefined> {
  // Variables of an outer git would name another repository.
  const kept = Object.entries(env).filter(([name]) => !name.startsWith("GIT_"));
  const git = spawn(
    "git",
    [
      "-c",
      "core.fsmonitor=false",
      "-c",
      "safe.bareRepository=explicit",
      "ls-files",
      "-coz",
      "--exclude-standard",
    ],
    {
      cwd,
      env: { ...Object.fromEntries(kept), GIT_OPTIONAL_LOCKS: "0" },
      stdio: ["ignore", "pipe", "ignore"],
    },
  );
  const ended = new Promise<boolean>((resolve) => {
    git.once("error", () => resolve(false));
    git.once("close", (code) => resolve(code === 0));
  });
  const files: string[] = [];
  let rest = "";
  for await (const chunk of git.stdout.setEncoding("utf8").iterator({ destroyOnReturn: true })) {
    const pieces = (rest + String(chunk)).split("\0");
    rest = pieces.pop() ?? "";
    for (const piece of pieces) if (piece !== files.at(-1)) files.push(piece);
    if (files.length > mostFiles) {
      git.kill("SIGKILL");
      return files;
    }
  }
  return (await ended) ? files : undefined;
}

async function walk(cwd: string): Promise<readonly string[]> {
  const files: string[] = [];
  const folders = [""];
  for (
    let folder = folders.shift();
    folder !== undefined && files.length < mostFiles;
    folder = folders.shift()
  ) {
    // oxlint-disable-next-line no-await-in-loop -- near folders come first, and the machine has other things to do
    const entries = await readdir(join(cwd, folder), { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      const path = folder + entry.name;
      if (!entry.isDirectory()) files.push(path);
      else if (!entry.name.startsWith(".") && entry.name !== "node_modules") folders.push(`${path}/`);
    }
  }
  return files;
}
