import type { SettingValue } from "../author/plugin-context.ts";

export interface PluginSetting {
  readonly type: "string" | "number" | "boolean" | "list";
  readonly description: string;
  readonly default?: SettingValue | undefined;
}

/** What a setting of a type takes. */
export const settingWords: Readonly<Record<PluginSetting["type"], string>> = {
  string: "a text",
  number: "a number",
  boolean: "true or false",
  list: "a list of texts",
};

export function fitsSetting(type: PluginSetting["type"], value: unknown): value is SettingValue {
  if (type === "list") return Array.isArray(value) && value.every((item) => typeof item === "string");
  return typeof value === type;
}
