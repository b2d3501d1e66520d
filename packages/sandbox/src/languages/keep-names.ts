import type * as Babel from "@babel/parser";

type Program = ReturnType<typeof Babel.parse>["program"];
type Statement = Program["body"][number];
type Declaration = Extract<Statement, { readonly type: "VariableDeclaration" }>;
type Import = Extract<Statement, { readonly type: "ImportDeclaration" }>;
type Placed = { readonly start?: number | null | undefined; readonly end?: number | null | undefined };

/**
 * Rewrites a module so that the names it makes at its top stay for the code that comes after it: they become globals,
 * and imports become calls. To be run as the body of an async function. What can't be read is left to Node to complain
 * about. Lines stay where they are.
 */
export async function keepNames(code: string): Promise<string> {
  const { parse } = await import("@babel/parser");
  let program: Program;
  try {
    ({ program } = parse(code, {
      sourceType: "module",
      plugins: ["typescript"],
      allowAwaitOutsideFunction: true,
      allowReturnOutsideFunction: true,
    }));
  } catch {
    return code;
  }
  // Functions can be called above the line where they stand.
  const functions: string[] = [];
  const pieces: string[] = [];
  let from = 0;
  for (const statement of program.body) {
    const [start, end] = placeOf(statement);
    pieces.push(code.slice(from, start), rewrite(statement, code, functions));
    from = end;
  }
  pieces.push(code.slice(from));
  return functions.map((name) => `globalThis.${name} = ${name};`).join(" ") + pieces.join("");
}

function rewrite(statement: Statement, code: string, functions: string[]): string {
  const text = textOf(statement, code);
  switch (statement.type) {
    case "ImportDeclaration":
      return statement.importKind === "type" ? blank(text) : asCall(statement, text);
    case "ExportNamedDeclaration":
      return statement.declaration ? rewrite(statement.declaration, code, functions) : blank(text);
    case "ExportAllDeclaration":
      return blank(text);
    case "VariableDeclaration":
      return statement.declare === true ? text : asAssignments(statement, code);
    case "FunctionDeclaration":
      if (statement.id?.name !== undefined) functions.push(statement.id.name);
      return text;
    case "ClassDeclaration":
      return statement.id?.name === undefined || statement.declare === true
        ? text
        : `globalThis.${statement.id.name} = ${text};`;
    default:
      return text;
  }
}

/** `const {a} = x, b: T = 1;` as `({a} = x); (b = 1);`: what has no `const` is a global. */
function asAssignments({ declarations }: Declaration, code: string): string {
  const assigned = declarations.map(({ id, init }) => {
    const annotation = "typeAnnotation" in id ? (id.typeAnnotation ?? undefined) : undefined;
    const [start, end] = placeOf(id);
    const target = code.slice(start, annotation === undefined ? end : placeOf(annotation)[0]);
    return `(${target.replace(/!\s*$/, "")} = ${init ? textOf(init, code) : "undefined"});`;
  });
  return `;${assigned.join(" ")}`;
}

function asCall({ specifiers, source }: Import, text: string): string {
  const call = `await import(${JSON.stringify(source.value)})`;
  const names = specifiers.flatMap((specifier) => {
    const local = specifier.local.name;
    if (specifier.type === "ImportNamespaceSpecifier") return [`globalThis.${local} = module;`];
    if (specifier.type === "ImportDefaultSpecifier") return [`globalThis.${local} = module.default;`];
    if (specifier.importKind === "type") return [];
    const { imported } = specifier;
    const name = imported.type === "Identifier" ? imported.name : imported.value;
    // A name that is not there should be said at once, as an import would.
    const missing = JSON.stringify(`"${source.value}" has no export named "${name}"`);
    return [
      `if (!(${JSON.stringify(name)} in module)) throw new SyntaxError(${missing}); globalThis.${local} = module[${JSON.stringify(name)}];`,
    ];
  });
  return `{ const module = ${call}; ${names.join(" ")} }${blank(text)}`;
}

function textOf(node: Placed, code: string): string {
  return code.slice(...placeOf(node));
}

function placeOf({ start, end }: Placed): [start: number, end: number] {
  if (typeof start !== "number" || typeof end !== "number") throw new TypeError("The parser gave no place.");
  return [start, end];
}

/** Only its line ends. */
function blank(text: string): string {
  return text.replaceAll(/[^\n]/g, "");
}
