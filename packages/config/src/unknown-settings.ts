import { nearest } from "@hermes/registry";
import type { JsonSchema } from "@hermes/registry";
import { isOriginalKey } from "./original-settings.ts";
import { isTree } from "./settings-tree.ts";
import type { SettingsTree } from "./settings-tree.ts";

interface UnknownSetting {
  readonly path: readonly string[];
  /** Known key of the same section that was perhaps meant. */
  readonly meant: string | undefined;
}

export interface UnknownSettings {
  /** Nobody knows these. */
  readonly unknown: readonly UnknownSetting[];
  /** The original knows these. */
  readonly withoutEffect: readonly (readonly string[])[];
}

/** Finds the keys of a tree that the schema does not have. */
export function findUnknown(tree: SettingsTree, schema: JsonSchema): UnknownSettings {
  const all = unknownKeys(tree, schema, []);
  const isOld = ({ path }: UnknownSetting): boolean => isOriginalKey(path);
  return {
    unknown: all.filter((setting) => !isOld(setting)),
    withoutEffect: all.filter(isOld).map(({ path }) => path),
  };
}

function unknownKeys(
  tree: SettingsTree,
  schema: JsonSchema,
  path: readonly string[],
): readonly UnknownSetting[] {
  const properties = isTree(schema["properties"]) ? schema["properties"] : {};
  const entries = isTree(schema["additionalProperties"]) ? schema["additionalProperties"] : undefined;
  return Object.entries(tree).flatMap(([key, value]) => {
    const here = [...path, key];
    const part = Object.hasOwn(properties, key) ? properties[key] : entries;
    if (part === undefined) return [{ path: here, meant: nearest(key, Object.keys(properties)) }];
    return isTree(value) && isTree(part) && hasKeys(part) ? unknownKeys(value, part, here) : [];
  });
}

function hasKeys(schema: JsonSchema): boolean {
  return "properties" in schema || "additionalProperties" in schema;
}
