import type { LoadedSettings, SettingValue } from "@hermes/config";
import { isSecretAt, writtenSettings, type SettingPlace, type WrittenSetting } from "@hermes/config/editing";

/** What of a setting counts, and where it comes from. */
export interface ReadSetting {
  readonly key: string;
  readonly isSet: boolean;
  readonly isSecret: boolean;
  /** As it is written; absent for a secret and where nothing counts. */
  readonly value?: SettingValue | undefined;
  /** The file, the variable, or `default`. */
  readonly source?: string | undefined;
  readonly line?: number | undefined;
  /** What the file says, where a variable takes its place. */
  readonly overrules?: WrittenSetting | undefined;
}

/** One setting, section or entry. */
export async function readSetting(
  { path, schema }: SettingPlace,
  loaded: LoadedSettings,
): Promise<ReadSetting> {
  const key = path.join(".");
  const inFile = await fileValue(path, loaded);
  const written = await writtenSettings(loaded);
  const variable = written.findLast((each) => each.source !== loaded.configPath && each.key === key);
  if (variable !== undefined) {
    const overrules = inFile === undefined ? undefined : written.find((each) => each.key === key);
    return { ...valueOf(variable), overrules };
  }
  if (inFile !== undefined) {
    const isSecret = isSecretAt(path, inFile.value);
    const value = isSecret ? {} : { value: inFile.value };
    return { key, isSet: true, isSecret, ...value, source: loaded.configPath, line: inFile.line };
  }
  const { default: preset } = schema;
  // Defaults of the schema are plain data.
  return preset === undefined
    ? { key, isSet: false, isSecret: false }
    : { key, isSet: false, isSecret: false, value: preset as SettingValue, source: "default" };
}

function valueOf({ key, isSecret, value, source, line }: WrittenSetting): ReadSetting {
  return { key, isSet: true, isSecret, ...(value === undefined ? {} : { value }), source, line };
}

interface FileValue {
  readonly value: SettingValue;
  readonly line: number | undefined;
}

/** What stands in the file, also where the Python original keeps it. */
async function fileValue(
  path: readonly string[],
  { configPath, source }: LoadedSettings,
): Promise<FileValue | undefined> {
  const text = source?.texts.get(configPath);
  if (text === undefined) return undefined;
  const { settingInFile } = await import("@hermes/config/editing");
  return await settingInFile(text, path, configPath);
}
