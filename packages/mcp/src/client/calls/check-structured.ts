import { mapTexts, type JsonSchema } from "@hermes/registry";
import type { McpContent, McpToolResult } from "../mcp-server.ts";
import { isRecord } from "../texts/is-record.ts";
import { harmlessText } from "../texts/harmless-text.ts";
import { expandedNodes, measure } from "./check-cost.ts";

const maxChars = 1_000_000;
const maxDepth = 200;
/** Steps of a check: parts of the schema, with what they refer to, times parts of the value. About a tenth of a second. */
const maxSteps = 2_000_000;

interface Check {
  /** Parts of the schema, with what they refer to. */
  readonly nodes: number;
  readonly problemOf: (value: unknown) => string | undefined;
}
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
  const { nodes, depth } = measure(structured);
  // What is too deep can't be written down.
  if (depth > maxDepth)
    return {
      content: [...content, note(`Left out: a structured result of ${String(depth)} levels.`)],
    };
  const json = JSON.stringify(structured);
  if (json.length > maxChars)
    return {
      content: [...content, note(`Left out: a structured result of ${String(json.length)} characters.`)],
    };
  const harmless = (text: string): string => harmlessText(text, text.length);
  const clean = mapTexts(structured, { text: harmless, name: harmless });
  const check = schema === undefined ? undefined : await checkOf(schema);
  const problem =
    check !== undefined && check.nodes * nodes <= maxSteps ? check.problemOf(structured) : undefined;
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
  const nodes = expandedNodes(schema, maxSteps);
  return { nodes, problemOf: nodes >= maxSteps ? () => undefined : await compileCheck(schema) };
}

async function compileCheck(schema: JsonSchema): Promise<Check["problemOf"]> {
  // It reads a schema and makes no code of it.
  const { CfWorkerJsonSchemaValidator } = await import("@modelcontextprotocol/client/validators/cf-worker");
  try {
    const validate = new CfWorkerJsonSchemaValidator().getValidator({
      ...(withoutSlow(schema) as JsonSchema),
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
const slow = new Set(["pattern", "format", "patternProperties", "uniqueItems"]);
const values = new Set(["const", "enum", "default", "examples"]);

/** A server that gives both a pattern and the text could keep the program busy for ever (ReDoS), and so could a long list of items that differ. */
function withoutSlow(schema: unknown, named = false): unknown {
  if (Array.isArray(schema)) return schema.map((item) => withoutSlow(item));
  if (!isRecord(schema)) return schema;
  const loose = !named && "patternProperties" in schema;
  const kept = Object.entries(schema).filter(
    ([key]) =>
      named ||
      (!slow.has(key) && !(loose && (key === "additionalProperties" || key === "unevaluatedProperties"))),
  );
  return Object.fromEntries(
    kept.map(([key, value]) => [
      key,
      !named && values.has(key) ? value : withoutSlow(value, !named && namedSchemas.has(key)),
    ]),
  );
}
