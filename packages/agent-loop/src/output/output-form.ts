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
    const field = this.#isWrapped ? fieldOf(written.value) : undefined;
    const read = await this.#reader.read(field === undefined ? written.value : field.value);
    return read.ok ? read : { ...read, isJson: true };
  }
}

function fieldOf(value: unknown): { readonly value: unknown } | undefined {
  return typeof value === "object" && value !== null && wrapField in value ? value : undefined;
}

/** References within the schema go on to lead where they led. */
function wrapped({ $defs = {}, ...json }: JsonSchema): JsonSchema {
  const inner: unknown = JSON.parse(JSON.stringify(json).replaceAll('"$ref":"#"', '"$ref":"#/$defs/answer"'));
  return {
    type: "object",
    properties: { [wrapField]: { $ref: "#/$defs/answer" } },
    required: [wrapField],
    additionalProperties: false,
    // What a schema says under `$defs` is an object.
    $defs: { ...($defs as JsonSchema), answer: inner },
  };
}

/** Models that know no schemas like to put JSON into a fence. */
function withoutFence(text: string): string {
  return /^\s*```(?:json)?\s*([^]*?)\s*```\s*$/.exec(text)?.[1] ?? text;
}
