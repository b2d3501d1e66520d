import type { ListedSetting, LoadedSettings, SettingChange, VariableChanges } from "@hermes/config";
import type { HomeSeal } from "../seal/home-seal.ts";

/** The settings and variables of a home. What is changed counts for what begins after that; most of it, after a restart. */
export interface HomeSettings {
  /** Every setting in the order of the schema, as the files hold it now. */
  list(): Promise<readonly ListedSetting[]>;
  /**
   * Changes `config.yaml` in one writing; comments stay. Makes the file where there is none.
   *
   * @throws {HermesError} `CONFIG_INVALID` for what does not fit, `PERMISSIONS_CHANGED` where the file holds what nobody agreed
   * to. Nothing is written then.
   */
  change(changes: readonly SettingChange[]): Promise<void>;
  /** The same for `.env`, which only this user can read. */
  changeVariables(variables: VariableChanges): Promise<void>;
}

export interface HomeSettingsOptions {
  readonly loaded: LoadedSettings;
  readonly seal: () => Promise<HomeSeal>;
}

export function homeSettings({ loaded, seal }: HomeSettingsOptions): HomeSettings {
  const { configPath, envPath, source } = loaded;
  const withText = async (path: string, text: string | undefined): Promise<LoadedSettings> =>
    source === undefined ? loaded : await source.again(new Map(source.texts).set(path, text));
  /** What does not fit is said before it is written. */
  const changeFile = async (
    path: string,
    change: (before: string) => string | Promise<string>,
  ): Promise<void> => {
    const { changeSealedFile } = await import("../seal/change-sealed-file.ts");
    await changeSealedFile(await seal(), path, async (before) => {
      const after = await change(before);
      await withText(path, after);
      return after;
    });
  };
  return {
    async list() {
      const { listSettings } = await import("@hermes/config");
      const { text } = await (await seal()).textOf(configPath);
      return await listSettings(await withText(configPath, text));
    },
    async change(changes) {
      const { changeSettings } = await import("@hermes/config");
      await changeFile(configPath, async (before) => await changeSettings(before, changes, configPath));
    },
    async changeVariables(variables) {
      const { changeVariables } = await import("@hermes/config");
      await changeFile(envPath, (before) => changeVariables(before, variables));
    },
  };
}
