import type { LoadedSettings } from "@hermes/config";
import { HermesError } from "@hermes/registry";
import { isDeepStrictEqual } from "node:util";
import type { HomeSeal } from "./home-seal.ts";
import { sha256 } from "./stamped-file.ts";

/** In the store: what `config.yaml` was read as, which a later start takes from the home's `cache`. */
const parsedConfig = "config.yaml, parsed";

/**
 * The settings by what counts of their files: those that were loaded, unless somebody else has changed a file.
 *
 * @throws {HermesError} `SEAL_UNKNOWN` where a file was changed and what counts of it is not known.
 */
export async function acceptedSettings(loaded: LoadedSettings, seal: HomeSeal): Promise<LoadedSettings> {
  const { source } = loaded;
  if (source === undefined) return loaded;
  const texts = new Map<string, string | undefined>();
  for (const path of [loaded.configPath, loaded.envPath]) {
    const given = source.texts.has(path) ? { text: source.texts.get(path) } : undefined;
    // oxlint-disable-next-line no-await-in-loop -- two small files
    const { text, problem } = await seal.textOf(path, given);
    if (problem !== undefined) throw unknown(path, problem);
    texts.set(path, text);
  }
  if ([...source.texts].some(([path, text]) => texts.get(path) !== text)) return await source.again(texts);
  if (source.remembered === undefined) return loaded;
  const hash = sha256(JSON.stringify([texts.get(loaded.configPath), source.remembered]));
  if (await seal.isVouchedFor(parsedConfig, hash)) return loaded;
  const again = await source.again(texts);
  if (!isDeepStrictEqual(again.settings, loaded.settings)) return again;
  await seal.vouchFor(parsedConfig, hash);
  return loaded;
}

function unknown(path: string, problem: string): HermesError {
  return new HermesError(`${path} does not count: ${problem}.`, {
    code: "SEAL_UNKNOWN",
    hint: "To see what it holds and take it up: hermes permissions seal",
  });
}
