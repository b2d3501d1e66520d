import type { OutputSchema } from "../../model.ts";
import { wireKey } from "../wire-text.ts";
import { mergedAll } from "./gemini-schema.ts";
import { normaliseSchema } from "./normalise-schema.ts";
import { type OutputDialect, type OutputDialectName, outputDialects } from "./output-dialects.ts";
import { isRecord, type Schema, typeOf, typesIn, without } from "./schema-values.ts";
import { described } from "./described-schema.ts";
import { fitsSchema } from "./fits-schema.ts";
import {
  type Back,
  closedObject,
  jsonText,
  objectBack,
  orNull,
  type WireField,
  type Written,
} from "./output-forms.ts";

/** The schema of an answer as a provider takes it, and the way back from what the model says under it. */
export interface OutputWire {
  readonly schema: Schema;
  /** Under which name the answer stands in an object, since the provider wants one. */
  readonly wrapped?: string | undefined;
  /** What the model said as the schema of the request wants it. Undefined: it is that already. */
  readonly fromWire?: ((value: unknown) => unknown) | undefined;
}

/** Deeper than any object that a person wrote; OpenAI takes ten levels. */
const maxDepth = 9;
/** Definitions that are written in place many times over can say more than there is room for. */
const maxNodes = 5000;
const wrappedName = "value";

/** Works each schema out once, so that what is sent stays the same. */
export function keptOutputWires(dialect: OutputDialectName): (output: OutputSchema) => OutputWire {
  const known = new WeakMap<object, OutputWire>();
  return ({ schema }) => {
    const wire = known.get(schema) ?? outputWire(schema, dialect);
    known.set(schema, wire);
    return wire;
  };
}

/**
 * A schema within what a provider takes. What is left out of it goes on in descriptions; what can't be said at all is
 * asked for in another form, from which `fromWire` brings it back:
 *
 * - an optional property may be null, where all have to be required;
 * - an object with names of the model's own choosing is a list of `{ key, value }`;
 * - what may be anything, or refers to itself where it must not, is a text with JSON in it;
 * - an answer that is no object stands under `value` in one.
 */
export function outputWire(schema: Schema, dialect: OutputDialectName): OutputWire {
  const normal = normaliseSchema(schema);
  return dialect === "any" ? { schema: normal } : new OutputWriter(normal, outputDialects[dialect]).root();
}

class OutputWriter {
  readonly #root: Schema;
  readonly #rules: OutputDialect;
  readonly #definitions: Schema;
  /** Under which name the whole is a definition of its own. */
  readonly #rootName: string;
  /** By name on the wire. Filled in when a definition is first referred to. */
  readonly #written = new Map<string, { schema: Schema; back: Back }>();
  readonly #underWay = new Set<string>();
  #nodes = 0;

  constructor(root: Schema, rules: OutputDialect) {
    this.#rules = rules;
    const { $defs } = root;
    this.#root = without(root, "$defs");
    const definitions = isRecord($defs) ? $defs : {};
    let rootName = "answer";
    while (Object.hasOwn(definitions, rootName)) rootName += "_";
    this.#rootName = rootName;
    this.#definitions = { ...definitions, [rootName]: this.#root };
  }

