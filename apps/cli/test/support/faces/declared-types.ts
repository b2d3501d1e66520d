import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parse } from "@babel/parser";
import { cliFolder } from "../hermes.ts";

const packages = join(cliFolder, "..", "..", "packages");

/** A syntax node as far as it is looked at here. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

interface Source {
  readonly path: string;
  readonly text: string;
  readonly comments: readonly Node[];
  /** Types that are declared here, by name. */
  readonly declared: ReadonlyMap<string, Node>;
  /** What imported names are imported from. */
  readonly imported: ReadonlyMap<string, string>;
}

/** A type by its name and the file that declares it, such as `agent-loop/src/agent-event.ts`. */
export interface DeclaredType {
  readonly file: string;
  readonly name: string;
}

/**
 * Types as they are declared, without comments and `readonly`, one member per line; with `follow`, also the types of this
 * house that they are made of. The compiler has no API to ask, and the declarations are the face.
 */
export function declaredTypes(
  roots: readonly DeclaredType[],
  { follow }: { readonly follow: boolean },
): string {
  const sources = new Map<string, Source>();
  const read = (path: string): Source => {
    const known = sources.get(path) ?? readSource(path);
    sources.set(path, known);
    return known;
  };
  const texts = new Map<string, string>();
  const waiting = roots.map(({ file, name }) => ({ source: read(join(packages, file)), name }));
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const { source, name } = next;
    const node = source.declared.get(name);
    if (node === undefined)
      throw new Error(`${source.path} declares no type ${name}: name it in public-faces.test.ts.`);
    const key = `${source.path}:${name}`;
    if (texts.has(key)) continue;
    texts.set(key, textOf(source, name, node));
    if (!follow) continue;
    for (const used of namesIn(node)) {
      const place = placeOf(source, used, read);
      if (place !== undefined) waiting.push({ source: place, name: used });
    }
  }
  return [...texts.values()].join("\n");
}

function readSource(path: string): Source {
  const text = readFileSync(path, "utf8");
  const { program, comments } = parse(text, { sourceType: "module", plugins: ["typescript"] });
  const declared = new Map<string, Node>();
  const imported = new Map<string, string>();
  for (const statement of program.body) {
    if (statement.type === "ImportDeclaration")
      for (const { local } of statement.specifiers) imported.set(local.name, statement.source.value);
    const node = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
    if (node?.type === "TSInterfaceDeclaration" || node?.type === "TSTypeAliasDeclaration")
      declared.set(node.id.name, spanOf(node));
  }
  return { path, text, comments: (comments ?? []).map(spanOf), declared, imported };
}

/** A node whose place is known, as all are that were parsed. */
function spanOf(node: object): Node {
  if ("start" in node && typeof node.start === "number" && "end" in node && typeof node.end === "number")
    return node as Node; // Every syntax node has a type; it is looked at by name alone.
  throw new TypeError("A syntax node has no place.");
}

/** Where a name that a source uses is declared; undefined for what is not of this house. */
function placeOf(source: Source, name: string, read: (path: string) => Source): Source | undefined {
  if (source.declared.has(name)) return source;
  const from = source.imported.get(name) ?? "";
  if (from.startsWith(".")) {
    const found = read(join(dirname(source.path), from));
    if (found.declared.has(name)) return found;
  }
  const house = /^@hermes\/([^/]+)/.exec(from)?.[1];
  if (house === undefined) return undefined;
  const pattern = new RegExp(`^export (?:interface|type) ${name}\\b`, "m");
  const path = globSync(`${house}/src/**/*.ts`, { cwd: packages })
    .map((each) => join(packages, each))
    .find((each) => pattern.test(readFileSync(each, "utf8")));
  return path === undefined ? undefined : read(path);
}

function namesIn(node: unknown): readonly string[] {
  if (Array.isArray(node)) return node.flatMap(namesIn);
  if (typeof node !== "object" || node === null) return [];
  const own =
    "type" in node && node.type === "TSTypeReference" && "typeName" in node
      ? [nameOf(node.typeName)]
      : "type" in node &&
          /^TS(InterfaceHeritage|ExpressionWithTypeArguments)$/.test(String(node.type)) &&
          "expression" in node
        ? [nameOf(node.expression)]
        : [];
  return [...own, ...Object.values(node).flatMap(namesIn)].filter((name) => name !== "");
}

function nameOf(node: unknown): string {
  return typeof node === "object" && node !== null && "name" in node ? String(node.name) : "";
}

function textOf(source: Source, name: string, node: Node): string {
  const slice = (start: number, end: number): string => {
    let text = "";
    let at = start;
    for (const comment of source.comments) {
      if (comment.start < at || comment.end > end) continue;
      text += source.text.slice(at, comment.start);
      at = comment.end;
    }
    return (
      (text + source.text.slice(at, end))
        .replaceAll(/\breadonly (?!\w+\[\])/g, "")
        .replaceAll(/\s+/g, " ")
        // However the formatter has broken the lines.
        .replaceAll(/(?<=[(<:{]|=>|^) ?\|(?= )/g, "")
        .replaceAll(/(?<=[(<]) | (?=[)>])|,(?= ?[)>])|[,;] ?$/g, "")
        .replaceAll(/;? \}/g, " }")
        .replaceAll(/,(?=[)>])/g, "")
        .trim()
    );
  };
  const members = membersOf(node);
  if (members === undefined) return `${slice(node.start, node.end).replace(/^type /, "")}\n`;
  const head =
    "body" in node ? slice(node.start, spanOf(objectIn(node.body)).start).replace(/^interface /, "") : name;
  return `${head}\n${members.map(({ start, end }) => `  ${slice(start, end)}\n`).join("")}`;
}

/** Members of an interface, or of a union. */
function membersOf(node: Node): readonly Node[] | undefined {
  if ("body" in node) return listIn(node.body, "body");
  if (!("typeAnnotation" in node)) return undefined;
  return listIn(node.typeAnnotation, "types");
}

function objectIn(value: unknown): object {
  if (typeof value === "object" && value !== null) return value;
  throw new TypeError("An interface has no body.");
}

function listIn(value: unknown, key: string): readonly Node[] | undefined {
  if (typeof value !== "object" || value === null || !(key in value)) return undefined;
  const list: unknown = (value as Record<string, unknown>)[key]; // It was just seen to be there.
  return Array.isArray(list) ? list.map(spanOf) : undefined;
}
