import type { Environment } from "@hermes/registry";
import type { HomeSkills, Runtime, SkillCommand } from "@hermes/runtime";
import type { SkillMessage } from "@hermes/skills";
import { Command, CommanderError } from "commander";
import type { SkillsDesk } from "../commands/skills/desk.ts";
import { harmlessJson } from "../commands/skills/harmless-json.ts";
import { safe } from "../commands/skills/safe.ts";
import { formatFailure, toFailure } from "../failure.ts";
import { Stop } from "../host.ts";
import type { Terminal } from "../prompt/terminal.ts";
import { formatDuration } from "../render/activity-line.ts";
import { fit } from "../render/fit.ts";
import { PassingLine } from "../render/passing-line.ts";
import { fillSkills } from "../program/skills-commands.ts";
import { wrap } from "../render/wrap.ts";
import { describeSkillCommands } from "../slash-commands.ts";
import { splitWords } from "./split-words.ts";

export interface SkillTalkOptions {
  readonly terminal: Terminal;
  readonly cwd: string;
  readonly env: Environment;
  readonly lend: <Result>(task: () => Promise<Result>) => Promise<Result>;
}

/** What skills bring into a conversation: `/name args`, and `/skills …` as at a shell. */
export class SkillTalk {
  readonly #runtime: Runtime;
  readonly #options: SkillTalkOptions;

  constructor(runtime: Runtime, options: SkillTalkOptions) {
    this.#runtime = runtime;
    this.#options = options;
  }

  /** What can be typed after a slash, besides the built-in commands. */
  async offered(): Promise<readonly SkillCommand[]> {
    return await (await this.#runtime.skills()).commands();
  }

  /** The user message that a command enters; undefined when there is none of that name. */
  async message(name: string, args: string): Promise<SkillMessage | undefined> {
    return await (await this.#runtime.skills()).messageOf(name, args);
  }

  /** A section of `/help`. */
  async help(): Promise<readonly string[]> {
    const { screen, style } = this.#options.terminal;
    const commands = await this.offered();
    if (commands.length === 0) return [];
    const shown = commands.map(({ name, summary }) => ({ name, summary: safe(summary) }));
    return ["", style.bold("Skills"), ...describeSkillCommands(shown)].map((line) =>
      fit(line, screen.columns),
    );
  }

  /** Runs what follows `/skills`. Says what went wrong, and throws nothing. */
  async run(rest: string, signal: AbortSignal): Promise<void> {
    const { screen, style } = this.#options.terminal;
    const words = splitWords(rest);
    const root = new Command("/skills").helpCommand(false).exitOverride();
    root.configureOutput({
      writeOut: (text) => noteAll(this.#options.terminal, text),
      writeErr: (text) => noteAll(this.#options.terminal, text),
      getOutHelpWidth: () => Math.min(screen.columns, 100),
      getErrHelpWidth: () => Math.min(screen.columns, 100),
    });
    fillSkills(root, "/skills", async (work) => {
      const desk = this.#desk(await this.#runtime.skills(), signal);
      await work(desk);
    });
    root
      .command("use")
      .description("load a skill whose name is one of Hermes' commands")
      .argument("<name>")
      .argument("[task...]");
    try {
      await root.parseAsync(words.length === 0 ? ["list"] : words, { from: "user" });
    } catch (error) {
      if (error instanceof CommanderError) return;
      if (signal.aborted || error instanceof Stop) screen.note(style.dim("— interrupted —"));
      else screen.note(style.red(formatFailure(toFailure(error))));
    }
  }

  #desk(skills: HomeSkills, signal: AbortSignal): SkillsDesk {
    const { terminal, cwd, env, lend } = this.#options;
    const { screen, style, ask } = terminal;
    const passing = new PassingLine(screen, Date.now);
    const look = { style, columns: Number.isFinite(screen.columns) ? screen.columns : undefined };
    const say = (lines: Iterable<string>): void => {
      for (const line of lines) for (const part of wrap(line, look)) screen.note(part);
    };
    return {
      skills,
      name: "/skills",
      cwd,
      env,
      signal,
      answer: look,
      remarks: look,
      print: say,
      json: (value) => say(harmlessJson(value).split("\n")),
      note: say,
      ask,
      working: (what) => {
        const line = (elapsedMs: number): string => `${what} … ${formatDuration(elapsedMs)}`;
        passing.show({ name: what, since: Date.now(), line }, { atOnce: true });
        return { [Symbol.dispose]: () => passing.clear() };
      },
      lend: async (task) => {
        passing.clear();
        return await lend(task);
      },
      readInput: undefined,
    };
  }
}

function noteAll({ screen }: Terminal, text: string): void {
  for (const line of text.replace(/\n$/, "").split("\n")) screen.note(line);
}
