import type { SettingValue } from "./setting-value.ts";
import { adoptOriginal, formerPaths } from "./original-settings.ts";
import { getAt } from "./settings-tree.ts";

/** What a file says of a setting, a section or an entry: also by the place and the word of the Python original. */
export interface SettingInFile {
  readonly value: SettingValue;
  /** Where it really stands. */
  readonly path: readonly string[];
  readonly line: number | undefined;
}

/**
 * @returns Undefined where the file does not say it.
 * @throws {HermesError} `CONFIG_INVALID` for a text that is no YAML.
 */
export async function settingInFile(
  text: string,
  path: readonly string[],
  file: string,
): Promise<SettingInFile | undefined> {
  const { tree, lineOf } = (await import("./parse-config.ts")).parseConfig(text, file);
  const value = getAt(tree, path) ?? getAt(adoptOriginal(tree), path);
  if (value === undefined || value === null) return undefined;
  const isBareModel = path.join(".") === "model.default" && typeof tree["model"] === "string";
  const places = [path, ...(isBareModel ? [["model"]] : []), ...formerPaths(path)];
  const written = places.find((place) => getAt(tree, place) !== undefined) ?? path;
  // What YAML and JSON hold is what a setting can be.
  return { value: value as SettingValue, path: written, line: lineOf(written) };
}
