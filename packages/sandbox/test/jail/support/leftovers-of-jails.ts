import { readdir } from "node:fs/promises";
import { join } from "node:path";

/** Control groups of a process, wherever they are. */
export async function groupsOf(
  owner: number = process.pid,
  folder = "/sys/fs/cgroup",
  depth = 6,
): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const found = await Promise.all(
    entries
      .filter((entry) => entry.isDirectory())
      .map(async ({ name }) =>
        new RegExp(`^hermes-\\w+-${owner}-`).test(name)
          ? [join(folder, name)]
          : depth === 0
            ? []
            : await groupsOf(owner, join(folder, name), depth - 1),
      ),
  );
  return found.flat();
}
