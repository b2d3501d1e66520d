import { readPlugin } from "@hermes/plugins/host";
import type { PluginManifest } from "@hermes/plugins/host";
import { HermesError } from "@hermes/registry";
import { dirname, join } from "node:path";
import { stagePlugin, swapIn } from "./copy-plugin.ts";
import type { FoundPlugin } from "./find-plugins.ts";

/** The files that are used, and what they say. */
export interface PluginFiles {
  /** Absolute. */
  readonly folder: string;
  readonly manifest: PluginManifest;
  readonly digest: string;
}

/**
 * What is used of a plug-in: of one of the home its folder. Files of a project are the agent's to change: what was agreed to is used
 * from a copy, which it can't reach.
 *
 * @param home Home of Hermes.
 * @throws {HermesError} `PLUGIN_BAD_MANIFEST`, `PLUGIN_CHANGED`
 */
export async function filesOf(found: FoundPlugin, home: string): Promise<PluginFiles> {
  const { folder, manifest, name, digest, from } = usableOf(found);
  if (from === "home") return { folder, manifest, digest };
  const place = join(home, "cache", "plugins", digest, name);
  const pinned = await readPlugin(place).catch(() => undefined);
  if (pinned?.digest === digest) return pinned;
  const staged = await stagePlugin(folder, { name, digest, beside: dirname(place) });
  try {
    return await swapIn(staged.folder, place, async () => await readPlugin(place));
  } finally {
    await staged[Symbol.asyncDispose]();
  }
}

/** @throws {HermesError} `PLUGIN_BAD_MANIFEST` */
export function usableOf(found: FoundPlugin): FoundPlugin & PluginFiles {
  const { manifest, name, problem } = found;
  if (manifest !== undefined) return { ...found, manifest };
  throw new HermesError(`The plug-in "${name}" can't be used: ${problem ?? "it can't be read"}`, {
    code: "PLUGIN_BAD_MANIFEST",
    hint: "Correct its plugin.yaml, or ask its author to.",
  });
}
