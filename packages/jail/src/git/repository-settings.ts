import { execFile } from "node:child_process";
import {
  closeSync,
  constants,
  ftruncateSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SettingChange, Settings } from "./harmless-settings.ts";

/** Git of this machine, asked about texts of settings; it looks into no repository. */
export interface GitProgram {
  readonly program: string;
  readonly env: Readonly<Record<string, string>>;
}

/**
 * What a text of settings says, without the files that it includes.
 *
 * @throws What git says of a text that it can't read.
 */
export async function parseSettings(git: GitProgram, text: string): Promise<Settings> {
  return listed(await runGit(git, ["config", "--file", "-", "--no-includes", "--list", "-z"], text));
}

/** What the person's own files say, and those of the machine. */
export async function ownSettings(git: GitProgram): Promise<Settings> {
  return listed(await runGit(git, ["config", "--list", "-z"]));
}

function listed(output: string): Settings {
  const settings = new Map<string, string[]>();
  for (const entry of output.split("\0")) {
    if (entry === "") continue;
    const end = entry.indexOf("\n");
    const [key, value] = end < 0 ? [entry, "true"] : [entry.slice(0, end), entry.slice(end + 1)];
    settings.set(key, [...(settings.get(key) ?? []), value]);
  }
  return settings;
}

/**
 * Changes a file of settings in its place: jails that run hold it by a mount, and the kernel takes that away when the
 * file is replaced by another. The lock of git is taken meanwhile.
 *
 * @param decide Told what the file says, gives what is to change.
 * @throws When somebody else holds the lock, the file has become a link, or git refuses a change.
 */
export async function changeSettings(
  git: GitProgram,
  file: string,
  decide: (actual: Settings) => readonly SettingChange[],
): Promise<void> {
  const lock = `${file}.lock`;
  closeSync(openSync(lock, "wx"));
  try {
    const descriptor = openSync(file, constants.O_RDWR | constants.O_NOFOLLOW);
    try {
      const text = readFileSync(descriptor, "utf8");
      const changes = decide(await parseSettings(git, text));
      if (changes.length === 0) return;
      const bytes = await changedText(git, text, changes);
      writeSync(descriptor, bytes, 0, bytes.length, 0);
      ftruncateSync(descriptor, bytes.length);
    } finally {
      closeSync(descriptor);
    }
  } finally {
    unlinkSync(lock);
  }
}

/** Git itself writes them, into a file that nobody else reaches. */
async function changedText(
  git: GitProgram,
  text: string,
  changes: readonly SettingChange[],
): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), "hermes-git-"));
  try {
    const copy = join(folder, "config");
    writeFileSync(copy, text);
    const change = ["config", "--file", copy];
    for (const { key, values } of changes) {
      const [first, ...more] = values;
      // It ends with 5 where there is nothing to remove.
      if (first === undefined) await runGit(git, [...change, "--unset-all", key], "", [5]);
      else await runGit(git, [...change, "--replace-all", key, first]);
      for (const value of more) await runGit(git, [...change, "--add", key, value]);
    }
    return readFileSync(copy);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Asked before the first command behind the wall, so it does not wait for execa to load. */
async function runGit(
  { program, env }: GitProgram,
  args: readonly string[],
  input = "",
  accepted: readonly number[] = [],
): Promise<string> {
  return await new Promise((resolve, reject) => {
    const options = {
      cwd: "/",
      env: { ...env, GIT_DIR: "/dev/null" },
      timeout: 10_000,
      maxBuffer: 4_000_000,
    };
    const child = execFile(program, [...args], options, (error, stdout) => {
      if (error === null || accepted.includes(Number(error.code))) resolve(stdout);
      else reject(error);
    });
    child.stdin?.on("error", () => undefined).end(input);
  });
}
