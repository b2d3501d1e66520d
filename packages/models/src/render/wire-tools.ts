import { parseArgumentsText } from "@hermes/registry/arguments";
import type { ToolDefinition } from "../model.ts";
import { geminiSchema } from "./schema/gemini-schema.ts";
import { normaliseSchema } from "./schema/normalise-schema.ts";
import type { PatternOptions } from "./schema/plain-keywords.ts";
import { objectSchema, wrappedName } from "./schema/object-schema.ts";
import {
  newNames,
  type PropertyNames,
  renamedKeys,
  renamedSchema,
  reversed,
} from "./schema/property-names.ts";
import type { Schema } from "./schema/schema-values.ts";
import { geminiKey, geminiName, wireKey, wireName } from "./wire-text.ts";

/** A tool as a provider is shown it. */
export interface WireTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: Schema;
}

/** What a provider refuses beyond what all of them do. */
export interface SchemaDialect extends PatternOptions {
  /** Google takes a subset of OpenAPI. @default "json-schema" */
  readonly form?: "json-schema" | "gemini" | undefined;
  /** Longest description of a tool, in characters; what is longer goes on in that of its parameters. */
  readonly maxDescriptionChars?: number | undefined;
}

/** The tools of a request as the provider is shown them, and the way back from there. */
export interface WireTools {
  readonly definitions: readonly WireTool[];
  /** The name under which a tool stands on the wire, also one that the request no longer has. */
  wireName(name: string): string;
  /** The tool that a name on the wire means. */
  nameOf(wireName: string): string;
  /** Whether the request has a tool of this name. */
  offers(wireName: string): boolean;
  /** Whether it has one, and none whose name begins with this one. */
  isWholeName(wireName: string): boolean;
  /** Whether arguments on the wire differ from those of the tool. */
  translates(wireName: string): boolean;
  /** What a model wrote as the tool wants it. Text that is broken stays as it is. */
  fromWire(wireName: string, text: string): string;
  /** The same the other way, for a history that is sent back. */
  toWire(wireName: string, text: string): string;
}

interface KnownTool {
  readonly name: string;
  readonly definition: WireTool;
  readonly names: PropertyNames;
  readonly originals: PropertyNames;
  readonly wrapped: boolean;
}

/** Works tools out once for all requests with the same array of them, so that what is sent stays the same. */
export function keptWireTools(dialect: SchemaDialect): (tools: readonly ToolDefinition[]) => WireTools {
  let known: { readonly tools: readonly ToolDefinition[]; readonly wire: WireTools } | undefined;
  return (tools) => {
    if (known?.tools !== tools) known = { tools, wire: wireTools(tools, dialect) };
    return known.wire;
  };
}

/**
 * Definitions with unique restricted names and parameters that the provider takes. Of two tools with one name the first
 * counts; parameters that every provider takes are sent as they are.
 */
export function wireTools(tools: readonly ToolDefinition[], dialect: SchemaDialect = {}): WireTools {
  const known = new Map<string, KnownTool>();
  const onWire = dialect.form === "gemini" ? geminiName : wireName;
  for (const tool of tools) {
    const name = onWire(tool.name);
    if (!known.has(name)) known.set(name, knownTool(name, tool, dialect));
  }
  const translates = (name: string): boolean => {
    const tool = known.get(name);
    return tool !== undefined && (tool.wrapped || tool.names.size > 0);
  };
  return {
    definitions: [...known.values()].map(({ definition }) => definition),
    wireName: onWire,
    nameOf: (name) => known.get(name)?.name ?? name,
    offers: (name) => known.has(name),
    isWholeName: (name) =>
      known.has(name) && ![...known.keys()].some((other) => other !== name && other.startsWith(name)),
    translates,
    fromWire: (name, text) => {
      const tool = known.get(name);
      return tool === undefined || !translates(name)
        ? text
        : translated(text, (args) => unwrapped(args, tool));
    },
    toWire: (name, text) => {
      const tool = known.get(name);
      return tool === undefined || !translates(name)
        ? text
        : translated(text, (args) => wrappedUp(args, tool));
    },
  };
}

function knownTool(name: string, tool: ToolDefinition, dialect: SchemaDialect): KnownTool {
  const { schema, wrapped } = objectSchema(normaliseSchema(tool.parameters, dialect));
  const isGemini = dialect.form === "gemini";
  const names = newNames(schema, isGemini ? geminiKey : wireKey);
  const renamed = renamedSchema(schema, names);
  const parameters = isGemini ? geminiSchema(renamed) : renamed;
  const definition = fitted({ name, description: tool.description, parameters }, dialect.maxDescriptionChars);
  return { name: tool.name, definition, names, originals: reversed(names), wrapped };
}

/** Nothing of a long description is lost: descriptions within parameters have no limit. */
function fitted(tool: WireTool, maxChars = Infinity): WireTool {
  if (tool.description.length <= maxChars) return tool;
  const head = tool.description.slice(0, maxChars - 1);
  const cut = Math.max(head.lastIndexOf(" "), head.lastIndexOf("\n"), Math.floor(maxChars / 2));
  const rest = `…${tool.description.slice(cut).trimStart()}`;
  const { description, ...parameters } = tool.parameters;
  const whole = typeof description === "string" ? `${rest}\n\n${description}` : rest;
  return {
    ...tool,
    description: `${head.slice(0, cut)}…`,
    parameters: { ...parameters, description: whole },
  };
}

function translated(text: string, change: (args: unknown) => unknown): string {
  const parsed = parseArgumentsText(text);
  return parsed.ok ? JSON.stringify(change(parsed.value)) : text;
}

function unwrapped(args: unknown, { originals, wrapped }: KnownTool): unknown {
  const own = renamedKeys(args, originals);
  const holds = wrapped && typeof own === "object" && own !== null && Object.hasOwn(own, wrappedName);
  return holds ? Reflect.get(own, wrappedName) : own;
}

function wrappedUp(args: unknown, { names, wrapped }: KnownTool): unknown {
  const own = renamedKeys(args, names);
  return wrapped ? { [wrappedName]: own } : own;
}
