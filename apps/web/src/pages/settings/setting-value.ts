import type { SettingInfo, SettingValue } from "@hermes/client";
import { strings } from "../../strings/strings.ts";

/** How a setting is edited. */
export type SettingKind = "choice" | "json" | "lines" | "number" | "switch" | "text";

/** By the words that the schema has for its type. */
export function kindOf({ type }: Pick<SettingInfo, "type">): SettingKind {
  if (type === "true | false") return "switch";
  if (type === "whole number" || type === "number") return "number";
  if (type === "string") return "text";
  if (type === "list of strings") return "lines";
  const isChoice = type.includes(" | ") && choicesOf({ type }).every((each) => /^[\w.-]+$/.test(each));
  const hasOtherTypes = /\b(?:string|number|any|list|object)\b/.test(type);
  return isChoice && !hasOtherTypes ? "choice" : "json";
}

/** The words that a setting can be. */
export function choicesOf({ type }: Pick<SettingInfo, "type">): readonly string[] {
  return type.split(" | ").map((each) => each.trim());
}

/** As it stands in its control; empty where it is not set, or a secret. */
export function shownValue(setting: SettingInfo): string {
  const { value, isSecret } = setting;
  if (value === undefined || isSecret) return "";
  if (kindOf(setting) === "lines" && Array.isArray(value)) return value.map(String).join("\n");
  return typeof value === "object" || (kindOf(setting) === "json" && typeof value !== "string")
    ? JSON.stringify(value, null, 2)
    : String(value);
}

/** What was typed, as the setting has it. @throws {Error} in words, where it can't be that. */
export function writtenValue(setting: SettingInfo, typed: string): SettingValue {
  switch (setting.isSecret ? "text" : kindOf(setting)) {
    case "switch":
      return typed === "true";
    case "number":
      if (typed.trim() === "" || !Number.isFinite(Number(typed)))
        throw new Error(strings.admin.settings.notNumber);
      return Number(typed);
    case "lines":
      return typed.split("\n").filter((line) => line.trim() !== "");
    case "json":
      return parsed(typed);
    case "choice":
    case "text":
      return typed;
  }
}

/** Words without quotes are a text: many settings are a text or something else. */
function parsed(typed: string): SettingValue {
  try {
    // JSON is made of what settings are made of, but for null, which the server refuses.
    return JSON.parse(typed) as SettingValue;
  } catch {
    if (/^[[{"]/.test(typed.trim())) throw new Error(strings.admin.settings.notJson);
    return typed;
  }
}
