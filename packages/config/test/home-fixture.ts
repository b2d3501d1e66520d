import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test as base } from "vitest";
import type { TestAPI } from "vitest";
import { loadSettings } from "../src/index.ts";
import type { LoadedSettings } from "../src/index.ts";

export interface Home {
  readonly path: string;
  /** Writes files into the folder: name → text. */
  write(files: Readonly<Record<string, string>>): Promise<void>;
  load(env?: Readonly<Record<string, string>>): Promise<LoadedSettings>;
}

/** Tests with a home folder of their own, removed afterwards. */
export const test: TestAPI<{ home: Home }> = base.extend<{ home: Home }>({
  // The first parameter of a fixture must be a pattern, even an empty one.
  // oxlint-disable-next-line no-empty-pattern
  home: async ({}, use) => {
    const path = await mkdtemp(join(tmpdir(), "hermes-config-"));
    await use({
      path,
      write: async (files) => {
        for (const [name, text] of Object.entries(files)) await writeFile(join(path, name), text);
      },
      load: (env = {}) => loadSettings({ env: { ...env, HERMES_HOME: path }, homedir: "/home/ada" }),
    });
    await rm(path, { recursive: true, force: true });
  },
});
