import type { Environment } from "@hermes/registry";
import type { HomeSkills } from "@hermes/runtime";
import type { Questions } from "../../prompt/question.ts";
import type { Style } from "../../render/style.ts";

/** How text looks where it goes. */
export interface TextLayout {
  readonly style: Style;
  /** Undefined where nobody looks: lines stay as long as they are. */
  readonly columns: number | undefined;
}

/** Where a command about skills is typed: at a shell, or inside of a session. */
export interface SkillsContext {
  readonly skills: HomeSkills;
  /** What the command is typed as: `hermes skills`, or `/skills`. */
  readonly name: string;
  readonly cwd: string;
  readonly env: Environment;
  /** Aborted with a `Stop` by Ctrl-C. */
  readonly signal: AbortSignal;
  readonly answer: TextLayout;
  readonly remarks: TextLayout;
  /** The answer, line by line. */
  print(lines: Iterable<string>): void;
  /** The answer as data. */
  json(value: unknown): void;
  /** Something beside the answer. */
  note(lines: Iterable<string>): void;
  /** Undefined where nobody can be asked. */
  readonly questions: Questions | undefined;
  /** Says that something takes its time, until it is disposed. */
  working(what: string): Disposable;
  /** Lets another program have the terminal while a task goes on. */
  lend<Result>(task: () => Promise<Result>): Promise<Result>;
  /** Reads standard input to its end; undefined where it belongs to a session. */
  readonly readInput: (() => Promise<string>) | undefined;
}

/** Runs one command in the context where it was typed. */
export type RunSkillsCommand = (work: (context: SkillsContext) => Promise<number>) => Promise<void>;
