import type { Environment } from "@hermes/registry";
import type { SettingsFinding } from "./settings-finding.ts";
import type { Settings } from "./settings.ts";

/** Settings with the places they come from. */
export interface LoadedSettings {
  /** The folder that holds everything Hermes keeps; need not exist. */
  readonly home: string;
  /** Need not exist. */
  readonly configPath: string;
  /** Need not exist. */
  readonly envPath: string;
  readonly settings: Settings;
  /** The environment of the process over the one in `.env`. */
  readonly env: Environment;
  /** One sentence each about what has no effect as it was written. */
  readonly warnings: readonly string[];
  /** The same one by one, and every problem. Present where problems are allowed. */
  readonly findings?: readonly SettingsFinding[] | undefined;
  /** What the files held when they were read, for whoever checks that they may count. Absent: they came from elsewhere. */
  readonly source?: SettingsSource | undefined;
}

/** What settings were made of. */
export interface SettingsSource {
  /** By path; undefined: there is no such file. A file that was not asked for is not in it. */
  readonly texts: SettingsTexts;
  /** What `config.yaml` was said to hold, where it was remembered and not parsed. */
  readonly remembered?: unknown;
  /** The settings of the same environment with other texts. Reads no file, and remembers nothing. */
  again(texts: SettingsTexts): Promise<LoadedSettings>;
}

export type SettingsTexts = ReadonlyMap<string, string | undefined>;
