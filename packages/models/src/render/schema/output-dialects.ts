/** What a provider takes of the schema of an answer; a request with anything else is refused. */
export interface OutputDialect {
  /** Whether the answer has to be an object, with no alternatives at its top. */
  readonly rootObject: boolean;
  /** Whether every property has to be required; what was optional may be null instead. */
  readonly allRequired: boolean;
  /** Whether objects can't have properties that the schema does not name. */
  readonly closed: boolean;
  /** Whether a schema may refer to itself, or to definitions at all. */
  readonly references: boolean;
  /** Whether only letters, digits, `_`, `-` and `.` may stand in the names of properties, 64 of them. */
  readonly plainNames: boolean;
  /** Types of values that may be listed. */
  readonly listed: readonly string[];
  /** Whether `const` is known; else it is a list of one. */
  readonly constants: boolean;
  /** Keywords that say more of a plain value; others go on in the description. */
  readonly keywords: ReadonlySet<string>;
  readonly formats: ReadonlySet<string>;
  /** @default any */
  readonly maxMinItems?: number | undefined;
}

const formats = "date-time time date duration email hostname ipv4 ipv6 uuid".split(" ");
const bounds = "minimum maximum exclusiveMinimum exclusiveMaximum multipleOf".split(" ");
const plainTypes = ["string", "number", "integer", "boolean", "null"];

/** `any`: a server that makes something of every schema by itself, such as a local one with grammars. */
export type OutputDialectName = "openai" | "anthropic" | "gemini" | "any";

export const outputDialects: Readonly<Record<Exclude<OutputDialectName, "any">, OutputDialect>> = {
  /** @see https://platform.openai.com/docs/guides/structured-outputs#supported-schemas */
  openai: {
    rootObject: true,
    allRequired: true,
    closed: true,
    references: true,
    plainNames: false,
    listed: plainTypes,
    constants: true,
    keywords: new Set([...bounds, "pattern", "format", "minItems", "maxItems"]),
    formats: new Set(formats),
  },
  /** @see https://platform.claude.com/docs/en/build-with-claude/structured-outputs#json-schema-limitations */
  anthropic: {
    rootObject: true,
    allRequired: false,
    closed: true,
    references: false,
    plainNames: true,
    listed: plainTypes,
    constants: true,
    keywords: new Set(["format", "minItems"]),
    formats: new Set([...formats, "uri"]),
    maxMinItems: 1,
  },
  /** @see https://ai.google.dev/gemini-api/docs/structured-output#json_schema_support */
  gemini: {
    rootObject: false,
    allRequired: false,
    closed: false,
    references: false,
    plainNames: false,
    listed: ["string", "number", "integer"],
    constants: false,
    keywords: new Set(["minimum", "maximum", "format", "minItems", "maxItems"]),
    formats: new Set(["date-time", "date", "time"]),
  },
};
