import type { ListedSetting, LoadedSettings, SettingChange, VariableChanges } from "@hermes/config";
import { HermesError } from "@hermes/registry";
import type { HomeSeal } from "../seal/home-seal.ts";

/** The settings and variables of a home. What is changed counts for what begins after that; most of it, after a restart. */
export interface HomeSettings {
  /** Every setting in the order of the schema, as the files hold it now. */
  list(): Promise<readonly ListedSetting[]>;
  /**
   * Changes `config.yaml` in one writing; comments stay. Makes the file where there is none. Where the settings were loaded with
   * problems allowed, those that are there already may stay.
   *
   * @throws {HermesError} `CONFIG_INVALID` for what does not fit, `PERMISSIONS_CHANGED` where the file holds what nobody agreed
   * to. Nothing is written then.
   */
  change(changes: readonly SettingChange[]): Promise<void>;
  /**
   * Puts another text in the place of `config.yaml`, if it still holds the one that the person has seen.
   *
   * @throws {HermesError} As `change`; `CONFIG_CHANGED` where somebody else was quicker.
   */
  replace(text: { readonly before: string; readonly after: string }): Promise<void>;
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
      const { findings } = await withText(path, after);
      if (findings !== undefined) {
        const { refuseNewProblems } = await import("@hermes/config/editing");
        refuseNewProblems((await withText(path, before)).findings ?? [], findings);
      }
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
    async replace(text) {
      await changeFile(configPath, (before) => {
        if (before === text.before) return text.after;
        throw new HermesError(`${configPath} was changed by somebody else meanwhile; nothing was written.`, {
          code: "CONFIG_CHANGED",
          hint: "Try again with what it holds now.",
        });
      });
    },
    async changeVariables(variables) {
      const { changeVariables } = await import("@hermes/config");
      await changeFile(envPath, (before) => changeVariables(before, variables));
    },
  };
}
