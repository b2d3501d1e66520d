import type { SyntaxProblem } from "./syntax-problem.ts";

/** JSON; with `comments` also the dialect of settings files. */
export async function jsonErrors(
  text: string,
  { comments }: { readonly comments: boolean },
): Promise<readonly SyntaxProblem[]> {
  if (text.trim() === "") return comments ? [] : [{ line: 1, message: "The file is empty." }];
  try {
    JSON.parse(text);
    return [];
  } catch (error) {
    // A program that reads comments in JSON writes them itself; a file without them does not get one unnoticed.
    const [asExpression] = await expressionErrors(text);
    if (comments) return asExpression === undefined ? [] : [asExpression];
    const message = error instanceof Error ? error.message : String(error);
    const place = / at position (\d+)/.exec(message);
    const line = place === null ? asExpression?.line : text.slice(0, Number(place[1])).split("\n").length;
    return [{ line, message: message.replace(/(?:, ".*" is not valid JSON| in JSON at position .*)$/s, "") }];
  }
}

async function expressionErrors(text: string): Promise<readonly SyntaxProblem[]> {
  const { parseExpression } = await import("@babel/parser");
  try {
    parseExpression(text);
    return [];
  } catch (error) {
    return [problemOf(error)];
  }
}

/** YAML, also of several documents. */
export async function yamlErrors(text: string): Promise<readonly SyntaxProblem[]> {
  const { parseAllDocuments } = await import("yaml");
  const documents = parseAllDocuments(text, { prettyErrors: true, logLevel: "silent" });
  return [...documents].flatMap(({ errors }) =>
    errors.map(({ message, linePos }) => ({
      line: linePos?.[0].line,
      message: message.replace(/ at line \d+, column \d+:[^]*$/, ""),
    })),
  );
}

export async function tomlErrors(text: string): Promise<readonly SyntaxProblem[]> {
  const { TomlError, parse } = await import("smol-toml");
  try {
    parse(text);
    return [];
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const [first = ""] = error.message.split("\n");
    return [{ line: error.line, message: first.replace(/^Invalid TOML document: /, "") }];
  }
}

/** What Babel throws has a place. */
export function problemOf(error: unknown): SyntaxProblem {
  const message = error instanceof Error ? error.message : String(error);
  const place = / \((\d+):\d+\)$/.exec(message);
  return {
    line: place === null ? undefined : Number(place[1]),
    message: message.replace(/ \(\d+:\d+\)$/, ""),
  };
}
