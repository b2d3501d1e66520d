import { defineSlashCommand, skillsCommand } from "@hermes/agent-loop/controller";
import type { SlashCommand } from "@hermes/agent-loop/controller";
import type { Environment } from "@hermes/registry";
import type { HomeSkills, Runtime } from "@hermes/runtime";
import { Command, CommanderError } from "commander";
import type { SkillsContext } from "../commands/skills/skills-context.ts";
import { harmlessJson } from "../render/harmless-json.ts";
import { formatFailure, toFailure } from "../failure.ts";
import { Stop } from "../host.ts";
import { formatDuration } from "../render/activity-line.ts";
import { fillSkills } from "../program/skills-commands.ts";
import { wrap } from "../render/wrap.ts";
import type { Face } from "./face.ts";
import { splitWords } from "./split-words.ts";

export interface SkillsCommandOptions {
  readonly runtime: Runtime;
  readonly face: Face;
  readonly cwd: string;
  readonly env: Environment;
}

/** `/skills …` as at a shell, with the same commands, lists and questions; `/skills use` as everywhere. */
export function createSkillsCommand(options: SkillsCommandOptions): SlashCommand {
  return defineSlashCommand({
    ...skillsCommand,
    summary: "See and change skills: /skills list, /skills --help.",
    async run(context) {
      if (/^use\s+\S/.test(context.rest.trim())) return await skillsCommand.run(context);
      await runSkills(context.rest, context.signal, options);
      return {};
    },
  });
}

/** Says what went wrong, and throws nothing. */
async function runSkills(rest: string, signal: AbortSignal, options: SkillsCommandOptions): Promise<void> {
  const { face, runtime } = options;
  const { style } = face;
  const words = splitWords(rest);
  const root = new Command("/skills").helpCommand(false).exitOverride();
  root.configureOutput({
    writeOut: (text) => noteAll(face, text),
    writeErr: (text) => noteAll(face, text),
    getOutHelpWidth: () => Math.min(face.columns, 100),
    getErrHelpWidth: () => Math.min(face.columns, 100),
  });
  fillSkills(root, "/skills", async (work) => {
    await work(deskOf(await runtime.skills(), signal, options));
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
    if (signal.aborted || error instanceof Stop) face.note(style.dim("— interrupted —"));
    else face.note(style.red(formatFailure(toFailure(error))));
  }
}

function deskOf(skills: HomeSkills, signal: AbortSignal, options: SkillsCommandOptions): SkillsContext {
  const { face, cwd, env } = options;
  const { style, questions } = face;
  const layout = { style, columns: Number.isFinite(face.columns) ? face.columns : undefined };
  const say = (lines: Iterable<string>): void => {
    for (const line of lines) for (const part of wrap(line, layout)) face.note(part);
  };
  return {
    skills,
    name: "/skills",
    cwd,
    env,
    signal,
    answer: layout,
    remarks: layout,
    print: say,
    json: (value) => say(harmlessJson(value, 2).split("\n")),
    note: say,
    questions,
    working: (what) => face.working((elapsedMs) => `${what} … ${formatDuration(elapsedMs)}`),
    lend: async (task) => await face.lend(task),
    readInput: undefined,
  };
}

function noteAll(face: Face, text: string): void {
  for (const line of text.replace(/\n$/, "").split("\n")) face.note(line);
}
