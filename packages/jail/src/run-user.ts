import { chown, readdir } from "node:fs/promises";
import { join } from "node:path";

/** A user that nobody else is: far above those of people, services and containers. */
export function newRunUser(): number {
  return process.getBuiltinModule("node:crypto").randomInt(200_000_000, 200_100_000);
}

/** Arguments before a command that make it run as that user, for good. */
export function becomeUser(user: number): readonly string[] {
  return ["setpriv", `--reuid=${user}`, `--regid=${user}`, "--clear-groups", "--no-new-privs", "--"];
}

/** Makes the user the owner of a folder with all that is in it. */
export async function giveTo(folder: string, user: number): Promise<void> {
  const entries = await readdir(folder, { recursive: true });
  const paths = [folder, ...entries.map((name) => join(folder, name))];
  await Promise.all(paths.map((path) => chown(path, user, user)));
}
