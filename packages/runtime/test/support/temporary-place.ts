import { mkdir, mkdtemp, readdir, realpath, rm, stat, writeFile } from "node:fs/promises";
import { homedir, tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { loadSettings } from "@hermes/config";
import type { LoadedSettings } from "@hermes/config";
import type { Environment } from "@hermes/registry";

/** A person of its own: a home folder, a Hermes home in it, and a project to work in. */
export interface TemporaryPlace extends AsyncDisposable {
  readonly root: string;
  readonly homedir: string;
  /** Home of Hermes; not made yet. */
  readonly home: string;
  readonly project: string;
  readonly env: Environment;
  settings(more?: Environment): Promise<LoadedSettings>;
}

export interface TemporaryPlaceOptions {
  /** Not in `/tmp`, where anything may be written. The project is a repository of its own then, since there is one around it. */
  readonly outsideOfScratch?: boolean;
}

/** Disposing it throws when the real home of Hermes was touched meanwhile. */
export async function temporaryPlace({
  outsideOfScratch = false,
}: TemporaryPlaceOptions = {}): Promise<TemporaryPlace> {
  const before = await look(join(homedir(), ".hermes"));
  const base = outsideOfScratch ? folderOutsideOfScratch() : tmpdir();
  await mkdir(base, { recursive: true });
  const root = await realpath(await mkdtemp(join(base, "hermes-runtime-test-")));
  const person = join(root, "person");
  const [home, project] = [join(person, ".hermes"), join(person, "project")];
  await mkdir(project, { recursive: true });
  if (outsideOfScratch) await makeRepository(project);
  // No key of the machine gets in; the path is needed to find a shell.
  // What a wall holds is shown in wall.test.ts; all else is the same with one, and without.
  const open = { TERMINAL_WALL: "open" };
  const env = { PATH: process.env["PATH"], HOME: person, HERMES_HOME: home, TMPDIR: tmpdir(), ...open };
  return {
    root,
    homedir: person,
    home,
    project,
    env,
    settings: (more = {}) => loadSettings({ env: { ...env, ...more } }),
    async [Symbol.asyncDispose]() {
      await rm(root, { recursive: true, force: true });
      const after = await look(join(homedir(), ".hermes"));
      if (after !== before) throw new Error(`The test touched the real home: ${before} became ${after}.`);
    },
  };
}

/** As little as git takes for one: what is run in it must not reach the repository around it. */
async function makeRepository(folder: string): Promise<void> {
  for (const name of ["objects", "refs/heads"]) await mkdir(join(folder, ".git", name), { recursive: true });
  await writeFile(join(folder, ".git", "HEAD"), "ref: refs/heads/main\n");
}

async function look(folder: string): Promise<string> {
  try {
    const { mtimeMs } = await stat(folder);
    return `${mtimeMs} ${(await readdir(folder)).join(" ")}`;
  } catch {
    return "absent";
  }
}

/** The checkout itself may lie in a scratch folder, where everything may be written. */
function folderOutsideOfScratch(): string {
  const ofPackage = join(import.meta.dirname, "..", "..");
  const candidates = [join(ofPackage, "node_modules", ".cache"), join(userInfo().homedir, ".cache")];
  const found = candidates.find(
    (folder) => !/^(\/private)?\/(tmp|var\/(tmp|folders)|dev\/shm)\//.test(folder),
  );
  if (found === undefined)
    throw new Error(`Every folder to test in is a scratch folder: ${candidates.join(", ")}.`);
  return found;
}
