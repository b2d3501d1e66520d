/** Settings from a home folder, a YAML file and the environment. */
export { changeSettings } from "./change-settings.ts";
export type { SettingChange } from "./change-settings.ts";
export type { SettingValue } from "./setting-value.ts";
export { changeVariables } from "./change-variables.ts";
export type { VariableChanges } from "./change-variables.ts";
export { describeSettings } from "./describe-settings.ts";
export type { SettingRow } from "./describe-settings.ts";
export { describeSetting, listSettings, pathOfSetting } from "./list-settings.ts";
export type { ListedSetting } from "./list-settings.ts";
export { isSafeMode } from "./environment.ts";
export type { EnvironmentVariable, VariableGroup } from "./environment-variable.ts";
export { isSecretName } from "./is-secret-name.ts";
export { environmentVariables } from "./environment-variables.ts";
export { homeOf, loadSettings } from "./load-settings.ts";
export type { LoadSettingsOptions } from "./load-settings.ts";
export type { HookSettings } from "./hook-settings.ts";
export type { AuxiliarySettings, ModelOverride, ModelSettings } from "./model-settings.ts";
export {
  defaultProfile,
  homeOfProfile,
  isProfileName,
  profileOfHome,
  profilesFolder,
} from "./profile-of-home.ts";
export type { HomeProfile } from "./profile-of-home.ts";
export type { LoadedSettings, SettingsSource, SettingsTexts } from "./loaded-settings.ts";
export type { Settings } from "./settings.ts";
