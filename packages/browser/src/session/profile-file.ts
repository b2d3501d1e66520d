import { readFileSync } from "node:fs";
import { join } from "node:path";
import { replaceFile } from "@hermes/atomic-files";
import { HermesError } from "@hermes/registry";
import type { BrowserContext } from "playwright-core";
import * as z from "zod";

/** Cookies, localStorage and IndexedDB, as Playwright keeps them. */
export type StorageState = Awaited<ReturnType<BrowserContext["storageState"]>>;

/** @throws {HermesError} `BROWSER_BAD_PROFILE` for a name that could lead elsewhere. */
export function profilePath(folder: string | undefined, name: string): string {
  if (folder === undefined)
    throw new HermesError(`There is no folder for the browser profile "${name}".`, {
      code: "BROWSER_BAD_PROFILE",
      hint: "Give profilesFolder beside profile.",
    });
  if (!/^[A-Za-z0-9_][A-Za-z0-9_.-]{0,63}$/.test(name))
    throw new HermesError(`"${name.slice(0, 80)}" can't be the name of a browser profile.`, {
      code: "BROWSER_BAD_PROFILE",
      hint: "Use letters, digits, _, - and ., at most 64, and no dot or hyphen at the start.",
    });
  return join(folder, `${name}.json`);
}

const shape = z.looseObject({ cookies: z.array(z.looseObject({})), origins: z.array(z.looseObject({})) });

/**
 * @returns Undefined where nothing was kept yet.
 * @throws {HermesError} `BROWSER_BAD_PROFILE` where the file is there and can't be used: it is not overwritten then.
 */
export function readProfile(path: string): StorageState | undefined {
  try {
    // What Playwright wrote, it reads; it checks each field itself.
    return shape.parse(JSON.parse(readFileSync(path, "utf8"))) as unknown as StorageState;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw new HermesError(`The browser profile in ${path} can't be read.`, {
      code: "BROWSER_BAD_PROFILE",
      hint: "Move the file away to begin with an empty profile; logins are asked anew then.",
      cause: error,
    });
  }
}

export function writeProfile(path: string, state: StorageState): void {
  replaceFile(path, JSON.stringify(state), { mode: 0o600 });
}
