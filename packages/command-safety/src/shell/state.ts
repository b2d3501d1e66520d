import type { CompoundCommand, CompoundList, Redirected } from "unbash";
import { isAbsolute, normalize, resolve } from "node:path";
import type { Places } from "../paths/places.ts";
import { AGENT, isKnown, UNKNOWN } from "./unknown.ts";

export type Variable = string | readonly string[] | ReadonlyMap<string, string>;
export type FunctionBody = CompoundCommand | Redirected | CompoundList;

export interface ShellFunction {
  readonly body: FunctionBody;
}

export interface Entry {
  readonly remote?: boolean | undefined;
  readonly cwd?: string | undefined;
  readonly positional?: readonly string[] | undefined;
}

/** What a shell would know at one point of a script. Copied where bash starts a subshell. */
export class ShellState {
  variables: Map<string, Variable>;
  functions: Map<string, ShellFunction>;
  /** Contents that this script wrote to files, so far as they are known. */
  files: Map<string, string>;
  /** `$1`, `$2`, …; `undefined` where nothing is known of them. */
  positional: readonly string[] | undefined;
  /** `undefined` after a `cd` to somewhere unknown. */
  cwd: string | undefined;
  /** The shell runs on another machine or in a container: its paths are not ours. */
  remote: boolean;
  /** Folders that the shell is still in where a `cd` has failed. */
  left: readonly string[];
  /** The file that this shell runs: `$0`. */
  script: string | undefined;

  constructor(cwd: string | undefined, variables: Iterable<readonly [string, Variable]>) {
    this.variables = new Map(variables);
    this.functions = new Map();
    this.files = new Map();
    this.positional = [];
    this.cwd = cwd;
    this.remote = false;
    this.left = [];
    this.script = undefined;
  }

  /** Absolute form of a path; `undefined` when the folder of the shell is not known. */
  resolve(path: string): string | undefined {
    if (isAbsolute(path)) return normalizePath(path);
    if (path === "" || this.cwd === undefined || path.startsWith(UNKNOWN)) return undefined;
    return normalizePath(resolve(this.cwd, path));
  }

  /** A folder deeper than any system takes is as good as unknown. */
  moveTo(folder: string): void {
    const path = isKnown(folder) ? this.resolve(folder) : undefined;
    this.cwd = path === undefined || path.length > 4_096 ? undefined : path;
  }

  /** It has changed its folder, unless that failed. */
  leave(before: string | undefined): void {
    if (before !== undefined && before !== this.cwd) this.left = [...this.left, before];
  }

  /** What is different in a shell that starts elsewhere or with arguments. */
  enter({ remote, cwd, positional }: Entry): void {
    if (remote === true) {
      this.remote = true;
      this.cwd = undefined;
    }
    if (cwd !== undefined) this.moveTo(cwd);
    if (positional !== undefined) this.positional = positional;
  }

  /** What a program that this shell starts may be given. */
  texts(): Readonly<Record<string, string>> {
    const texts = [...this.variables].filter((each): each is [string, string] => typeof each[1] === "string");
    return Object.fromEntries(texts);
  }

  /** A subshell: it sees what was set, and what it sets stays within. Files are shared, because the disk is. */
  fork(): ShellState {
    const copy = new ShellState(this.cwd, this.variables);
    if (this.functions.size > 0) copy.functions = new Map(this.functions);
    copy.files = this.files;
    copy.positional = this.positional;
    copy.remote = this.remote;
    copy.left = this.left;
    copy.script = this.script;
    return copy;
  }

  /** After branches of which one ran: what they do not agree on is not known any more. */
  joinAll(ends: readonly ShellState[]): void {
    const names = new Set(ends.flatMap((end) => [...end.variables.keys()]));
    const [first] = ends;
    if (first === undefined) return;
    for (const name of names) {
      const value = first.variables.get(name);
      const agree = value !== undefined && ends.every((end) => end.variables.get(name) === value);
      this.variables.set(name, agree ? value : UNKNOWN);
    }
    for (const end of ends) for (const [name, body] of end.functions) this.functions.set(name, body);
    this.cwd = ends.every((end) => end.cwd === first.cwd) ? first.cwd : undefined;
  }

  /** After a part that may or may not have run: what it changed is not known any more. */
  joinMaybe(before: ShellState): void {
    for (const [name, value] of this.variables) {
      const old = before.variables.get(name);
      if (old !== undefined && old !== value) this.variables.set(name, UNKNOWN);
    }
    for (const name of before.variables.keys()) {
      if (!this.variables.has(name)) this.variables.set(name, UNKNOWN);
    }
    for (const [name, body] of before.functions)
      if (!this.functions.has(name)) this.functions.set(name, body);
    if (this.cwd !== before.cwd) this.cwd = undefined;
  }
}

/** What a shell is known to start with. */
export function variablesAtStart(
  { homedir, home }: Places,
  more: Readonly<Record<string, string>>,
): readonly (readonly [string, string])[] {
  return Object.entries({ HOME: homedir, HERMES_HOME: home, PPID: AGENT, IFS: " \t\n", ...more });
}

function normalizePath(path: string): string {
  const normal = normalize(path);
  return normal.length > 1 && normal.endsWith("/") ? normal.slice(0, -1) : normal;
}

/** Variables that every shell has, with values that are not known here. */
export const alwaysSet: RegExp =
  /^(BASH\w*|PATH|USER|LOGNAME|SHELL|LANG|TERM|UID|EUID|PPID|RANDOM|SRANDOM|SECONDS|LINENO|HOSTNAME|HOSTTYPE|OSTYPE|MACHTYPE|OPTIND|SHLVL|EPOCH\w+|OLDPWD|_|[?$!#-])$/;
