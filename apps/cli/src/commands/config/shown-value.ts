import type { SettingValue } from "@hermes/config";
import { cleanText } from "../../render/clean-text.ts";

export const notShown = "(set; not shown)";

/** A value as `hermes config set` takes it. */
export function shownValue(value: SettingValue): string {
  if (typeof value === "string") return value === "" ? '""' : cleanText(value);
  if (typeof value !== "object") return String(value);
  const isPlain = Array.isArray(value) && value.length > 0 && value.every(isPlainItem);
  return cleanText(isPlain ? value.join(", ") : JSON.stringify(value));
}

/** What `get` prints can be given to `set` again. */
function isPlainItem(item: SettingValue): boolean {
  return typeof item === "number" || (typeof item === "string" && item !== "" && !/[,[\]{}]/.test(item));
}

/** A part of a table that people read. */
export function shortValue(value: SettingValue, longest = 60): string {
  const text = shownValue(value).replaceAll(/\s+/g, " ");
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}
