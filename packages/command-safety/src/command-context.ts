import type { PathAccess } from "./paths/judge-path.ts";
import type { Places } from "./paths/places.ts";
import type { ScriptFile } from "./scripts/script-files.ts";
import type { ShellState } from "./shell/state.ts";
import type { Effect } from "./verdict.ts";

/** One program with its arguments, wrappers taken off: what its handler sees. */
export interface Call {
  /** Program without its folder. */
  readonly name: string;
  /** Program as written. */
  readonly program: string;
  readonly args: readonly string[];
  /** What it reads from its input; `undefined`: what the shell itself reads. */
  readonly stdin: string | undefined;
  /** The input comes out of a download. */
  readonly downloaded: boolean;
  /** Variables set for this program alone. */
  readonly environment: ReadonlyMap<string, string>;
  /** Programs that this one is run by, outermost first: `sudo`, `xargs`. */
  readonly wrappers: readonly string[];
}

export interface RunOptions {
  readonly stdin?: string | undefined;
  readonly downloaded?: boolean | undefined;
  /** Another machine or a container. */
  readonly remote?: boolean | undefined;
  readonly wrapper?: string | undefined;
  readonly environment?: ReadonlyMap<string, string> | undefined;
  readonly cwd?: string | undefined;
  readonly positional?: readonly string[] | undefined;
  /** The same shell: what is set there stays set. */
  readonly inPlace?: boolean | undefined;
}

/** Which of the files below: all, those whose name begins with no dot, those that git would keep. */
export type Searched = "all" | "visible" | "kept";

export interface TouchOptions {
  /** Everything below as well. */
  readonly recursive?: boolean | undefined;
  /** Each file below is read. */
  readonly searched?: Searched | undefined;
  /** Code of the project does it, and may do so at any time. */
  readonly byProject?: boolean | undefined;
}

/** What is known while a command is read, and where handlers of programs say what they found. */
export interface CommandContext {
  readonly places: Places;
  readonly state: ShellState;
  /** What one part of a command has to tell a later one. */
  readonly notes: Set<string>;
  /** @param at The paths that it speaks of, as the program was given them. @default the folder of the shell, and every word */
  ask(id: string, reason: string, at?: readonly string[]): void;
  refuse(id: string, reason: string): void;
  effect(effect: Effect): void;
  /** A path as the program was given it; relative ones are meant from the folder of the shell. */
  touch(access: PathAccess, path: string, options?: TouchOptions): void;
  /** Absolute form of a path; `undefined` when the folder of the shell is not known. */
  resolve(path: string): string | undefined;
  /** Another program that this one runs. Gives what it prints. */
  run(argv: readonly string[], options?: RunOptions): string;
  /** A shell text that this program runs. Gives what it prints. */
  script(text: string, options?: RunOptions): string;
  /** Code of another language that this program runs. */
  code(language: string, text: string): void;
  /** A file on this machine that would run. Undefined: there is none. */
  scriptAt(path: string): ScriptFile | undefined;
  /** The text of a file that runs as a program of its own. */
  judgeFile(file: ScriptText): void;
}

/** How a file is run. */
export interface ScriptRun {
  /** What reads it, such as `python`; undefined: what its first line says, else a shell. */
  readonly language?: string | undefined;
  readonly args: readonly string[];
  readonly stdin?: string | undefined;
  readonly environment?: ReadonlyMap<string, string> | undefined;
  /** Part of the way to its text that is not the whole of it: a rule of a makefile, a script of a package. */
  readonly part?: ((text: string) => string) | undefined;
  /** Nothing is read of it where it is the person's own work. */
  readonly onlyForeign?: boolean | undefined;
}

export interface ScriptText extends ScriptRun {
  /** Absolute. */
  readonly path: string;
  readonly text: string;
  /** Only what is plain counts; else whatever can't be understood is asked about. */
  readonly isTrusted: boolean;
}

/** A note: something beyond the workspace was read, so that what only shows later may hold it. */
export const readsElsewhere = "reads elsewhere";

/** A folder that this command brings here from elsewhere: nobody has read what is in it. */
export function noteFetched(folder: string, context: CommandContext): void {
  context.notes.add(`fetched ${context.resolve(folder) ?? folder}`);
}

export function isFetched(path: string, { notes }: CommandContext): boolean {
  return [...notes].some((note) => note.startsWith("fetched ") && `fetched ${path}`.startsWith(`${note}/`));
}

/** Says what one program does. Gives what it prints where that can be known; nothing where it cannot. */
export type ProgramHandler = (call: Call, context: CommandContext) => string | undefined | void;
