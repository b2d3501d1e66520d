import { describeCall } from "@hermes/registry";
import type { CallArgument, JsonSchema, Tool } from "@hermes/registry";

/**
 * Arguments for what stands between the parentheses of `tool(…)`: the one that the tool takes for its command, path or
 * address is the text, else its first text; what else it needs is made up, as little as it takes.
 */
export function argumentsFor(tool: Tool, text: string): Readonly<Record<string, unknown>> {
  const { properties, required } = fieldsOf(tool.parameters());
  const filler = fillerOf(tool);
  const texts = Object.keys(properties).filter((name) => takesText(properties[name]));
  const attempts = texts.map((name) => ({ ...filler, [name]: text }));
  const lists = Object.keys(properties).map((name) => ({ ...filler, [name]: [text] }));
  const meant = [...attempts, ...lists].find((args) => {
    const parsed = tool.parse(args);
    return parsed.ok && isAbout(describeCall(tool, parsed.value).argument, text);
  });
  const first = texts.find((name) => required.includes(name)) ?? texts[0];
  return meant ?? (first === undefined ? filler : { ...filler, [first]: text });
}

/** Arguments with what is missing made up, so that what is given can be looked at. */
export function completed(tool: Tool, args: unknown): unknown {
  return isRecord(args) && !tool.parse(args).ok ? { ...fillerOf(tool), ...args } : args;
}

function fillerOf(tool: Tool): Readonly<Record<string, unknown>> {
  const { properties, required } = fieldsOf(tool.parameters());
  return Object.fromEntries(required.map((name) => [name, leastOf(properties[name])]));
}

function isAbout(argument: CallArgument, text: string): boolean {
  if (argument.kind === "command") return argument.text === text;
  if (argument.kind === "path") return argument.paths.some(({ path }) => path === text);
  return argument.kind === "url" && argument.urls.includes(text);
}

interface Fields {
  readonly properties: Readonly<Record<string, unknown>>;
  readonly required: readonly string[];
}

function fieldsOf({ properties, required }: JsonSchema): Fields {
  return {
    properties: isRecord(properties) ? properties : {},
    required: Array.isArray(required) ? required.map(String) : [],
  };
}

function takesText(schema: unknown): boolean {
  return isRecord(schema) && schema["type"] === "string" && schema["enum"] === undefined;
}

/** The least value that a schema lets through, as far as that is plain. */
function leastOf(schema: unknown): unknown {
  if (!isRecord(schema)) return "";
  const { type, enum: choices, minimum, minLength } = schema;
  if (Array.isArray(choices)) return choices[0];
  if (type === "number" || type === "integer") return typeof minimum === "number" ? minimum : 1;
  if (type === "boolean") return false;
  if (type === "array") return [];
  if (type === "object") return {};
  return "x".repeat(typeof minLength === "number" ? minLength : 0);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
