import type { LoadedSettings } from "@hermes/config";
import { chooseIsolation } from "@hermes/jail";

type IsolationSetting = LoadedSettings["settings"]["code_execution"]["isolation"];

/** A jail where this machine has one, else an ordinary process: JavaScript never in Deno, which would be fetched. */
export const bestIsolation: IsolationSetting =
  "refused" in (await chooseIsolation("jail")) ? "process" : "jail";

/** The same settings with another isolation of scripts. */
export function withIsolation(loaded: LoadedSettings, isolation: IsolationSetting): LoadedSettings {
  const { settings } = loaded;
  const code_execution = { ...settings.code_execution, isolation };
  return { ...loaded, settings: { ...settings, code_execution } };
}
