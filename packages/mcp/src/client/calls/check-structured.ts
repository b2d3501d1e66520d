import { mapTexts, type JsonSchema } from "@hermes/registry";
import type { McpContent, McpToolResult } from "../mcp-server.ts";
import { isRecord } from "../texts/is-record.ts";
import { harmlessText } from "../texts/harmless-text.ts";

const maxChars = 1_000_000;

type Check = (value: unknown) => string | undefined;
const checks: WeakMap<JsonSchema, Check> = new WeakMap();

/**
 * The structured part of a result, where it is what the tool's schema promises. Where it is not, the content says so, and what
 * came stands there as text if nothing else does.
 */
export async function checkStructured(
  content: readonly McpContent[],
  structured: unknown,
  schema: JsonSchema | undefined,
): Promise<Pick<McpToolResult, "content" | "structured">> {
  if (structured === undefined) {
    if (schema === undefined) return { content };
    return { content: [...content, note("It promises a structured result and gave none.")] };
  }
  const json = JSON.stringify(structured);
  if (json.length > maxChars)
    return {
      content: [...content, note(`Left out: a structured result of ${String(json.length)} characters.`)],
    };
  const clean = mapTexts(structured, { text: (text) => harmlessText(text, text.length) });
  const problem = schema === undefined ? undefined : (await checkOf(schema))(structured);
  if (problem === undefined) return { content, structured: clean };
  const shown: McpContent[] = content.length > 0 ? [] : [{ type: "text", text: JSON.stringify(clean) }];
  return {
    content: [
      ...content,
      ...shown,
      note(`The structured result is not what its schema promises: ${problem}.`),
    ],
  };
}

function note(text: string): McpContent {
  return { type: "text", text: `[${text}]` };
}

async function checkOf(schema: JsonSchema): Promise<Check> {
  const known = checks.get(schema);
  if (known !== undefined) return known;
  const check = await compile(schema);
  checks.set(schema, check);
  return check;
}

/** A schema that can't be used compares with nothing. */
async function compile(schema: JsonSchema): Promise<Check> {
  // It reads a schema and makes no code of it.
  const { CfWorkerJsonSchemaValidator } = await import("@modelcontextprotocol/client/validators/cf-worker");
  try {
    const validate = new CfWorkerJsonSchemaValidator().getValidator({
      ...(withoutPatterns(schema) as JsonSchema),
    }); // A record stays one.
    return (value) => {
      try {
        const { errorMessage } = validate(value);
        return errorMessage === undefined ? undefined : harmlessText(errorMessage, 300);
      } catch {
        return undefined;
      }
    };
  } catch {
    return () => undefined;
  }
}

const namedSchemas = new Set(["properties", "$defs", "definitions", "dependentSchemas"]);
const values = new Set(["const", "enum", "default", "examples"]);

/** A server that gives both a pattern and the text could keep the program busy for ever (ReDoS). */
function withoutPatterns(schema: unknown, named = false): unknown {
  if (Array.isArray(schema)) return schema.map((item) => withoutPatterns(item));
  if (!isRecord(schema)) return schema;
  const loose = !named && "patternProperties" in schema;
  const kept = Object.entries(schema).filter(
    ([key]) =>
      named ||
      (!(key === "pattern" || key === "format" || key === "patternProperties") &&
        !(loose && (key === "additionalProperties" || key === "unevaluatedProperties"))),
  );
  return Object.fromEntries(
    kept.map(([key, value]) => [
      key,
      !named && values.has(key) ? value : withoutPatterns(value, !named && namedSchemas.has(key)),
    ]),
  );
}
