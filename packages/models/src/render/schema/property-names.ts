import { isRecord, mapRecord, type Schema } from "./schema-values.ts";

/** Names of properties that a provider is shown in place of others, from what the tool calls them. */
export type PropertyNames = ReadonlyMap<string, string>;

/** The new names that a schema needs, none of them one that it uses already. */
export function newNames(schema: Schema, nameFor: (name: string) => string): PropertyNames {
  const used = new Set<string>();
  walkProperties(schema, (name) => used.add(name));
  const names = new Map<string, string>();
  const taken = new Set(used);
  for (const name of used) {
    let wire = nameFor(name);
    if (wire === name) continue;
    for (let number = 2; taken.has(wire); number++) wire = nameFor(`${name} ${number}`);
    taken.add(wire);
    names.set(name, wire);
  }
  return names;
}

function walkProperties(node: unknown, found: (name: string) => void): void {
  if (Array.isArray(node)) for (const item of node) walkProperties(item, found);
  if (!isRecord(node)) return;
  for (const [key, value] of Object.entries(node)) {
    if (valued.has(key)) continue;
    if (keyed.has(key) && isRecord(value)) for (const name of Object.keys(value)) found(name);
    if (named.has(key) && isRecord(value))
      for (const item of Object.values(value)) walkProperties(item, found);
    else walkProperties(value, found);
  }
}

/** Keywords whose keys are names of properties. */
const keyed = new Set(["properties", "dependentSchemas", "dependentRequired"]);
/** Keywords whose keys are no keywords. */
const named = new Set(["properties", "dependentSchemas", "dependentRequired", "patternProperties", "$defs"]);
/** Keywords that hold values of arguments and not schemas. */
const valued = new Set(["enum", "const", "default", "examples"]);

/** The schema with the new names, also in the values that it names. */
export function renamedSchema(node: Schema, names: PropertyNames): Schema {
  return names.size === 0 ? node : renamedNode(node, names);
}

function renamedNode(node: Schema, names: PropertyNames): Schema {
  return mapRecord(node, (value, key) => {
    if (valued.has(key)) return renamedKeys(value, names);
    if (keyed.has(key) && isRecord(value)) {
      const entries = Object.entries(value).map(([name, item]) => [
        names.get(name) ?? name,
        renamedPart(item, names),
      ]);
      return Object.fromEntries(entries);
    }
    if (named.has(key) && isRecord(value)) return mapRecord(value, (item) => renamedPart(item, names));
    return renamedPart(value, names);
  });
}

function renamedPart(value: unknown, names: PropertyNames): unknown {
  if (!Array.isArray(value)) return isRecord(value) ? renamedNode(value, names) : value;
  // Texts in lists are names of properties, or types, and no type needs another name.
  return value.map((item: unknown) =>
    typeof item === "string" ? (names.get(item) ?? item) : renamedPart(item, names),
  );
}

/** A value with other keys at every depth. */
export function renamedKeys(value: unknown, names: PropertyNames): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => renamedKeys(item, names));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [names.get(key) ?? key, renamedKeys(item, names)]),
  );
}

export function reversed(names: PropertyNames): PropertyNames {
  return new Map([...names].map(([name, wire]) => [wire, name]));
}