  root(): OutputWire {
    // A reference at the top would hide that there is an object behind it.
    const top = this.#rules.references ? this.#resolved(this.#root) : this.#root;
    let { schema, back } = this.#write(top, 0);
    const wrapped = this.#rules.rootObject && schema["type"] !== "object" ? wrappedName : undefined;
    if (wrapped !== undefined) {
      schema = closedObject({ [wrapped]: schema });
      const inner = back;
      back = (value) => {
        const own = isRecord(value) && Object.hasOwn(value, wrapped) ? value[wrapped] : value;
        return inner === undefined ? own : inner(own);
      };
    }
    const definitions = [...this.#written].map(([name, written]) => [name, written.schema]);
    if (definitions.length > 0) schema = { ...schema, $defs: Object.fromEntries(definitions) };
    return { schema, wrapped, fromWire: back };
  }

  #write(node: Schema, depth: number): Written {
    if (++this.#nodes > maxNodes || depth > maxDepth) return jsonText(node);
    if (typeof node["$ref"] === "string") return this.#reference(node["$ref"], node, depth);
    if (Array.isArray(node["allOf"])) return this.#write(mergedAll(node, this.#definitions), depth);
    const values = "const" in node ? [node["const"]] : node["enum"];
    if (Array.isArray(values)) return this.#values(node, values);
    const branches = branchesOf(node);
    if (branches !== undefined) return this.#branches(node, branches, depth);
    switch (node["type"]) {
      case "object":
        return this.#object(node, depth);
      case "array":
        return this.#array(node, depth);
      case undefined:
        return jsonText(node);
      case "null":
        return { schema: { type: "null" }, back: undefined };
      default:
        return { schema: described(this.#rules, node, { type: node["type"] }), back: undefined };
    }
  }

  /** The definition in place, or a reference to it where the provider follows one. */
  #reference(reference: string, node: Schema, depth: number): Written {
    const name = reference === "#" ? this.#rootName : reference.replace("#/$defs/", "");
    const target = this.#definitions[name];
    const more = without(node, "$ref", "title", "description", "default", "examples");
    if (!isRecord(target)) return jsonText(without(node, "$ref"));
    if (this.#rules.references && Object.keys(more).length === 0) return this.#referred(name, target);
    const whole = { ...target, ...without(node, "$ref") };
    if (this.#underWay.has(name)) return jsonText(whole);
    this.#underWay.add(name);
    const written = this.#write(whole, depth);
    this.#underWay.delete(name);
    return written;
  }

  #referred(name: string, target: Schema): Written {
    const known = this.#written.get(name) ?? { schema: {}, back: undefined };
    if (!this.#written.has(name)) {
      this.#written.set(name, known);
      Object.assign(known, this.#write(target, 1));
    }
    // Within a circle it is not known yet whether there is anything to bring back.
    const back: Back = (value) => (known.back === undefined ? value : known.back(value));
    return { schema: { $ref: `#/$defs/${name}` }, back };
  }

  #values(node: Schema, values: readonly unknown[]): Written {
    const types = [...new Set(values.map(typeOf))];
    if (values.length === 0 || types.includes("object") || types.includes("array")) return jsonText(node);
    const { listed, constants } = this.#rules;
    const [only] = values;
    if (types.every((type) => listed.includes(type))) {
      const type = types.length === 1 ? types[0] : types;
      const list = values.length === 1 && constants ? { const: only } : { enum: values };
      return {
        schema: described(this.#rules, without(node, "enum", "const"), { type, ...list }),
        back: undefined,
      };
    }
    // Of values of several types each type has its own list; what can't be listed is told.
    if (types.length > 1)
      return this.#anyOf(
        node,
        types.map((type) =>
          this.#values(
            {},
            values.filter((value) => typeOf(value) === type),
          ),
        ),
      );
    const told = types[0] === "null" ? {} : { enum: values };
    return {
      schema: described(this.#rules, { ...without(node, "enum", "const"), ...told }, { type: types[0] }),
      back: undefined,
    };
  }

  #branches(node: Schema, branches: readonly Schema[], depth: number): Written {
    const own = without(node, "anyOf", "oneOf", "description", "title", "default", "examples");
    const shared = typesIn(node).length > 1 ? without(own, "type") : own;
    const written = branches.map((branch) =>
      this.#write(mergedAll({ ...branch, allOf: [shared] }, this.#definitions), depth),
    );
    return this.#anyOf(node, written);
  }

  #anyOf(node: Schema, written: readonly Written[]): Written {
    const unique = [...new Map(written.map((each) => [JSON.stringify(each.schema), each])).values()];
    const [only] = unique;
    if (only === undefined) return jsonText(node);
    if (unique.length === 1) return only;
    const about = typeof node["description"] === "string" ? { description: node["description"] } : {};
    const schema = { ...about, anyOf: unique.map((each) => each.schema) };
    if (unique.every(({ back }) => back === undefined)) return { schema, back: undefined };
    return {
      schema,
      back: (value) => {
        const said = unique.find((each) => this.#fits(value, each.schema));
        return said?.back === undefined ? value : said.back(value);
      },
    };
  }

  #object(node: Schema, depth: number): Written {
    const properties = isRecord(node["properties"]) ? node["properties"] : {};
    const required = Array.isArray(node["required"]) ? node["required"].map(String) : [];
    const named: Schema = {
      ...properties,
      ...Object.fromEntries(
        required.filter((name) => !Object.hasOwn(properties, name)).map((name) => [name, {}]),
      ),
    };
    const more = node["additionalProperties"];
    if (Object.keys(named).length === 0) {
      if (isRecord(more)) return this.#record(node, more, depth);
      if (more !== false && this.#rules.closed) return jsonText(node);
    }
    const fields: WireField[] = [];
    for (const [name, property] of Object.entries(named)) {
      const { schema, back } = this.#write(isRecord(property) ? property : {}, depth + 1);
      const optional = this.#rules.allRequired && !required.includes(name) && !this.#fits(null, schema);
      const wire = this.#rules.plainNames ? wireKey(name) : name;
      fields.push({ name, wire, schema: optional ? orNull(schema) : schema, optional, back });
    }
    const all = this.#rules.allRequired;
    const schema = {
      type: "object",
      properties: Object.fromEntries(fields.map((field) => [field.wire, field.schema])),
      required: fields.flatMap(({ name, wire }) => (all || required.includes(name) ? [wire] : [])),
      ...this.#open(more, depth),
    };
    const changed = fields.filter(
      ({ name, wire, optional, back }) => name !== wire || optional || back !== undefined,
    );
    const told = without(
      node,
      "type",
      "properties",
      "required",
      "additionalProperties",
      "unevaluatedProperties",
    );
    return {
      schema: described(this.#rules, told, schema),
      back: changed.length === 0 ? undefined : (value) => objectBack(value, fields),
    };
  }

  #open(more: unknown, depth: number): Schema {
    if (this.#rules.closed) return { additionalProperties: false };
    if (typeof more === "boolean") return { additionalProperties: more };
    return isRecord(more) ? { additionalProperties: this.#plain(more, depth) } : {};
  }

  /** Names of the model's own choosing. */
  #record(node: Schema, more: Schema, depth: number): Written {
    const told = without(node, "type", "properties", "required", "additionalProperties");
    if (!this.#rules.closed) {
      const additionalProperties = this.#plain(more, depth);
      return {
        schema: described(this.#rules, told, { type: "object", additionalProperties }),
        back: undefined,
      };
    }
    const { schema, back } = this.#write(more, depth + 1);
    const items = closedObject({ key: { type: "string" }, value: schema });
    return {
      schema: described(this.#rules, told, { type: "array", items }),
      back: (value) => {
        if (!Array.isArray(value)) return value;
        const entries = value
          .filter(isRecord)
          .map((entry): [string, unknown] => [
            String(entry["key"]),
            back === undefined ? entry["value"] : back(entry["value"]),
          ]);
        return Object.fromEntries(entries);
      },
    };
  }

  /** A schema below names that nobody knows; where it would have to be brought back, it is left open. */
  #plain(more: Schema, depth: number): Schema | boolean {
    const { schema, back } = this.#write(more, depth + 1);
    return back === undefined ? schema : true;
  }

  #array(node: Schema, depth: number): Written {
    const first = Array.isArray(node["prefixItems"]) ? node["prefixItems"].filter(isRecord) : [];
    const rest = isRecord(node["items"]) ? node["items"] : {};
    const isOpen = first.length === 0 || Object.keys(rest).length > 0;
    const kinds = [...first, ...(isOpen ? [rest] : [])].map((item) => this.#write(item, depth + 1));
    const { schema, back } = this.#anyOf({}, kinds);
    const told = without(node, "type", "items", "prefixItems");
    return {
      schema: described(this.#rules, told, { type: "array", items: schema }),
      back:
        back === undefined
          ? undefined
          : (value) => (Array.isArray(value) ? value.map((item: unknown) => back(item)) : value),
    };
  }

  #fits(value: unknown, schema: Schema): boolean {
    return fitsSchema(value, schema, (name) => {
      const written = this.#written.get(name)?.schema ?? {};
      // A definition that is still being written counts as what it is made of.
      const definition = Object.keys(written).length > 0 ? written : this.#definitions[name];
      return isRecord(definition) ? definition : undefined;
    });
  }

  /** What references at the top lead to. */
  #resolved(node: Schema): Schema {
    const seen = new Set<unknown>();
    let current = node;
    while (typeof current["$ref"] === "string" && !seen.has(current["$ref"])) {
      seen.add(current["$ref"]);
      const target = this.#definitions[current["$ref"].replace("#/$defs/", "")];
      if (!isRecord(target)) break;
      current = { ...target, ...without(current, "$ref") };
    }
    return current;
  }
}

/** Alternatives, and several types that are each one. */
function branchesOf(node: Schema): readonly Schema[] | undefined {
  const listed = [node["anyOf"], node["oneOf"]].find((list) => Array.isArray(list) && list.length > 0);
  if (Array.isArray(listed)) return listed.filter(isRecord);
  const types = typesIn(node);
  return types.length > 1 ? types.map((type) => ({ type })) : undefined;
}
