import { z } from "zod";
import type { JsonSchema } from "@hermes/registry";
import { settingsSchema } from "./settings-schema.ts";
import { isTree } from "./settings-tree.ts";

/** A `config.yaml` with every setting, its meaning and its default as comments: as it stands it sets nothing. */
export function exampleConfig(): string {
  const schema = z.toJSONSchema(settingsSchema(), { io: "output" });
  return `${head}\n${linesOf(schema, 0).join("\n")}\n`;
}

const head = `# Every setting of Hermes. As it stands this file sets nothing: what begins with "#name" is the default, or empty.
# Take that "#" away and write another value, or let hermes do it: hermes config set agent.max_turns 60
# Keys and other secrets are better kept in .env, beside this file: hermes config set OPENROUTER_API_KEY
`;

function linesOf(schema: JsonSchema, depth: number, isComment = false): readonly string[] {
  const properties = isTree(schema["properties"]) ? schema["properties"] : {};
  return Object.entries(properties).flatMap(([name, part]) =>
    isTree(part) ? [...entryLines(name, part, { depth, isComment }), ...(depth === 0 ? [""] : [])] : [],
  );
}

interface Place {
  readonly depth: number;
  /** The section around it is one. */
  readonly isComment: boolean;
}

function entryLines(name: string, schema: JsonSchema, { depth, isComment }: Place): readonly string[] {
  const indent = "  ".repeat(depth);
  const { description, default: value, properties, additionalProperties: entries } = schema;
  const said = typeof description === "string" ? `${indent}# ${description}` : undefined;
  const above = said === undefined ? [] : [said];
  if (isTree(properties) && Object.keys(properties).length > 0) {
    const isOptional = isComment || hasRequired(schema);
    const lines = linesOf(schema, depth + 1, isOptional);
    return [...above, `${indent}${isOptional ? "#" : ""}${name}:`, ...lines];
  }
  if (isTree(entries) && Object.keys(entries).length > 0 && name !== "<name>") {
    const inner = entryLines("<name>", entries, { depth: depth + 1, isComment: true });
    return [...above, `${indent}${isComment ? "#" : ""}${name}:`, ...inner];
  }
  const values = valuesOf(schema);
  const choices = values.length === 0 ? [] : [`${indent}# One of: ${values.join(", ")}.`];
  const shown = value === undefined ? "" : ` ${JSON.stringify(value)}`;
  return [...above, ...choices, `${indent}#${name}:${plain(shown)}`];
}

/** A section that can't be there without one of its settings is a comment itself. */
function hasRequired({ required }: JsonSchema): boolean {
  return Array.isArray(required) && required.includes("model");
}

function valuesOf(schema: JsonSchema): readonly string[] {
  const { enum: values, anyOf } = schema;
  if (Array.isArray(anyOf)) return anyOf.flatMap((part: unknown) => (isTree(part) ? valuesOf(part) : []));
  return Array.isArray(values) ? values.map(String) : [];
}

/** Words that YAML reads as themselves need no quotes. */
function plain(text: string): string {
  return text.replace(/^ "([a-z][a-z-]*)"$/, (whole, word: string) =>
    ["true", "false", "yes", "no", "on", "off", "null"].includes(word) ? whole : ` ${word}`,
  );
}
