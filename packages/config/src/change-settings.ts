import { HermesError } from "@hermes/registry";
import type { SettingValue } from "./setting-value.ts";
import type { SettingsPath } from "./settings-tree.ts";

export interface SettingChange {
  readonly path: SettingsPath;
  /** Undefined: the setting is taken away. */
  readonly value: SettingValue | undefined;
}

/**
 * The text of a `config.yaml` with other settings. Comments, order and everything else stay. Writes nothing.
 *
 * @param file Its name, for messages.
 * @throws {HermesError} `CONFIG_INVALID` when the text can't be read, or a setting stands where a section has to.
 */
export async function changeSettings(
  text: string,
  changes: readonly SettingChange[],
  file: string,
): Promise<string> {
  const [{ parseConfig }, { changeText }] = await Promise.all([
    import("./parse-config.ts"),
    import("./change-document.ts"),
  ]);
  parseConfig(text, file);
  return changes.reduce((current, { path, value }) => {
    const changed = changeText(current, path, value);
    if (typeof changed !== "string") throw notASection(file, { path, ...changed });
    return changed;
  }, text);
}

interface NoPlace {
  readonly path: SettingsPath;
  readonly inTheWay: SettingsPath;
}

function notASection(file: string, { path, inTheWay }: NoPlace): HermesError {
  const section = inTheWay.join(".");
  return new HermesError(
    `${file} was not changed: "${section}" is no section, so ${path.join(".")} has no place.`,
    {
      code: "CONFIG_INVALID",
      hint: `Correct "${section}" in the file and try again.`,
    },
  );
}
