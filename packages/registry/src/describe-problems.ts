import type { z } from "zod";
import { alternatives, asList, child, dereference, isRecord, namedTypes, typesOf } from "./json-schema.ts";
import { nearest } from "./nearest.ts";
import type { JsonSchema } from "./tool.ts";

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

/** Says of each problem with the arguments where it is, what is expected there and what was received. */
export function describeProblems(
  issues: readonly Issue[],
  args: unknown,
  schema: JsonSchema,
): readonly string[] {
  return issues.flatMap((issue) => describeIssue(issue, args, schema)).map(clipped);
}

/** A list of thousands of names is in the schema already, and would cost its reader as much again. */
const maxChars = 1_000;

function clipped(problem: string): string {
  if (problem.length <= maxChars) return problem;
  // The end has what was received, and what was perhaps meant.
  return `${problem.slice(0, maxChars - 300)} … ${problem.slice(-300)}`;
}

function describeIssue(issue: Issue, args: unknown, root: JsonSchema): readonly string[] {
  const place = { path: issue.path, schema: schemaAt(issue.path, args, root), root };
  if (issue.code === "unrecognized_keys") return issue.keys.map((key) => unknownKey(key, place));
  const received = valueAt(args, issue.path);
  if (received === undefined)
    return [`${nameOf(issue.path)} is missing: expected ${expectation(place.schema, root)}.`];
  const problem = boundOf(issue) ?? `expected ${expectation(place.schema, root)}`;
  return [`${nameOf(issue.path)}: ${problem}, received ${shown(received)}${suggestion(received, place)}.`];
}

interface Place {
  readonly path: Path;
  readonly schema: JsonSchema;
  readonly root: JsonSchema;
}

function unknownKey(key: string, { path, schema, root }: Place): string {
  const known = alternatives(dereference(schema, root)).flatMap((branch) =>
    Object.keys(propertiesOf(dereference(branch, root))),
  );
  const meant = nearest(key, known);
  const name = nameOf([...path, key]);
  if (known.length === 0) return `${name} is unknown: nothing is expected here.`;
  const all = `known here: ${known.join(", ")}`;
  return meant === undefined
    ? `${name} is unknown; ${all}.`
    : `${name} is unknown: did you mean "${meant}"? (${all})`;
}

function suggestion(received: unknown, { schema, root }: Place): string {
  const branches = alternatives(dereference(schema, root)).map((branch) => dereference(branch, root));
  const values = branches
    .flatMap((branch) => (branch["type"] === "boolean" ? ["true", "false"] : asList(branch["enum"])))
    .filter((value) => typeof value === "string");
  const meant = typeof received === "string" ? nearest(received, values) : undefined;
  return meant === undefined ? "" : ` (did you mean "${meant}"?)`;
}

/** A schema in words, such as `a whole number` or `one of "add", "remove"`. */
function expectation(schema: JsonSchema, root: JsonSchema, depth = 0): string {
  const resolved = dereference(schema, root);
  const branches = alternatives(resolved);
  if (branches[0] !== resolved && depth < 3) {
    return [...new Set(branches.map((branch) => expectation(branch, root, depth + 1)))].join(" or ");
  }
  if ("const" in resolved) return JSON.stringify(resolved["const"]);
  if ("enum" in resolved) return choice(asList(resolved["enum"]));
  return (
    namedTypes(resolved)
      .map((type) => typeInWords(type, resolved))
      .join(" or ") || "another value"
  );
}

function choice(values: readonly unknown[]): string {
  const texts = values.map((value) => JSON.stringify(value)).join(", ");
  return values.length === 1 ? texts : `one of ${texts}`;
}

function typeInWords(type: string, schema: JsonSchema): string {
  if (type === "array") {
    const item = child(schema, 0);
    const types = item === undefined ? [] : namedTypes(item);
    return types.length === 1 ? `a list of ${plurals[types[0] ?? ""] ?? "items"}` : "a list";
  }
  if (type === "object") {
    const keys = Object.keys(propertiesOf(schema));
    return keys.length === 0 ? "an object" : `an object with ${keys.join(", ")}`;
  }
  return singulars[type] ?? type;
}

const singulars: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  integer: "a whole number",
  boolean: "true or false",
  null: "null",
};

const plurals: Readonly<Record<string, string>> = {
  string: "strings",
  number: "numbers",
  integer: "whole numbers",
  boolean: "true or false",
  object: "objects",
  array: "lists",
};

function schemaAt(path: Path, args: unknown, root: JsonSchema): JsonSchema {
  let node = dereference(root, root);
  let value = args;
  for (const key of path) {
    const step = typeof key === "number" ? key : String(key);
    const options = alternatives(node).map((branch) => dereference(branch, root));
    const fitting = options.filter((option) => matchesFixedValues(value, option));
    const next = [...fitting, ...options]
      .map((option) => child(option, step))
      .find((found) => found !== undefined);
    node = dereference(next ?? {}, root);
    value = valueAt(value, [key]);
  }
  return node;
}

function matchesFixedValues(value: unknown, schema: JsonSchema): boolean {
  return (
    isRecord(value) &&
    Object.entries(propertiesOf(schema)).some(
      ([key, part]) =>
        isRecord(part) && "const" in part && Object.hasOwn(value, key) && value[key] === part["const"],
    )
  );
}

function propertiesOf(schema: JsonSchema): Readonly<Record<string, unknown>> {
  const { properties } = schema;
  return isRecord(properties) ? properties : {};
}

function valueAt(value: unknown, path: Path): unknown {
  let current = value;
  for (const key of path) {
    if (typeof current !== "object" || current === null || !Object.hasOwn(current, key)) return undefined;
    current = Reflect.get(current, key);
  }
  return current;
}

const longestName = 120;

/** `"todos[0].status"` */
function nameOf(path: Path): string {
  if (path.length === 0) return "The arguments";
  const text = path.map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`)).join("");
  const name = text.replace(/^\./, "");
  return `"${name.length > longestName ? `${name.slice(0, longestName)}…` : name}"`;
}

function shown(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value);
  if (Array.isArray(value)) return value.length === 0 ? "an empty list" : "a list";
  if (isRecord(value)) return "an object";
  return typeof value === "number" || typeof value === "boolean" || value === null
    ? String(value)
    : `a ${typesOf(value).join()}`;
}

/** What is wrong with a value of the right type; undefined when the type is what is wrong. */
function boundOf(issue: Issue): string | undefined {
  switch (issue.code) {
    case "too_small":
      return `must ${measure(issue.origin)}${issue.inclusive === false ? "more than" : "at least"} ${issue.minimum}${unit(issue.origin)}`;
    case "too_big":
      return `must ${measure(issue.origin)}${issue.inclusive === false ? "less than" : "at most"} ${issue.maximum}${unit(issue.origin)}`;
    case "invalid_type":
    case "invalid_value":
    case "invalid_union":
      return undefined;
    default:
      // The author's own words, or a format such as a URL.
      return issue.message.charAt(0).toLowerCase() + issue.message.slice(1);
  }
}

function measure(origin: string): string {
  return unit(origin) === "" ? "be " : "have ";
}

function unit(origin: string): string {
  return origin === "string" ? " characters" : origin === "array" ? " items" : "";
}
