import { createGuardedFetch } from "@hermes/permissions";
import { createWebReader } from "../../src/index.ts";
import type { WebReader, WebReaderOptions } from "../../src/index.ts";

/** A reader that may reach these hosts, over the fetch that the application uses. */
export function openReader(
  hosts: readonly string[],
  options: Omit<WebReaderOptions, "fetch"> = {},
): WebReader {
  return createWebReader({ fetch: createGuardedFetch({ allow: hosts }), ...options });
}
