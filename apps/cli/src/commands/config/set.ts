import type { LoadedSettings, SettingValue } from "@hermes/config";
import { isSecretAt, isSecretVariable, parseSetting, type SettingPlace } from "@hermes/config/editing";
import { usageError } from "../../failure.ts";
import { exitCodes } from "../../host.ts";
import { cleanText } from "../../render/clean-text.ts";
import { printJson, printRemark } from "../../render/print.ts";
import { printWrapped } from "./print-wrapped.ts";
import type { GatewayDesk } from "../gateway/gateway-desk.ts";
import {
  changeHome,
  checkVariableName,
  dotenvOf,
  fromNowOn,
  isVariableName,
  loadAll,
} from "./config-home.ts";
import { findKey } from "./find-key.ts";
import { sayProblems } from "./problem-lines.ts";
import { readSetting } from "./read-setting.ts";
import { notShown, shownValue } from "./shown-value.ts";

export interface SetFlags {
  readonly json?: boolean | undefined;
}

/** `hermes config set`: one setting into `config.yaml`, or one variable into `.env`. */
export async function setSetting(
  key: string,
  words: readonly string[],
  flags: SetFlags,
  desk: GatewayDesk,
): Promise<number> {
  const loaded = await loadAll(desk);
  return isVariableName(key)
    ? await setVariable(key, words, { flags, desk, loaded })
    : await setInFile(key, words, { flags, desk, loaded });
}

interface Ground {
  readonly flags: SetFlags;
  readonly desk: GatewayDesk;
  readonly loaded: LoadedSettings;
}

async function setInFile(
  key: string,
  words: readonly string[],
  { flags, desk, loaded }: Ground,
): Promise<number> {
  const { host } = desk;
  const found = findKey(key);
  const given = await valueOf(key, words, isSecretAt(found.path, "x"), desk);
  const place = placeFor(found, given);
  const name = place.path.join(".");
  const parsed = await parseSetting(place, given);
  if (!parsed.ok) throw usageError(parsed.problems.join(" "));
  const before = await readSetting(place, loaded);
  await changeHome(desk, loaded, async (settings) => {
    await settings.change([{ path: place.path, value: parsed.value }]);
  });
  const after = await loadAll(desk);
  const now = await readSetting(place, after);
  const { line } = now.overrules ?? now;
  const isSecret = isSecretAt(place.path, parsed.value);
  if (flags.json) {
    const value = isSecret ? {} : { value: parsed.value };
    const { overrules: _, ...was } = before;
    printJson(host, { key: name, ...value, file: loaded.configPath, line, before: was });
  } else {
    const shown = isSecret ? notShown : shownValue(parsed.value);
    printWrapped(host, [
      `${name}: ${shown} (before: ${beforeText(before.overrules === undefined ? before : { ...before.overrules, isSet: true })})`,
      cleanText(`Written: ${loaded.configPath}${line === undefined ? "" : `, line ${line}`}`),
      fromNowOn,
    ]);
  }
  if (name !== key && !(key === "model" && name === "model.default"))
    printRemark(host, `"${key}" is called "${name}" here.`);
  if (now.source !== undefined && now.source !== loaded.configPath)
    printRemark(host, `The variable ${now.source} is set, and counts in place of it.`);
  sayProblems(after, desk);
  return exitCodes.ok;
}

/** A model may be given by its bare name. */
function placeFor(place: SettingPlace, [first = ""]: readonly string[]): SettingPlace {
  const isModel = place.path.join(".") === "model" && !first.trimStart().startsWith("{");
  return isModel ? findKey("model.default") : place;
}

function beforeText({
  isSet,
  value,
}: {
  readonly isSet: boolean;
  readonly value?: SettingValue | undefined;
}): string {
  if (value === undefined) return isSet ? notShown : "not set";
  return isSet ? shownValue(value) : `${shownValue(value)}, the default`;
}

async function setVariable(
  name: string,
  words: readonly string[],
  { flags, desk, loaded }: Ground,
): Promise<number> {
  const { host } = desk;
  await checkVariableName(name, loaded.envPath);
  const isSecret = isSecretVariable(name);
  const value = (await valueOf(name, words, isSecret, desk)).join(" ").trim();
  const was = dotenvOf(loaded)[name];
  await changeHome(desk, loaded, async (settings) => {
    await settings.changeVariables({ [name]: value });
  });
  const show = (text: string): string => (isSecret ? notShown : shownValue(text));
  if (flags.json) {
    const shown = isSecret ? {} : { value, before: was };
    printJson(host, { key: name, ...shown, wasSet: was !== undefined, file: loaded.envPath });
  } else
    printWrapped(host, [
      `${name}: ${show(value)} (before: ${was === undefined ? "not set" : show(was)})`,
      cleanText(`Written: ${loaded.envPath}`),
      fromNowOn,
    ]);
  const outside = host.env[name];
  if (outside !== undefined && outside !== value)
    printRemark(host, `${name} is also set in the environment, with another value, and that one counts.`);
  sayProblems(await loadAll(desk), desk);
  return exitCodes.ok;
}

/** A secret that was left out is asked for, or read from a pipe. */
async function valueOf(
  key: string,
  words: readonly string[],
  isSecret: boolean,
  { askSecret }: GatewayDesk,
): Promise<readonly string[]> {
  if (words.length > 0 && words.join("").trim() !== "") return words;
  if (words.length > 0) throw usageError(`The value is empty. To take it away: hermes config unset ${key}`);
  if (!isSecret) throw usageError(`A value is missing: hermes config set ${key} VALUE`);
  const text = (await askSecret(`The value of ${key}`)).trim();
  if (text === "") throw usageError(`Nothing was given for ${key}. Nothing was written.`);
  return [text];
}
