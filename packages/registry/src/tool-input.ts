import type { z } from "zod";
import { SchemaReader, fromJson, toJsonSchema } from "./data-schema.ts";
import { HermesError } from "./hermes-error.ts";
import { isRecord } from "./json-schema.ts";
import type { JsonSchema, ParsedInput, Tool } from "./tool.ts";

/** The arguments of a tool: a zod object, or a JSON Schema of an object. */
export type ToolInput = z.ZodObject | JsonSchema;

/** What `execute` is given; of a JSON Schema the types are not known. */
export type InputOf<Input> = Input extends z.ZodObject
  ? z.output<Input>
  : { readonly [name: string]: unknown };

/**
 * How a tool reads its arguments. A zod schema is built on first use, a JSON Schema at once, since it may be none.
 *
 * @throws {HermesError} `SCHEMA_INVALID`
 */
export function createParser(
  input: ToolInput,
  aliases: Readonly<Record<string, string>>,
): Pick<Tool, "parse" | "parameters"> {
  const { type, json } = isZodObject(input) ? ofZod(input) : ofJson(input);
  const reader = new SchemaReader(type, json);
  const parse = (args: unknown): ParsedInput =>
    reader.read(withOwnNames(args === undefined || args === null || args === "" ? {} : args, aliases));
  return { parse, parameters: json };
}

interface Form {
  readonly type: () => z.core.$ZodType;
  readonly json: () => JsonSchema;
}

function ofZod(input: z.ZodObject): Form {
  let strict: z.ZodObject | undefined;
  let json: JsonSchema | undefined;
  // An author who said nothing about unknown keys gets them refused; `looseObject` and `catchall` say something.
  const type = (): z.ZodObject => (strict ??= input.def.catchall === undefined ? input.strict() : input);
  return { type, json: () => (json ??= toJsonSchema(type())) };
}

function ofJson(input: JsonSchema): Form {
  if (!isRecord(input) || input["type"] !== "object")
    throw new HermesError("The arguments of a tool need the schema of an object.", {
      code: "SCHEMA_INVALID",
      hint: 'Give a zod object, or a JSON Schema with `type: "object"`.',
    });
  const { $schema: _dialect, ...given } = input;
  const saysMore = ["patternProperties", "allOf", "anyOf", "oneOf", "$ref"].some((key) => key in given);
  const json =
    "additionalProperties" in given || saysMore ? given : { ...given, additionalProperties: false };
  const type = fromJson(json);
  return { type: () => type, json: () => json };
}

function isZodObject(input: ToolInput): input is z.ZodObject {
  return isRecord(input) && "_zod" in input && "shape" in input;
}

/** An argument that is given under both names keeps its own one; the other is then refused like any unknown argument. */
function withOwnNames(args: unknown, aliases: Readonly<Record<string, string>>): unknown {
  if (!isRecord(args)) return args;
  const own = ([name, value]: readonly [string, unknown]) => {
    const stands = Object.hasOwn(aliases, name) ? aliases[name] : undefined;
    return [stands === undefined || Object.hasOwn(args, stands) ? name : stands, value] as const;
  };
  return Object.keys(args).some((name) => Object.hasOwn(aliases, name))
    ? Object.fromEntries(Object.entries(args).map(own))
    : args;
}
