import type { SettingsPort } from "@hermes/api";
import type { SettingInfo, SettingValue } from "@hermes/client/contract";
import { HermesError } from "@hermes/registry";
import type { HomeSettings } from "../settings/home-settings.ts";

/** The settings of a home, for the API. */
export function settingsPort(settings: HomeSettings): SettingsPort {
  const get = async (key: string): Promise<SettingInfo | undefined> => {
    const found = (await settings.list()).find((setting) => setting.key === key);
    // One of a name that nobody has set is not among those that are listed.
    return found ?? (await import("@hermes/config")).describeSetting(key);
  };
  const change = async (key: string, value: SettingValue | undefined): Promise<SettingInfo> => {
    const { pathOfSetting } = await import("@hermes/config");
    const path = pathOfSetting(key);
    if (path === undefined) throw unknownSetting(key);
    await settings.change([{ path, value }]);
    const changed = await get(key);
    if (changed !== undefined) return changed;
    throw unknownSetting(key);
  };
  return {
    list: async () => await settings.list(),
    get,
    set: change,
    unset: async (key) => await change(key, undefined),
  };
}

function unknownSetting(key: string): HermesError {
  return new HermesError(`There is no setting "${key}".`, {
    code: "CONFIG_INVALID",
    hint: "GET /api/settings lists them.",
  });
}
