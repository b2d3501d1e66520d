import type { SettingsPort } from "@hermes/api";
import type { SettingInfo, SettingValue } from "@hermes/client/contract";
import type { LoadedSettings } from "@hermes/config";
import { HermesError } from "@hermes/registry";
import type { HomeSeal } from "../seal/home-seal.ts";

export interface HomeSettingsOptions {
  readonly loaded: LoadedSettings;
  readonly seal: () => Promise<HomeSeal>;
}

/** The settings of a home. What is set counts for what begins after that; most of it, after a restart. */
export function homeSettings({ loaded, seal }: HomeSettingsOptions): SettingsPort {
  const { configPath, source } = loaded;
  const withText = async (text: string | undefined): Promise<LoadedSettings> =>
    source === undefined ? loaded : await source.again(new Map(source.texts).set(configPath, text));
  const now = async (): Promise<readonly SettingInfo[]> => {
    const { listSettings } = await import("@hermes/config");
    const { text } = await (await seal()).textOf(configPath);
    return await listSettings(await withText(text));
  };
  const get = async (key: string): Promise<SettingInfo | undefined> =>
    (await now()).find((setting) => setting.key === key);
  const change = async (key: string, value: SettingValue | undefined): Promise<SettingInfo> => {
    const [{ changeSettings, pathOfSetting }, { changeSealedFile }] = await Promise.all([
      import("@hermes/config"),
      import("../seal/change-sealed-file.ts"),
    ]);
    const path = pathOfSetting(key);
    if (path === undefined) throw unknownSetting(key);
    await changeSealedFile(await seal(), configPath, async (before) => {
      const after = await changeSettings(before, [{ path, value }], configPath);
      // What does not fit is said before it is written.
      await withText(after);
      return after;
    });
    // One of a name that nobody has set any more is not among those that are listed.
    const changed = (await get(key)) ?? (await import("@hermes/config")).describeSetting(key);
    if (changed !== undefined) return changed;
    throw unknownSetting(key);
  };
  return {
    list: now,
    async get(key) {
      const found = await get(key);
      if (found !== undefined) return found;
      const { describeSetting } = await import("@hermes/config");
      return describeSetting(key);
    },
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
