import type { ParserPlugin } from "@babel/parser";
import type { SyntaxProblem } from "./syntax-problem.ts";
import { problemOf } from "./data-errors.ts";

/**
 * JavaScript and TypeScript, with JSX where the name allows it.
 *
 * By Babel's parser: it reads every dialect, goes on after a mistake, and needs neither a program nor a project where
 * the file is. Node's own type stripping knows no JSX and warns that it is an experiment.
 */
export async function scriptErrors(
  text: string,
  kind: string,
): Promise<readonly SyntaxProblem[] | undefined> {
  // Flow's types are no JavaScript, and no file is asked for them here.
  if (/@flow\b/.test(text.slice(0, 500))) return undefined;
  const { parse } = await import("@babel/parser");
  const typed = /^\.[cm]?tsx?$/.test(kind);
  const plugins: ParserPlugin[] = ["decorators", "decoratorAutoAccessors"];
  if (typed) plugins.push("typescript");
  if (!typed || kind.endsWith("x")) plugins.push("jsx");
  const problemsAs = (sourceType: "module" | "script"): readonly SyntaxProblem[] => {
    try {
      const { errors } = parse(text, {
        sourceType,
        errorRecovery: true,
        allowReturnOutsideFunction: true,
        allowAwaitOutsideFunction: true,
        allowUndeclaredExports: true,
        plugins,
      });
      return (errors ?? []).map(problemOf);
    } catch (error) {
      return [problemOf(error)];
    }
  };
  const asModule = problemsAs("module");
  if (asModule.length === 0 || /^\.m/.test(kind)) return asModule;
  // What a file is, a project says that nobody asks here: whatever it is least wrong as.
  const asScript = problemsAs("script");
  return asScript.length < asModule.length ? asScript : asModule;
}
