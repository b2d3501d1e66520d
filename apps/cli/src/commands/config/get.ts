import { isSecretVariable } from "@hermes/config/editing";
import { exitCodes } from "../../host.ts";
import { printJson, printLines, printRemark } from "../../render/print.ts";
import type { GatewayDesk } from "../gateway/gateway-desk.ts";
import { checkVariableName, dotenvOf, isVariableName, loadAll } from "./config-home.ts";
import { findKey } from "./find-key.ts";
import { readSetting } from "./read-setting.ts";
import { notShown, shownValue } from "./shown-value.ts";

export interface GetFlags {
  readonly json?: boolean | undefined;
}

/** `hermes config get`. Fails where nothing is set and there is no default. */
export async function getSetting(key: string, flags: GetFlags, desk: GatewayDesk): Promise<number> {
  const { host } = desk;
  const loaded = await loadAll(desk);
  if (isVariableName(key)) {
    await checkVariableName(key, loaded.envPath);
    const value = loaded.env[key];
    const isSecret = isSecretVariable(key);
    const inProcess = host.env[key] !== undefined;
    const source = inProcess
      ? "environment"
      : dotenvOf(loaded)[key] === undefined
        ? undefined
        : loaded.envPath;
    const shown = value === undefined || isSecret ? {} : { value };
    return print({ key, isSet: value !== undefined, isSecret, ...shown, source }, flags, desk);
  }
  return print(await readSetting(findKey(key), loaded), flags, desk);
}

function print(
  setting: Omit<Awaited<ReturnType<typeof readSetting>>, "overrules">,
  { json }: GetFlags,
  { host }: GatewayDesk,
): number {
  const { key, isSet, isSecret, value } = setting;
  const hasValue = isSet || value !== undefined;
  if (json) {
    const { source, line } = setting;
    printJson(host, { key, isSet, isSecret, value, source, line });
  } else if (value !== undefined) printLines(host, [shownValue(value)]);
  else if (isSet) printLines(host, [notShown]);
  else printRemark(host, `${key} is not set.`);
  return hasValue ? exitCodes.ok : exitCodes.failed;
}
