import { contains } from "../paths/judge-path.ts";
import type { Places } from "../paths/places.ts";
import type { CommandContext, ScriptRun } from "../command-context.ts";
import type { ScriptFile, ScriptProblem } from "./script-files.ts";

/**
 * Judges a file that is run by what it holds.
 *
 * @param path Absolute.
 * @returns What is known of the file; undefined where there is none, or it is not on this machine.
 */
export function judgeScript(path: string, run: ScriptRun, context: CommandContext): ScriptFile | undefined {
  const script = context.scriptAt(path);
  if (script === undefined) return undefined;
  context.effect({ kind: "execute", program: path });
  if (script.origin?.ask !== undefined) context.ask("skill.script", script.origin.ask);
  const isTrusted = isWrittenByPerson(path, script, context.places);
  if (script.text === undefined) {
    if (!isTrusted)
      context.ask(
        "code.unread",
        `It runs ${path}, which ${problems[script.problem ?? "unreadable"]}: what it does shows only then.`,
      );
    return script;
  }
  if (isTrusted && run.onlyForeign === true) return script;
  context.judgeFile({
    ...run,
    ...readerOf(script.text, run),
    path,
    text: run.part?.(script.text) ?? script.text,
    isTrusted,
  });
  return script;
}

const problems: Readonly<Record<ScriptProblem, string>> = {
  "too-many": "is one of too many files to read each",
  folder: "is a folder",
  "no-file": "is no file",
  unreadable: "can't be read",
  "no-text": "is no text",
  "too-long": "is too long to be read",
};

/** Whether where a file lies is a reason to ask before it runs. */
export function liesOutside(path: string, script: ScriptFile | undefined, context: CommandContext): boolean {
  const { workspace, extraRoots = [] } = context.places;
  if (script?.origin !== undefined) return false;
  return (
    (script !== undefined && script.inside === undefined) ||
    ![workspace, ...extraRoots].some((root) => contains(root, path))
  );
}

/** What languages make of their sources: made anew all the time, and by nobody. */
const outputs = /\/(node_modules|dist|build|out|target|\.next|\.venv|venv|__pycache__|vendor)\//;
/** Skills come from elsewhere also when they lie in the project. */
const skillFolders = /\/\.?[\w-]*skills\//;

/**
 * The person's own work: of its scripts only what is plain counts. All else, the agent's work above all, is judged as if it
 * stood in the command.
 */
export function isWrittenByPerson(
  path: string,
  script: ScriptFile,
  { workspace, extraRoots = [] }: Places,
): boolean {
  const isNamedInside = [workspace, ...extraRoots].some((root) => contains(root, path));
  if (script.origin !== undefined) return script.origin.isVetted === true;
  if (script.inside === undefined || !isNamedInside) return false;
  const { text, byAgent, inside } = script;
  // What is built is made anew all the time, and seldom a text that anybody reads.
  const isBuilt = outputs.test(inside) || (text === undefined && script.problem === "no-text");
  const isOfAgent = byAgent === "written" || (byAgent === "changed" && !isBuilt);
  return !isOfAgent && !skillFolders.test(inside);
}

function readerOf(text: string, { language }: ScriptRun): { readonly language: string | undefined } {
  if (language !== undefined) return { language };
  const [, named = "sh"] = /^#!\s*(?:\S*\/)?(?:env\s+(?:-S\s+)?)?([\w.]+)/.exec(text) ?? [];
  if (/^(ba|da|z|k|a)?sh$/.test(named)) return { language: undefined };
  const name = named.replace(/[\d.]+$/, "");
  return { language: name === "node" ? "javascript" : name };
}

/** What a file of orders holds that is not the person's own work. */
export function foreignText(file: string | undefined, context: CommandContext): string | undefined {
  const path = file === undefined ? undefined : context.resolve(file);
  const script = path === undefined ? undefined : context.scriptAt(path);
  return path === undefined || script === undefined || isWrittenByPerson(path, script, context.places)
    ? undefined
    : script.text;
}
