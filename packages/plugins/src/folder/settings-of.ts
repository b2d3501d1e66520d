import { HermesError, nearest } from "@hermes/registry";
import type { SettingValue } from "../author/plugin-context.ts";
import type { PluginManifest } from "../manifest/plugin-manifest.ts";
import { fitsSetting, settingWords } from "../manifest/plugin-setting.ts";

/**
 * What a plug-in is given as its settings: what a person set, and the defaults of the manifest. One that has neither is left out.
 *
 * @throws {HermesError} `PLUGIN_BAD_SETTING` with the key and what fits.
 */
export function settingsOf(
  { name, settings }: PluginManifest,
  given: Readonly<Record<string, unknown>> = {},
): Record<string, SettingValue> {
  const unknown = Object.keys(given).find((key) => !Object.hasOwn(settings, key));
  if (unknown !== undefined) throw bad(name, unknown, unknownHint(unknown, Object.keys(settings)));
  return Object.fromEntries(
    Object.entries(settings).flatMap(([key, { type, default: fallback, description }]) => {
      const value = given[key] ?? fallback;
      if (value === undefined) return [];
      if (fitsSetting(type, value)) return [[key, value]];
      throw bad(name, key, `It takes ${settingWords[type]}: ${description}`);
    }),
  );
}

function unknownHint(key: string, known: readonly string[]): string {
  if (known.length === 0) return "It has no settings.";
  const meant = nearest(key, known);
  return meant === undefined ? `It has: ${known.join(", ")}.` : `Did you mean "${meant}"?`;
}

function bad(name: string, key: string, hint: string): HermesError {
  return new HermesError(`The setting plugins.settings.${name}.${key} does not fit.`, {
    code: "PLUGIN_BAD_SETTING",
    hint,
  });
}
