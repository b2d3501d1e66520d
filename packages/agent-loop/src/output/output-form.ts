import type { OutputSchema, ToolDefinition } from "@hermes/models";
import { readerOf } from "@hermes/registry";
import type { DataReader, DataSchema, JsonSchema } from "@hermes/registry";
import { parseArgumentsText } from "@hermes/registry/arguments";

export type ReadOutput =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problems: readonly string[]; readonly isJson: boolean };

/** Providers take objects alone: what is none travels in this field. */
const wrapField = "value";

/** The form of an answer that is data, as models are told it and as answers are read by it. One for each schema. */
export class OutputForm {
  readonly schema: OutputSchema;
  readonly #reader: DataReader;
  readonly #isWrapped: boolean;
  #tool: ToolDefinition | undefined;

  /** @throws {HermesError} `SCHEMA_INVALID` */
  constructor(schema: DataSchema) {
    this.#reader = readerOf(schema);
    const { schema: json } = this.#reader;
    this.#isWrapped = json["type"] !== "object";
    this.schema = { name: "answer", schema: this.#isWrapped ? wrapped(json) : json };
  }

  /** The tool that takes the data of a model which keeps to no schema by itself. The same object for the same name. */
  tool(name: string): ToolDefinition {
    if (this.#tool?.name !== name)
      this.#tool = {
        name,
        description:
          "Gives the final answer, as data. Call it once, alone, when everything else is done: it ends the work.",
        parameters: this.schema.schema,
      };
    return this.#tool;
  }

  /** What there is of a value that is under way. */
  partial(value: unknown): unknown {
    return this.#isWrapped ? fieldOf(value)?.value : value;
  }

  /** Reads what a model wrote as its answer. */
  async read(text: string): Promise<ReadOutput> {
    const written = parseArgumentsText(withoutFence(text));
    if (!written.ok || text.trim() === "") return { ok: false, problems: ["It is not JSON."], isJson: false };
    if (isTooDeep(written.value))
      return { ok: false, problems: [`It is nested deeper than ${maxLevels} levels.`], isJson: true };
    const field = this.#isWrapped ? fieldOf(written.value) : undefined;
    const read = await this.#reader.read(field === undefined ? written.value : field.value);
    return read.ok ? read : { ...read, isJson: true };
  }
}

function fieldOf(value: unknown): { readonly value: unknown } | undefined {
  return typeof value === "object" && value !== null && wrapField in value ? value : undefined;
}

/** References within the schema go on to lead where they led. */
function wrapped(json: JsonSchema): JsonSchema {
  // What a schema says under `$defs` is an object.
  const taken = (json["$defs"] ?? {}) as JsonSchema;
  let name = "answer";
  while (name in taken) name += "_";
  const place = `#/$defs/${name}`;
  const moved = (key: string, value: unknown): unknown =>
    key !== "$ref" || typeof value !== "string" || !/^#(?!\/\$defs\/)/.test(value)
      ? value
      : place + value.slice(1);
  // The same as it came, with other references.
  const { $defs, ...inner } = JSON.parse(JSON.stringify(json), moved) as JsonSchema & { $defs?: JsonSchema };
  return {
    type: "object",
    properties: { [wrapField]: { $ref: place } },
    required: [wrapField],
    additionalProperties: false,
    $defs: { ...$defs, [name]: inner },
  };
}

/** Models that know no schemas like to put JSON into a fence. */
function withoutFence(text: string): string {
  const fenced = text.trim();
  if (fenced.length < 6 || !fenced.startsWith("```") || !fenced.endsWith("```")) return text;
  return fenced.slice(fenced.startsWith("```json") ? 7 : 3, -3);
}

/** Programs write what they get as JSON again, which takes stack for each level. */
const maxLevels = 500;

function isTooDeep(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let levels = 0; level.length > 0; levels++) {
    if (levels > maxLevels) return true;
    level = level.flatMap((each) => (typeof each === "object" && each !== null ? Object.values(each) : []));
  }
  return false;
}
