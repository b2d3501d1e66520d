import { readdir, readFile } from "node:fs/promises";

/**
 * Descriptors above the usual three that every process which this one starts would get as well. Node opens its own
 * so that they stay here; others come from whoever started this program, and could be a way out of a jail.
 *
 * @returns Nothing where the system does not tell.
 */
export async function inheritedDescriptors(): Promise<readonly number[]> {
  const names = await readdir("/proc/self/fdinfo").catch(() => []);
  const found = await Promise.all(
    names.map(async (name) => {
      const info = await readFile(`/proc/self/fdinfo/${name}`, "utf8").catch(() => undefined);
      const flags = /^flags:\s*(\d+)$/m.exec(info ?? "")?.[1];
      const passedOn = flags !== undefined && (Number.parseInt(flags, 8) & closeOnExec) === 0;
      return passedOn && Number(name) > 2 ? [Number(name)] : [];
    }),
  );
  return found.flat();
}

const closeOnExec = 0o2000000;
