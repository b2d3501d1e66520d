import { dirname } from "node:path";
import type { Places } from "../paths/places.ts";
import type { CommandContext, ScriptRun } from "../command-context.ts";
import { isFetched } from "../command-context.ts";
import { judgeScript, liesOutside } from "../scripts/judge-script.ts";
import { isKnown } from "../shell/unknown.ts";

export interface FileToRun extends ScriptRun {
  /** Judges a text that this command has put into the file itself. */
  readonly run: (text: string) => void;
}

/**
 * A program in a file: what this command wrote is read, and so is what lies on this machine; what it has just brought there
 * nobody has read.
 */
export function runFile(file: string, { run, ...how }: FileToRun, context: CommandContext): void {
  const path = context.resolve(file);
  const known = context.state.files.get(path ?? file);
  context.effect({ kind: "execute", program: file });
  if (known !== undefined && isKnown(known)) return run(known);
  if (known !== undefined || (path !== undefined && isFetched(path, context)))
    return context.ask("code.fresh", `It runs ${file}, which this command has just brought there.`);
  if (/^https?:\/\//.test(file))
    return context.ask("code.remote", `It runs a program straight from ${file}.`);
  if (context.state.remote) return undefined;
  if (path === undefined || /^\/(dev|proc)\//.test(path))
    return context.ask("code.unknown", `Which program ${file} is shows only when it runs.`);
  if (isInstalled(path)) return undefined;
  const script = judgeScript(path, how, context);
  if (liesOutside(path, script, context))
    context.ask("execute.outside", `It runs ${path}, which lies outside the workspace.`);
}

const systemFolder =
  /^\/(usr\/(local\/)?)?s?bin$|^\/(opt|snap|nix|usr\/(local|lib|libexec|share)|home\/linuxbrew|Applications|System|Library)(\/|$)/;
const toolFolder =
  /(^|\/)(node_modules\/\.bin|\.?v?env\/bin|bin|\.cargo\/bin|\.local\/bin|\.bun\/bin|\.deno\/bin|go\/bin|shims|vendor\/bin|\.nvm\/\S*\/bin)$/;

/** Programs of the machine and of tool managers, as they were installed. */
function isInstalled(path: string): boolean {
  return systemFolder.test(dirname(path)) || /\/\.(nvm|asdf|sdkman|pyenv|rbenv|cargo|bun|deno)\//.test(path);
}

/** Whether a program lies where programs are installed, so that its name tells what it is. */
export function isToolPath(path: string, { home, homedir, workspace }: Places): boolean {
  const folder = dirname(path);
  if (systemFolder.test(folder)) return true;
  const isOurs = path.startsWith(`${homedir}/`) || path.startsWith(`${workspace}/`);
  return isOurs && toolFolder.test(folder) && !path.startsWith(`${home}/`) && folder !== `${workspace}/bin`;
}
