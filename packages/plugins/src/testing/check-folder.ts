import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readPlugin } from "../folder/read-plugin.ts";
import { settingsOf } from "../folder/settings-of.ts";
import { openPlugin } from "../process/open-plugin.ts";
import type { PluginStart } from "../process/plugin-start.ts";
import { checkPlugin } from "./check-plugin.ts";
import type { PluginCheck } from "./check-plugin.ts";
import { readExamples } from "./plugin-examples.ts";

export interface CheckFolderOptions {
  /** `startUnheld({ env: process.env })` for tests. */
  readonly start: PluginStart;
  readonly settings?: Readonly<Record<string, unknown>> | undefined;
  readonly variables?: Readonly<Record<string, string>> | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Holds the plug-in of a folder against the contract, with the examples that it has.
 *
 * @throws {HermesError} `PLUGIN_BAD_MANIFEST`, `PLUGIN_BAD_FOLDER`, `PLUGIN_BAD_SETTING`, `PLUGIN_BAD_EXAMPLES`
 */
export async function checkFolder(
  folder: string,
  options: CheckFolderOptions,
): Promise<readonly PluginCheck[]> {
  const { manifest, main } = await readPlugin(folder, { isNamed: false });
  const examples = await readExamples(folder);
  const settings = settingsOf(manifest, options.settings);
  const scratch = await mkdtemp(join(tmpdir(), "hermes-plugin-"));
  const plugin = openPlugin({
    name: manifest.name,
    main,
    folder: scratch,
    settings,
    variables: options.variables ?? {},
    start: options.start,
  });
  try {
    return await checkPlugin(plugin, manifest, { examples, cwd: scratch, signal: options.signal });
  } finally {
    await plugin[Symbol.asyncDispose]();
    await rm(scratch, { recursive: true, force: true });
  }
}
