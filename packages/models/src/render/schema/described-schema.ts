import type { OutputDialect } from "./output-dialects.ts";
import type { Schema } from "./schema-values.ts";

/** A schema with the keywords of a node that the provider knows; of the rest the model is told in words. */
export function described(rules: OutputDialect, node: Schema, schema: Schema): Schema {
  const kept: Record<string, unknown> = {};
  const told: string[] = [];
  for (const [key, value] of Object.entries(node)) {
    if (silent.has(key) || appliesElsewhere(key, schema["type"])) continue;
    if (knows(rules, key, value)) kept[key] = value;
    else told.push(`${key}: ${JSON.stringify(value)}`);
  }
  const said = [node["description"], told.length === 0 ? undefined : `(${told.join(", ")})`];
  const description = said.filter((text) => typeof text === "string" && text !== "").join(" ");
  const title = typeof node["title"] === "string" ? { title: node["title"] } : {};
  return { ...schema, ...kept, ...title, ...(description === "" ? {} : { description }) };
}

function knows(
  { keywords, formats, maxMinItems = Infinity }: OutputDialect,
  key: string,
  value: unknown,
): boolean {
  if (!keywords.has(key)) return false;
  if (key === "format") return formats.has(String(value));
  return key !== "minItems" || Number(value) <= maxMinItems;
}

/** Keywords that say nothing of the value, or are written elsewhere. */
const silent = new Set(
  "type title description default examples deprecated readOnly writeOnly $ref anyOf oneOf".split(" "),
);
const typesOfKeyword: Readonly<Record<string, RegExp>> = {
  minimum: /number|integer/,
  maximum: /number|integer/,
  exclusiveMinimum: /number|integer/,
  exclusiveMaximum: /number|integer/,
  multipleOf: /number|integer/,
  pattern: /string/,
  format: /string/,
  minLength: /string/,
  maxLength: /string/,
  minItems: /array/,
  maxItems: /array/,
};

/** Beside several types stand keywords that are those of one of them. */
function appliesElsewhere(key: string, type: unknown): boolean {
  return typesOfKeyword[key]?.test(String(type)) === false;
}
