import { readFileSync } from "node:fs";
import { replaceFile } from "@hermes/atomic-files";
import { HermesError } from "@hermes/registry";
import type { BrowserContext } from "playwright-core";
import * as z from "zod";

/** Cookies, localStorage and IndexedDB, as Playwright keeps them. */
export type StorageState = Awaited<ReturnType<BrowserContext["storageState"]>>;

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
