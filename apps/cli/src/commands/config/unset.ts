import { isSecretAt, isSecretVariable, resolveSetting, settingInFile } from "@hermes/config/editing";
import { exitCodes } from "../../host.ts";
import { cleanText } from "../../render/clean-text.ts";
import { printJson, printRemark } from "../../render/print.ts";
import { printWrapped } from "./print-wrapped.ts";
import type { GatewayDesk } from "../gateway/gateway-desk.ts";
import { changeHome, dotenvOf, fromNowOn, isVariableName, loadAll } from "./config-home.ts";
import { noSetting } from "./find-key.ts";
import { sayProblems } from "./problem-lines.ts";
import { readSetting } from "./read-setting.ts";
import { notShown, shownValue } from "./shown-value.ts";

export interface UnsetFlags {
  readonly json?: boolean | undefined;
}

/** `hermes config unset`: also of what stands in the file and means nothing. */
export async function unsetSetting(key: string, { json }: UnsetFlags, desk: GatewayDesk): Promise<number> {
  const { host } = desk;
  const loaded = await loadAll(desk);
  if (isVariableName(key)) return await unsetVariable(key, { json }, desk);
  const text = loaded.source?.texts.get(loaded.configPath) ?? "";
  const place = resolveSetting(key);
  const path = place?.path ?? key.split(".");
  const written = await settingInFile(text, path, loaded.configPath);
  if (written === undefined && place === undefined) throw noSetting(key);
  if (written !== undefined)
    await changeHome(desk, loaded, async (settings) => {
      await settings.change([{ path: written.path, value: undefined }]);
    });
  const after = await loadAll(desk);
  const now = place && (await readSetting(place, after));
  const was = written === undefined || isSecretAt(path, written.value) ? {} : { before: written.value };
  if (json) printJson(host, { key: path.join("."), changed: written !== undefined, ...was, now });
  else if (written === undefined)
    printWrapped(host, [`${path.join(".")} is not set in the file; nothing was changed.`]);
  else {
    const shown = was.before === undefined ? notShown : shownValue(was.before);
    const { value, source, isSet } = now ?? {};
    const counts =
      value === undefined
        ? []
        : [
            `Now ${shownValue(value)} counts${isSet ? ` (${source === loaded.configPath ? "config.yaml" : source})` : ", the default"}.`,
          ];
    printWrapped(host, [
      cleanText(`${path.join(".")} is unset (before: ${shown})`),
      cleanText(`Written: ${loaded.configPath}`),
      ...counts,
      fromNowOn,
    ]);
  }
  sayProblems(after, desk);
  return exitCodes.ok;
}

async function unsetVariable(name: string, { json }: UnsetFlags, desk: GatewayDesk): Promise<number> {
  const { host } = desk;
  const loaded = await loadAll(desk);
  const was = dotenvOf(loaded)[name];
  if (was !== undefined)
    await changeHome(desk, loaded, async (settings) => {
      await settings.changeVariables({ [name]: undefined });
    });
  const shown = was === undefined || isSecretVariable(name) ? {} : { before: was };
  if (json) printJson(host, { key: name, changed: was !== undefined, ...shown });
  else if (was === undefined) printWrapped(host, [`${name} is not in .env; nothing was changed.`]);
  else printWrapped(host, [`${name} is unset`, cleanText(`Written: ${loaded.envPath}`), fromNowOn]);
  if (host.env[name] !== undefined)
    printRemark(host, `${name} is set in the environment, and goes on to count.`);
  sayProblems(await loadAll(desk), desk);
  return exitCodes.ok;
}
