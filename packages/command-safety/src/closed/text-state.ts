import { isAbsolute, resolve } from "node:path";
import { contains } from "../paths/judge-path.ts";
import type { PathAccess } from "../paths/judge-path.ts";
import { harmlessDevices } from "../paths/protected-paths.ts";
import type { CommandContext } from "../command-context.ts";
import type { WordUncertainty } from "../shell/simple-command.ts";
import type { Uncertain } from "../shell/uncertain.ts";
import { isShellName } from "./names.ts";
import { rowOf } from "../programs/known-rows.ts";

interface PathUse {
  readonly path: string;
  readonly access: PathAccess;
  readonly command: number;
}

interface Linked extends Omit<PathUse, "access"> {
  /** What lies there is read as git has it, and written to where a link of it leads. */
  readonly byGit: boolean;
}

/**
 * What one text has done so far that makes later parts of it uncertain: files that it changed, names that lead elsewhere
 * now. Each is asked about where something after it relies on what was there before.
 */
export class TextState implements Uncertain {
  readonly context: CommandContext;
  /** Of the words of the command that is read. */
  wordUncertainty: WordUncertainty = { splits: false, matches: false };
  #isUnordered = false;
  #commands = 0;
  /** Of the command that runs; 0 between two of them, where redirections open files. */
  #command = 0;
  #program = "";
  #isOpening = false;
  /** Led to by redirections of a command that has not begun. */
  #opened: string[] = [];
  readonly #changed: string[] = [];
  readonly #linked: Linked[] = [];
  readonly #used: PathUse[] = [];

  constructor(context: CommandContext) {
    this.context = context;
  }

  /** A command with its own redirections, which it can't have read before it ran. */
  command<T>(wordUncertainty: WordUncertainty, work: () => T): T {
    const [outer, program, own, number] = [this.wordUncertainty, this.#program, this.#opened, this.#command];
    this.wordUncertainty = wordUncertainty;
    this.#opened = [];
    this.#command = ++this.#commands;
    try {
      return work();
    } finally {
      this.wordUncertainty = outer;
      this.#program = program;
      this.#command = number;
      this.#changed.push(...own);
    }
  }

  /** The program of the command, wrappers taken off. */
  begins(program: string): void {
    this.#program = program;
  }

  opening(work: () => void): void {
    this.#isOpening = true;
    work();
    this.#isOpening = false;
  }

  /** Where else a path may lie: a `cd` may have failed. */
  others(path: string): readonly string[] {
    return isAbsolute(path) ? [] : this.context.state.left.map((folder) => resolve(folder, path));
  }

  /** @param path Absolute. */
  uses(access: PathAccess, path: string): void {
    if (harmlessDevices.test(path) || this.#program === "mkdir") return;
    const use = { path, access, command: this.#command };
    if (this.#used.length < 2_000) this.#used.push(use);
    for (const linked of this.#linked) this.#compare(linked, use);
    if (access !== "read" && /(^|\/)\.git(\/|$)/.test(path))
      this.context.ask("git.program", `${path} is git's own, and what it holds may name programs.`);
    // Nobody takes a log for code.
    if (access !== "write" || this.#program === "touch" || path.endsWith(".log") || !this.#isInside(path))
      return;
    (this.#isOpening ? this.#opened : this.#changed).push(path);
  }

  links(paths: readonly string[]): void {
    for (const path of paths) this.#linked.push({ path, command: this.#command, byGit: false });
  }

  /** git puts other files in the place of those that were there. */
  replaces(path: string): void {
    this.#linked.push({ path, command: this.#command, byGit: true });
    this.#changed.push(path);
  }

  runsProject(name: string): void {
    const [changed] = this.#changed;
    if (changed === undefined) return;
    this.context.ask(
      "code.changed-here",
      `${name} runs code of the project, and the same command changes ${changed} before.`,
    );
  }

  /** A name that the text sets by itself, without a value that is known. */
  names(name: string): void {
    if (!isShellName(name))
      this.context.ask("command.assignment", `It sets ${name}, which may change what other programs do.`);
  }

  defines(name: string): void {
    if (rowOf(name) !== undefined)
      this.context.ask(
        "command.redefined",
        `It gives the name "${name}" another meaning for all that comes.`,
      );
  }

  /** Parts of the text may run in another order than they stand in, or again. */
  unordered(): void {
    this.#isUnordered = true;
  }

  number(text: string): void {
    this.context.ask(
      "command.arithmetic",
      `"${text}" would be read as a number or a name, which may run what stands in it.`,
    );
  }

  /** To be called when the text is read to its end. */
  ends(): void {
    if (!this.#isUnordered) return;
    for (const linked of this.#linked) for (const use of this.#used) this.#compare(linked, use);
  }

  #compare(linked: Linked, { path, access, command }: PathUse): void {
    if (command === linked.command || !contains(linked.path, path)) return;
    if ((linked.path === "/" || linked.byGit) && access === "read") return;
    this.context.ask("path.changed-here", `Where ${path} leads is changed by the same command.`);
  }

  #isInside(path: string): boolean {
    const { workspace, extraRoots = [] } = this.context.places;
    return [workspace, ...extraRoots].some((root) => contains(root, path));
  }
}
