import type { LoadedSettings } from "@hermes/config";
import {
  findVariable,
  isSecretVariable,
  listSettings,
  writtenSettings,
  type WrittenSetting,
} from "@hermes/config/editing";
import { nearest } from "@hermes/registry";
import { usageError } from "../../failure.ts";
import { exitCodes } from "../../host.ts";
import { cleanText } from "../../render/clean-text.ts";
import { printJson, printLines, printRemark } from "../../render/print.ts";
import { table } from "../../render/table.ts";
import { wrap } from "../../render/wrap.ts";
import type { GatewayDesk } from "../gateway/gateway-desk.ts";
import { dotenvOf, loadAll } from "./config-home.ts";
import { sayProblems } from "./problem-lines.ts";
import { notShown, shortValue } from "./shown-value.ts";

export interface ShowFlags {
  readonly all?: boolean | undefined;
  readonly json?: boolean | undefined;
}

const moreWord = "With --all: also the defaults of everything that is not set.";

/** Of one column, so that a screen of a phone has both. */
const narrow = 72;

/** `hermes config show`: what is set and where it comes from. Also where something of it can't be used. */
export async function showConfig(
  section: string | undefined,
  { all = false, json }: ShowFlags,
  desk: GatewayDesk,
): Promise<number> {
  const { host } = desk;
  const loaded = await loadAll(desk);
  const written = await writtenSettings(loaded);
  const known = await listSettings(loaded);
  const isIn = sectionOf(section, [...known.map(({ key }) => key), ...written.map(({ key }) => key)]);
  const set = written.filter(({ key }) => isIn(key));
  const setKeys = new Set(set.map(({ key }) => key));
  const unset = all ? known.filter(({ key, isSet }) => isIn(key) && !isSet && !setKeys.has(key)) : [];
  const variables = section === undefined ? variablesOf(loaded, desk) : [];
  if (json) {
    const settings = set.map(({ key, value, isSecret, source, line, overruledBy }) => ({
      ...{ key, value, isSecret, source, line, overruledBy },
    }));
    const defaults = unset.map(({ key, type, default: preset }) => ({
      ...{ key, type },
      ...(preset === undefined ? {} : { value: JSON.parse(preset) as unknown }),
    }));
    printJson(host, {
      ...{ path: loaded.configPath, envPath: loaded.envPath, settings, variables },
      ...(all ? { defaults } : {}),
    });
  } else {
    const rows = [
      ...set.map((setting) => [
        setting.key,
        setting.value === undefined ? notShown : shortValue(setting.value),
        placeOf(setting, loaded),
      ]),
      ...unset.map(({ key, default: preset }) => [
        key,
        preset === undefined ? "–" : shortValue(JSON.parse(preset)),
        preset === undefined ? "not set" : "default",
      ]),
    ];
    printLines(host, [
      cleanText(loaded.configPath),
      ...layout(rows.length === 0 ? [["nothing is set", "", ""]] : rows, host.stdout.columns),
      ...(variables.length === 0 ? [] : ["", "Variables"]),
      ...layout(
        variables.map(({ name, value, source, setting }) => [
          name,
          value === undefined ? notShown : shortValue(value),
          setting === undefined ? source : `${source}, over ${setting}`,
        ]),
        host.stdout.columns,
      ),
    ]);
    if (!all && section === undefined)
      for (const line of wrap(moreWord, { columns: host.stderr.columns })) printRemark(host, line);
  }
  sayProblems(loaded, desk);
  return exitCodes.ok;
}

function sectionOf(section: string | undefined, keys: readonly string[]): (key: string) => boolean {
  if (section === undefined) return () => true;
  const isIn = (key: string): boolean => key === section || key.startsWith(`${section}.`);
  if (keys.some(isIn)) return isIn;
  const sections = [...new Set(keys.flatMap((key) => prefixesOf(key)))];
  const near = nearest(section, sections);
  const advice = near === undefined ? "" : ` Did you mean "${near}"?`;
  throw usageError(`There is no section "${section}".${advice}`);
}

function prefixesOf(key: string): readonly string[] {
  const parts = key.split(".");
  return parts.map((_, index) => parts.slice(0, index + 1).join("."));
}

function placeOf({ source, line, overruledBy }: WrittenSetting, { configPath }: LoadedSettings): string {
  if (source !== configPath) return source;
  const place = line === undefined ? "config.yaml" : `line ${line}`;
  return overruledBy === undefined ? place : `${place}, but ${overruledBy} counts`;
}

interface ShownVariable {
  readonly name: string;
  /** Absent: it is a secret. */
  readonly value?: string | undefined;
  readonly source: string;
  readonly setting?: string | undefined;
}

/** Those that Hermes knows, and all of `.env`. */
function variablesOf(loaded: LoadedSettings, { host }: GatewayDesk): readonly ShownVariable[] {
  const ofFile = dotenvOf(loaded);
  const names = Object.keys(loaded.env).filter(
    (name) => ofFile[name] !== undefined || (findVariable(name) !== undefined && name !== "HERMES_HOME"),
  );
  return names.toSorted().flatMap((name): readonly ShownVariable[] => {
    const value = loaded.env[name];
    if (value === undefined || value === "") return [];
    const { setting } = findVariable(name) ?? {};
    const source = host.env[name] === undefined ? ".env" : "environment";
    const isHidden = isSecretVariable(name) || findVariable(name) === undefined;
    return [{ name, ...(isHidden ? {} : { value }), source, setting }];
  });
}

function layout(rows: readonly (readonly string[])[], columns: number | undefined): readonly string[] {
  if (columns === undefined || columns >= narrow) return table(rows, columns);
  return rows.flatMap(([key = "", value = "", place = ""]) => [
    ...wrap(key, { columns, indent: 2 }),
    ...wrap([value, place].filter((part) => part !== "").join("  · "), { columns, indent: 4 }),
  ]);
}
