import { createRequire } from "node:module";
import { HermesError } from "@hermes/registry";
import type * as Playwright from "playwright-core";

const install = "Install it beside this package: npm install playwright-core (14 MB, without a browser).";

/** Whether it is installed. Cheap: nothing is loaded. */
export function hasPlaywright(): boolean {
  try {
    createRequire(import.meta.url).resolve("playwright-core");
    return true;
  } catch {
    return false;
  }
}

export function missingPlaywright(cause?: unknown): HermesError {
  return new HermesError("The browser tools need the package playwright-core, which is not installed.", {
    code: "BROWSER_NO_PLAYWRIGHT",
    hint: install,
    cause,
  });
}

/** Half a second of work, so only when a browser is needed. */
export async function loadPlaywright(): Promise<typeof Playwright> {
  try {
    return await import("playwright-core");
  } catch (error) {
    throw missingPlaywright(error);
  }
}
