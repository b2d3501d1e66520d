import { replaceFile, withFileLock } from "@hermes/atomic-files";
import type { CoolDown, CoolDowns } from "@hermes/models";
import { recoveries } from "@hermes/models";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * Cool-downs of models in a small file of the home, so that other processes leave a provider alone that has just refused. What
 * can't be read or written is found out again.
 */
export function storedCoolDowns(home: string, now: () => number = Date.now): CoolDowns {
  const path = join(home, "cache", "model-cool-downs.json");
  const read = async (): Promise<Map<string, CoolDown>> => {
    try {
      return parse(await readFile(path, "utf8"));
    } catch {
      // Missing, or half of an older form: nothing is known then.
      return new Map();
    }
  };
  return {
    read,
    async write(name, coolDown) {
      const change = async (): Promise<void> => {
        const kept = [...(await read())].filter(([other, { until }]) => other !== name && until > now());
        if (coolDown !== undefined) kept.push([name, coolDown]);
        replaceFile(path, `${JSON.stringify(Object.fromEntries(kept))}\n`, { durable: false });
      };
      try {
        await withFileLock(`${path}.lock`, change, { code: "COOL_DOWNS_BUSY" });
      } catch {
        // A full disk or a home that can't be written: the next process asks once more, and learns it too.
      }
    },
  };
}

function parse(text: string): Map<string, CoolDown> {
  const value: unknown = JSON.parse(text);
  if (typeof value !== "object" || value === null) return new Map();
  return new Map(Object.entries(value).filter((entry): entry is [string, CoolDown] => isCoolDown(entry[1])));
}

function isCoolDown(value: unknown): value is CoolDown {
  if (typeof value !== "object" || value === null || !("until" in value) || !("cause" in value)) return false;
  return typeof value.until === "number" && typeof value.cause === "string" && value.cause in recoveries;
}
