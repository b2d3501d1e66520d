import { isRecord, type Schema, without } from "./schema-values.ts";

/** How a value comes back. Undefined: it is as it should be. */
export type Back = ((value: unknown) => unknown) | undefined;

export interface Written {
  readonly schema: Schema;
  readonly back: Back;
}

/** An object with these properties and no others. */
export function closedObject(properties: Schema): Schema {
  return { type: "object", properties, required: Object.keys(properties), additionalProperties: false };
}

/** The same, or null. */
export function orNull(schema: Schema): Schema {
  const { anyOf } = schema;
  return Array.isArray(anyOf)
    ? { ...schema, anyOf: [...anyOf, { type: "null" }] }
    : { anyOf: [schema, { type: "null" }] };
}

/** A property on its way to the wire. */
export interface WireField {
  readonly name: string;
  readonly wire: string;
  readonly schema: Schema;
  /** Whether null stands for its absence. */
  readonly optional: boolean;
  readonly back: Back;
}

/** An object with its own names, and without what is null since it is not there. */
export function objectBack(value: unknown, fields: readonly WireField[]): unknown {
  if (!isRecord(value)) return value;
  const own: Record<string, unknown> = {};
  const known = new Map(fields.map((field) => [field.wire, field]));
  for (const [wire, said] of Object.entries(value)) {
    const { name, optional, back } = known.get(wire) ?? { name: wire, optional: false, back: undefined };
    if (optional && said === null) continue;
    // `__proto__` is a name like any other.
    Object.defineProperty(own, name, {
      value: back === undefined ? said : back(said),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return own;
}

/** Any value, as a text with JSON in it. */
export function jsonText(node: Schema): Written {
  const about = typeof node["description"] === "string" ? `${node["description"]} ` : "";
  const rest = JSON.stringify(without(node, "description", "$defs"));
  const form = rest === "{}" ? "" : `, of this schema: ${rest.slice(0, 2000)}`;
  return {
    schema: { type: "string", description: `${about}A JSON text${form}` },
    back: (value) => {
      if (typeof value !== "string") return value;
      try {
        return JSON.parse(value);
      } catch {
        // The model wrote the text itself, and not JSON.
        return value;
      }
    },
  };
}
