import type { SettingInfo, SettingValue } from "@hermes/client/contract";

/** The settings of the home, in the order of their schema. A secret has no `value` here. */
export interface SettingsPort {
  list(): Promise<readonly SettingInfo[]>;
  /** @param key Dotted. @returns undefined where there is no such setting. */
  get(key: string): Promise<SettingInfo | undefined>;
  /** @throws {HermesError} `CONFIG_INVALID` and the like where the value does not fit, or the key is none. */
  set(key: string, value: SettingValue): Promise<SettingInfo>;
  unset(key: string): Promise<SettingInfo>;
}
