import type { JsonSchema } from "@hermes/registry";
import type { SandboxTool } from "../sandbox-tool.ts";

/** A parameter of a tool, as a signature shows it. */
export interface Parameter {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly required: boolean;
}

/** The parameters of a tool: the needed ones first, each part in the order of the schema. */
export function parametersOf({ parameters }: SandboxTool): readonly Parameter[] {
  const required = new Set(Array.isArray(parameters["required"]) ? parameters["required"] : []);
  const all = Object.entries(schemasOf(parameters["properties"])).map(([name, schema]) => ({
    name,
    schema,
    required: required.has(name),
  }));
  return [...all.filter((each) => each.required), ...all.filter((each) => !each.required)];
}

/** The first sentence of a description, on one line. */
export function firstSentence(description: string): string {
  const line = description.trim().replaceAll(/\s+/g, " ");
  const sentence = /^.*?[.!?](?=\s|$)/.exec(line)?.[0] ?? line;
  return sentence.length > 160 ? `${sentence.slice(0, 159)}…` : sentence;
}

/** A name that code can use; tools of other programs may be called anything. */
export function identifier(name: string): string {
  const clean = name.replaceAll(/[^A-Za-z0-9_]/g, "_");
  return /^\d/.test(clean) ? `_${clean}` : clean;
}

/** JSON types of a schema, `any` where it does not say. */
export function jsonTypes(schema: JsonSchema): readonly string[] {
  const type = schema["type"];
  if (typeof type === "string") return [type];
  if (Array.isArray(type)) return type.filter((each) => typeof each === "string");
  const choices = schema["anyOf"] ?? schema["oneOf"];
  if (Array.isArray(choices)) {
    return [...new Set(choices.flatMap((choice) => (isSchema(choice) ? jsonTypes(choice) : ["any"])))];
  }
  return Array.isArray(schema["enum"]) ? [...new Set(schema["enum"].map((each) => typeof each))] : ["any"];
}

function schemasOf(properties: unknown): Readonly<Record<string, JsonSchema>> {
  if (!isSchema(properties)) return {};
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, isSchema(schema) ? schema : {}]),
  );
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
