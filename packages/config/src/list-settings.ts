import { describeSettings } from "./describe-settings.ts";
import type { SettingRow } from "./describe-settings.ts";
import type { SettingValue } from "./setting-value.ts";
import { settingsFrom } from "./environment.ts";
import type { LoadedSettings } from "./loaded-settings.ts";
import { getAt, isTree } from "./settings-tree.ts";
import type { SettingsTree } from "./settings-tree.ts";

/** A setting, and what somebody has made of it. */
export interface ListedSetting extends SettingRow {
  readonly isSet: boolean;
  /** It is a secret, or may hold one: there is no `value`. */
  readonly isSecret: boolean;
  /** As it is written. */
  readonly value?: SettingValue | undefined;
  /** The file or the variable. */
  readonly source?: string | undefined;
}

/** Every setting in the order of the schema, with what the file and the environment say. Those of any name follow their row. */
export async function listSettings(loaded: LoadedSettings): Promise<readonly ListedSetting[]> {
  const { env, configPath, source } = loaded;
  const text = source?.texts.get(configPath);
  const tree =
    text === undefined ? {} : (await import("./parse-config.ts")).parseConfig(text, configPath).tree;
  const variables = new Map(
    settingsFrom(env).map(({ path, variable, value }) => [path.join("."), { variable, value }]),
  );
  return describeSettings().flatMap((row) => {
    const written = valuesAt(tree, row.key.split("."));
    const variable = variables.get(row.key);
    if (variable !== undefined)
      return [listed(row, row.key, { value: variable.value, source: variable.variable })];
    const found = written.map(({ path, value }) =>
      listed(row, path.join("."), { value, source: configPath }),
    );
    return row.key.includes(anyName) || found.length === 0 ? [listed(row, row.key), ...found] : found;
  });
}

/** The row of a setting that may not be set; undefined where there is none of that name. */
export function describeSetting(key: string): ListedSetting | undefined {
  const row = rowOf(key);
  return row && listed(row, key);
}

/** Where a setting stands in a file; undefined where there is none of that name. A name within it may have dots. */
export function pathOfSetting(key: string): readonly string[] | undefined {
  const row = rowOf(key);
  if (row === undefined) return undefined;
  const values = patternOf(row.key).exec(key)?.slice(1) ?? [];
  return row.key.split(".").map((part) => (part === anyName ? (values.shift() ?? "") : part));
}

const anyName = "<name>";

function rowOf(key: string): SettingRow | undefined {
  return describeSettings().find((row) => patternOf(row.key).test(key));
}

/** Names of settings are letters and underscores. */
function patternOf(key: string): RegExp {
  const parts = key.split(".").map((part) => (part === anyName ? "(.+)" : part));
  return new RegExp(`^${parts.join("\\.")}$`);
}

interface Found {
  readonly path: readonly string[];
  readonly value: unknown;
}

/** What stands at a path, in which a part may stand for any name. */
function valuesAt(
  tree: SettingsTree,
  [part, ...rest]: readonly string[],
  before: readonly string[] = [],
): readonly Found[] {
  if (part === undefined) return [];
  const names = part === anyName ? Object.keys(tree) : [part];
  return names.flatMap((name): readonly Found[] => {
    const value = getAt(tree, [name]);
    const path = [...before, name];
    if (rest.length === 0) return value === undefined || value === null ? [] : [{ path, value }];
    return isTree(value) ? valuesAt(value, rest, path) : [];
  });
}

function listed(
  row: SettingRow,
  key: string,
  set?: { readonly value: unknown; readonly source: string },
): ListedSetting {
  const isSecret = mayHoldSecret(key, set?.value);
  return {
    ...row,
    ...{ key, isSet: set !== undefined, isSecret, source: set?.source },
    // What YAML and JSON hold is what a setting can be.
    ...(set === undefined || isSecret ? {} : { value: set.value as SettingValue }),
  };
}

const secretName = /key$|token$|secret|passw/i;

/** By its name, or by a name within it: sections of servers and platforms have keys of their own. */
function mayHoldSecret(key: string, value: unknown): boolean {
  const [section = ""] = key.split(".");
  if (secretName.test(key) || section === "mcp_servers") return true;
  return isTree(value) && Object.entries(value).some(([name, inner]) => mayHoldSecret(name, inner));
}
