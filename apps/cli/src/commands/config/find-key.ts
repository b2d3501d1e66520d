import { resolveSetting, suggestSettings, type SettingPlace } from "@hermes/config/editing";
import { usageError } from "../../failure.ts";

/** @throws {HermesError} A usage error with the keys that were perhaps meant. */
export function findKey(key: string): SettingPlace {
  const found = resolveSetting(key);
  if (found === undefined) throw noSetting(key);
  return found;
}

export function noSetting(key: string): Error {
  const near = suggestSettings(key);
  const [only] = near;
  const advice =
    only === undefined
      ? "hermes config show --all lists them."
      : near.length === 1
        ? `Did you mean "${only}"?`
        : `Did you mean one of these? ${near.join(", ")}`;
  return usageError(`There is no setting "${key}". ${advice}`);
}
