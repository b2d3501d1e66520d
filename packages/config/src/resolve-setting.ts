import { nearest } from "@hermes/registry";
import type { JsonSchema } from "@hermes/registry";
import { z } from "zod";
import { describeSettings } from "./describe-settings.ts";
import { currentPath } from "./original-settings.ts";
import { sectionNames, sectionsSchema } from "./settings-schema.ts";
import { isTree } from "./settings-tree.ts";

/** A place in `config.yaml` that means something: a setting, a section, or an entry such as `models.<name>`. */
export interface SettingPlace {
  readonly path: readonly string[];
  /** What may stand there; empty: anything. */
  readonly schema: JsonSchema;
}

/** What a dotted key names, also by the place that the Python original has for it. Undefined where it means nothing. */
export function resolveSetting(key: string): SettingPlace | undefined {
  const parts = key.split(".");
  if (parts.includes("")) return undefined;
  const moved = currentPath(parts);
  return (moved && resolvePath(moved)) ?? resolvePath(parts);
}

/** In the schema of one section: that of all costs its time. */
function resolvePath(parts: readonly string[]): SettingPlace | undefined {
  const schema = sectionsSchema(sectionNames.filter((name) => name === parts[0]));
  return resolveIn(z.toJSONSchema(schema, { io: "output" }), parts);
}

function resolveIn(schema: JsonSchema, parts: readonly string[]): SettingPlace | undefined {
  const [first, ...rest] = parts;
  if (first === undefined) return { path: [], schema };
  const properties = isTree(schema["properties"]) ? schema["properties"] : {};
  const known = Object.hasOwn(properties, first) ? properties[first] : undefined;
  if (isTree(known)) return below([first], resolveIn(known, rest));
  const { additionalProperties: others } = schema;
  if (!isTree(others)) return undefined;
  if (Object.keys(others).length === 0) return { path: parts, schema: {} };
  // A name may have dots itself, as those of models do: the shortest one counts behind which the rest is known.
  for (let length = 1; length <= parts.length; length++) {
    const inner = resolveIn(others, parts.slice(length));
    if (inner !== undefined) return below([parts.slice(0, length).join(".")], inner);
  }
  return undefined;
}

function below(path: readonly string[], place: SettingPlace | undefined): SettingPlace | undefined {
  return place && { path: [...path, ...place.path], schema: place.schema };
}

/** Names of all settings; `<name>` stands for any name. */
export function settingKeys(): readonly string[] {
  return describeSettings().map(({ key }) => key);
}

/** What a setting of a few values, or one that is on or off, may be; empty for every other one. */
export function settingValues(key: string): readonly string[] {
  const { schema = {} } = resolveSetting(key) ?? {};
  if (schema["type"] === "boolean") return ["true", "false"];
  const values: unknown = schema["enum"];
  return Array.isArray(values) ? values.filter((value) => typeof value === "string") : [];
}

/** Keys that were perhaps meant, the likest first: by the whole key, or by its last part, as `max_turns`. */
export function suggestSettings(key: string): readonly string[] {
  const keys = settingKeys();
  const last = lastOf(key);
  const sameEnd = keys.filter((each) => lastOf(each) === last);
  if (sameEnd.length > 0)
    return [...new Set([nearest(key, sameEnd) ?? "", ...sameEnd])].filter(Boolean).slice(0, 3);
  const near = nearest(key, keys) ?? keys.find((each) => lastOf(each) === nearest(last, keys.map(lastOf)));
  return near === undefined ? [] : [near];
}

function lastOf(key: string): string {
  return key.slice(key.lastIndexOf(".") + 1);
}
