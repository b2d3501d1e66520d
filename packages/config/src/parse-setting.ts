import type { SettingValue } from "./setting-value.ts";
import { problemsAt } from "./check-settings.ts";
import { adoptOriginal } from "./original-settings.ts";
import type { SettingPlace } from "./resolve-setting.ts";
import { getAt, isTree, setAt } from "./settings-tree.ts";
import { toFlag } from "./to-flag.ts";

/** A value, or why there is none. */
export type ParsedSetting =
  | { readonly ok: true; readonly value: SettingValue }
  | { readonly ok: false; readonly problems: readonly string[] };

/**
 * Words of a command line as the value of a setting, by its type: lists as `a, b`, as words, or as JSON; sections and entries as
 * JSON or YAML. A value that the Python original has another word for becomes ours.
 */
export async function parseSetting(
  { path, schema }: SettingPlace,
  words: readonly string[],
): Promise<ParsedSetting> {
  const written = await valueOf(schema, words);
  // Only what the original says otherwise is another value then.
  const value = getAt(adoptOriginal(setAt({}, path, written)), path) ?? written;
  const problems = problemsAt(path, value);
  // Whatever YAML and JSON hold is what a setting can be.
  return problems.length > 0 ? { ok: false, problems } : { ok: true, value: value as SettingValue };
}

async function valueOf(schema: SettingPlace["schema"], words: readonly string[]): Promise<unknown> {
  const text = words.join(" ").trim();
  switch (schema["type"]) {
    case "string":
      return text;
    case "boolean":
      return toFlag(text);
    case "integer":
    case "number":
      return /^-?(\d+\.?\d*|\.\d+)$/.test(text.replaceAll("_", "")) ? Number(text.replaceAll("_", "")) : text;
    case "array":
      return await listOf(schema, words);
    default:
      return await parseYaml(text);
  }
}

async function listOf({ items }: SettingPlace["schema"], words: readonly string[]): Promise<unknown> {
  const text = words.join(" ").trim();
  if (/^[[{]/.test(text) || (text.startsWith("- ") && text.length > 2)) {
    const value = await parseYaml(text);
    const list = Array.isArray(value) ? value : [value];
    const isText = isTree(items) && items["type"] === "string";
    return isText ? list.map((item: unknown) => (typeof item === "number" ? String(item) : item)) : list;
  }
  return (words.length > 1 ? words : text.split(","))
    .map((item) => item.trim().replace(/,$/, ""))
    .filter((item) => item !== "");
}

/** What is no YAML is a text; so is a number that would lose digits. */
async function parseYaml(text: string): Promise<unknown> {
  const { parseDocument } = await import("yaml");
  const document = parseDocument(text, { logLevel: "error", stringKeys: true });
  if (document.errors.length > 0) return text;
  const value: unknown = document.toJS();
  return typeof value === "number" && String(value) !== text ? text : (value ?? text);
}
