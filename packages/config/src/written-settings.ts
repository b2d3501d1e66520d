import { auxiliaryVariables } from "./auxiliary-environment.ts";
import type { SettingValue } from "./setting-value.ts";
import { settingsFrom } from "./environment.ts";
import { currentPath } from "./original-settings.ts";
import { platformVariables } from "./platform-fields.ts";
import type { LoadedSettings } from "./loaded-settings.ts";
import { isTree } from "./settings-tree.ts";

/** A setting that somebody has set. */
export interface WrittenSetting {
  /** Dotted, as it is here. */
  readonly key: string;
  /** Where it stands in the file, or would. */
  readonly path: readonly string[];
  /** Absent: it is a secret. */
  readonly value?: SettingValue | undefined;
  readonly isSecret: boolean;
  /** The file, or the variable. */
  readonly source: string;
  /** In the file. */
  readonly line?: number | undefined;
  /** The variable that takes its place. */
  readonly overruledBy?: string | undefined;
}

/**
 * What the file says, setting by setting in its order, then what variables say. Values are as they are written.
 *
 * @throws {HermesError} `CONFIG_INVALID` with line and column for a file that is no YAML.
 */
export async function writtenSettings({
  configPath,
  env,
  source,
}: LoadedSettings): Promise<readonly WrittenSetting[]> {
  const text = source?.texts.get(configPath);
  const variables = [...settingsFrom(env), ...platformVariables(env), ...auxiliaryVariables(env)];
  const byKey = new Map(variables.map(({ path, variable }) => [path.join("."), variable]));
  const ofVariables = variables.map(({ path, variable, value }) =>
    written(path, value, { source: variable }),
  );
  if (text === undefined) return ofVariables;
  const { tree, lineOf } = (await import("./parse-config.ts")).parseConfig(text, configPath);
  const ofFile = leavesOf(tree, []).map(({ path, value }) => ({
    ...written(path, value, { source: configPath }),
    line: lineOf(path),
    overruledBy: byKey.get(placeOf(path).join(".")),
  }));
  return [...ofFile, ...ofVariables];
}

/** Where a setting of the file is, were it written as here. */
function placeOf(path: readonly string[]): readonly string[] {
  return path.length === 1 && path[0] === "model" ? ["model", "default"] : (currentPath(path) ?? path);
}

interface Leaf {
  readonly path: readonly string[];
  readonly value: unknown;
}

function leavesOf(value: unknown, path: readonly string[]): readonly Leaf[] {
  if (isTree(value) && Object.keys(value).length > 0)
    return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, [...path, key]));
  return value === null || value === undefined ? [] : [{ path, value }];
}

function written(
  path: readonly string[],
  value: unknown,
  { source }: Pick<WrittenSetting, "source">,
): WrittenSetting {
  const isSecret = isSecretAt(path, value);
  // What YAML and JSON hold is what a setting can be.
  const shown = isSecret ? {} : { value: value as SettingValue };
  return { key: path.join("."), path, isSecret, source, ...shown };
}

/** Whether what stands at a path is never shown, or something in it. A number is none: `max_tokens`. */
export function isSecretAt(path: readonly string[], value: unknown): boolean {
  if (Array.isArray(value)) return value.some((item: unknown) => isSecretAt(path, item));
  if (isTree(value)) return Object.entries(value).some(([key, inner]) => isSecretAt([...path, key], inner));
  if (typeof value !== "string") return false;
  const [section, , part = ""] = path;
  // A server is given keys in any of these.
  if (section === "mcp_servers" && ["env", "headers", "args", "url"].includes(part)) return true;
  return path.some((key) => secretKey.test(key)) || holdsPassword.test(value);
}

const secretKey = /(?:(?<!ssh_)key|token|secret|passw(?:or)?d|credential)s?$/i;
const holdsPassword = /:\/\/[^/\s:@]+:[^/\s@]+@/;

/** Texts in a tree that are never shown, for whoever shows the file itself. */
export function secretTexts(value: unknown, path: readonly string[] = []): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((item: unknown) => secretTexts(item, path));
  if (isTree(value))
    return Object.entries(value).flatMap(([key, inner]) => secretTexts(inner, [...path, key]));
  // `${NAME}` is only the name of one.
  const isHidden = typeof value === "string" && value !== "" && !/^\$\{\w+\}$/.test(value);
  return isHidden && isSecretAt(path, value) ? [value] : [];
}
