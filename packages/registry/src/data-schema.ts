import * as z from "zod";
import { coerceArguments } from "./coerce-arguments.ts";
import { describeProblems } from "./describe-problems.ts";
import { HermesError } from "./hermes-error.ts";
import { messageOf } from "./message-of.ts";
import type { JsonSchema, ParsedInput } from "./tool.ts";

/** A schema of any library that keeps to Standard Schema and can write its JSON Schema, as zod does from 4.2 on. */
export type StandardDataSchema = z.core.$ZodType | StandardSchemaWithJson;

/** See https://standardschema.dev and its JSON Schema part. */
export interface StandardSchemaWithJson {
  readonly "~standard": {
    readonly vendor: string;
    readonly types?: { readonly input: unknown; readonly output: unknown } | undefined;
    readonly validate: (value: unknown) => StandardResult | Promise<StandardResult>;
    readonly jsonSchema: { readonly input: (options: { readonly target: string }) => JsonSchema };
  };
}

interface StandardResult {
  readonly value?: unknown;
  readonly issues?:
    | readonly {
        readonly message: string;
        readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
      }[]
    | undefined;
}

/** How data looks: a zod schema, another Standard Schema with a JSON Schema, or a JSON Schema (2020-12) as plain data. */
export type DataSchema = StandardDataSchema | JsonSchema;

/** What a value is after its schema has checked it; of a JSON Schema nothing is known. */
export type DataOf<Schema> = Schema extends z.core.$ZodType
  ? z.output<Schema>
  : Schema extends StandardSchemaWithJson
    ? NonNullable<Schema["~standard"]["types"]>["output"]
    : unknown;

/** A schema as it is sent and as values are checked by it. */
export interface DataReader {
  readonly schema: JsonSchema;
  /** Checks a value; what does not fit is brought into its type where that is surely meant ("3" → 3). Never throws. */
  read(value: unknown): Promise<ParsedInput>;
}

/** @throws {HermesError} `SCHEMA_INVALID` where a schema can't be written as JSON Schema, or be checked. */
export function readerOf(schema: DataSchema): DataReader {
  // A program without a compiler may give anything.
  const given: unknown = schema;
  if ((typeof given !== "object" && typeof given !== "function") || given === null)
    throw new HermesError(`${JSON.stringify(given)} is no schema.`, {
      code: "SCHEMA_INVALID",
      hint: schemaHint,
    });
  if (!isStandard(schema) || isZod(schema)) {
    const { json, type } = isZod(schema)
      ? { json: writtenAsJson(() => toJsonSchema(schema)), type: schema }
      : { json: schema, type: fromJson(schema) };
    const reader = new SchemaReader(
      () => type,
      () => json,
    );
    return { schema: json, read: async (value) => reader.read(value) };
  }
  const { validate, jsonSchema } = schema["~standard"];
  const json = writtenAsJson(() => jsonSchema.input({ target: "draft-2020-12" }));
  return { schema: json, read: (value) => readStandard(validate, value, json) };
}

/** Checks values by a zod schema, and says of each problem what is wrong in words for whoever wrote the value. */
export class SchemaReader {
  readonly #type: () => z.core.$ZodType;
  readonly #json: () => JsonSchema;

  constructor(type: () => z.core.$ZodType, json: () => JsonSchema) {
    this.#type = type;
    this.#json = json;
  }

  read(value: unknown): ParsedInput {
    try {
      const asGiven = z.safeParse(this.#type(), value, parseOptions);
      if (asGiven.success) return { ok: true, value: asGiven.data };
      const coerced = coerceArguments(value, this.#json());
      const result = z.safeParse(this.#type(), coerced, parseOptions);
      return result.success
        ? { ok: true, value: result.data }
        : { ok: false, problems: describeProblems(result.error.issues, coerced, this.#json()) };
    } catch (error) {
      // A schema's own check or transformation failed, or the value is nested beyond the stack.
      return { ok: false, problems: [`The value can't be checked: ${messageOf(error)}.`] };
    }
  }
}

// Compiling a checker for a schema costs more than the few calls of a session get back.
const parseOptions = { jitless: true } as const;

/** What a model is shown of a zod schema. */
export function toJsonSchema(schema: z.core.$ZodType): JsonSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
    override: ({ jsonSchema }) => dropSafeIntegerBounds(jsonSchema),
  });
  return rest;
}

/** @throws {HermesError} `SCHEMA_INVALID` */
export function fromJson(schema: JsonSchema): z.ZodType {
  try {
    // Plain data from outside; what is not a schema in it is refused here.
    return z.fromJSONSchema(schema as z.core.JSONSchema.JSONSchema);
  } catch (error) {
    throw new HermesError(`The JSON Schema can't be used: ${messageOf(error)}`, {
      code: "SCHEMA_INVALID",
      hint: "Say it without the part that is named, or give a zod schema.",
      cause: error,
    });
  }
}

async function readStandard(
  validate: StandardSchemaWithJson["~standard"]["validate"],
  value: unknown,
  json: JsonSchema,
): Promise<ParsedInput> {
  try {
    let result = await validate(value);
    if (result.issues !== undefined) result = await validate(coerceArguments(value, json));
    if (result.issues === undefined) return { ok: true, value: result.value };
    return {
      ok: false,
      problems: result.issues.map(({ message, path = [] }) => {
        const keys = path.map((part) => String(typeof part === "object" ? part.key : part));
        return keys.length === 0 ? message : `"${keys.join(".")}": ${message}`;
      }),
    };
  } catch (error) {
    return { ok: false, problems: [`The value can't be checked: ${messageOf(error)}.`] };
  }
}

function isStandard(schema: DataSchema): schema is StandardDataSchema {
  return "~standard" in schema;
}

/** Also of a second installed copy. */
function isZod(schema: DataSchema): schema is z.core.$ZodType {
  return "_zod" in schema;
}

const schemaHint = "Give a zod schema, a Standard Schema that has a JSON Schema, or a JSON Schema.";

function writtenAsJson(write: () => JsonSchema): JsonSchema {
  try {
    const { $schema: _dialect, ...rest } = write();
    return rest;
  } catch (error) {
    throw new HermesError(`The schema can't be written as JSON Schema: ${messageOf(error)}`, {
      code: "SCHEMA_INVALID",
      hint: schemaHint,
      cause: error,
    });
  }
}

/** Zod writes the largest safe integer as a bound of every whole number: words that tell a model nothing. */
function dropSafeIntegerBounds(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
}
