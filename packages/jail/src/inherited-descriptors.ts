import { readdirSync, readFileSync } from "node:fs";

/**
 * Descriptors above the usual three that every process which this one starts would get as well. Node opens its own
 * so that they stay here; others come from whoever started this program, and could be a way out of a jail.
 *
 * @returns Nothing where the system does not tell.
 */
export function inheritedDescriptors(): readonly number[] {
  // The kernel answers from memory: asking a pool of threads takes several times as long as waiting.
  return listed("/proc/self/fdinfo").filter((descriptor) => descriptor > 2 && isPassedOn(descriptor));
}

function listed(folder: string): readonly number[] {
  try {
    return readdirSync(folder).map(Number);
  } catch {
    return [];
  }
}

function isPassedOn(descriptor: number): boolean {
  try {
    const info = readFileSync(`/proc/self/fdinfo/${descriptor}`, "utf8");
    const flags = /^flags:\s*(\d+)$/m.exec(info)?.[1];
    return flags !== undefined && (Number.parseInt(flags, 8) & closeOnExec) === 0;
  } catch {
    return false; // Closed meanwhile.
  }
}

const closeOnExec = 0o2000000;
