import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { HermesError } from "@hermes/registry/errors";
import type { ListedSkill, SkillCheckResult, SkillProblem } from "@hermes/skills";
import { exitCodes } from "../../host.ts";
import type { Style } from "../../render/style.ts";
import type { SkillsContext } from "./skills-context.ts";
import { findSkill } from "./find-skill.ts";
import { safe, safeLines } from "./safe-text.ts";
import { skillFolder } from "./scan.ts";

export interface CheckFlags {
  readonly run?: boolean | undefined;
  readonly json?: boolean | undefined;
}

interface Checked {
  readonly name: string;
  readonly path: string;
  readonly problems: readonly SkillProblem[];
  /** What its check script said; undefined where it was not run. */
  readonly check?: (SkillCheckResult & { readonly script: string }) | undefined;
}

/**
 * `hermes skills check`: the strict rules of the format, for some skills or for all; with `run` also their own checks.
 *
 * @returns 1 when something is wrong; else 3 when a check that should run could not.
 */
export async function checkSkills(
  wanted: readonly string[],
  { run, json }: CheckFlags,
  context: SkillsContext,
): Promise<number> {
  const targets = await targetsOf(wanted, context);
  const results: Checked[] = [];
  for (const target of targets) {
    context.signal.throwIfAborted();
    // oxlint-disable-next-line no-await-in-loop -- checks would fight for the processor
    results.push(await checkOne(target, run ?? false, context));
  }
  const wrong = results.filter(({ problems, check }) => problems.length > 0 || check?.passed === false);
  const notRun = results.filter(({ check }) => check !== undefined && check.passed === undefined);
  if (json) context.json(results.map(asData));
  else {
    for (const result of results) context.print(linesOf(result, context));
    context.note([summaryOf(results.length, wrong.length, notRun.length)]);
  }
  if (wrong.length > 0) return exitCodes.failed;
  return notRun.length > 0 ? exitCodes.notRun : exitCodes.ok;
}

/** In JSON a check that was not run has an outcome, too: `passed: null`, with the reason as its output. */
function asData({ check, ...rest }: Checked): object {
  return check === undefined ? rest : { ...rest, check: { ...check, passed: check.passed ?? null } };
}

function summaryOf(all: number, wrong: number, notRun: number): string {
  const parts = [
    ...(wrong > 0 ? [`${wrong} with problems`] : []),
    ...(notRun > 0 ? [`${notRun} whose own check was not run`] : []),
  ];
  return `${all} checked, ${parts.length === 0 ? "all fine" : parts.join(", ")}`;
}

interface Target {
  readonly folder: string;
  /** Undefined for a folder that isn't offered. */
  readonly skill: ListedSkill | undefined;
}

async function targetsOf(wanted: readonly string[], context: SkillsContext): Promise<readonly Target[]> {
  if (wanted.length > 0) return await Promise.all(wanted.map((each) => targetOf(each, context)));
  return (await context.skills.library.list({ all: true })).map((skill) => ({ folder: skill.folder, skill }));
}

async function targetOf(wanted: string, context: SkillsContext): Promise<Target> {
  const isPath =
    wanted.includes("/") || wanted.startsWith(".") || existsSync(resolve(context.cwd, wanted, "SKILL.md"));
  try {
    const skill = await findSkill(context.skills, wanted);
    return { folder: skill.folder, skill };
  } catch (error) {
    if (!isPath || !HermesError.is(error)) throw error;
    return { folder: skillFolder(wanted, context.cwd), skill: undefined };
  }
}

async function checkOne({ folder, skill }: Target, run: boolean, context: SkillsContext): Promise<Checked> {
  const { validateSkill } = await import("@hermes/skills/format");
  const path = join(folder, "SKILL.md");
  const problems = validateSkill(readFileSync(path, "utf8"), { folder: basename(folder) });
  const name = skill?.name ?? basename(folder);
  const script = run ? checkScriptIn(folder) : undefined;
  if (script === undefined) return { name, path, problems };
  using _ = context.working(`checking ${safe(name)}`);
  const result = await context.skills.runCheck({ name, folder }, script, { signal: context.signal });
  if (skill !== undefined && result.passed !== undefined) {
    const kind = result.passed ? "check-passed" : "check-failed";
    await context.skills.use.record({ skill: name, kind, at: Date.now() });
  }
  return { name, path, problems, check: { ...result, script } };
}

function checkScriptIn(folder: string): string | undefined {
  const scripts = join(folder, "scripts");
  if (!existsSync(scripts)) return undefined;
  const name = readdirSync(scripts).find((file) => /^check\.\w+$/.test(file));
  return name === undefined ? undefined : `scripts/${name}`;
}

function linesOf(
  { name, path, problems, check }: Checked,
  { answer: { style } }: SkillsContext,
): readonly string[] {
  return [
    ...problems.map(({ severity, message, line }) => {
      const mark = severity === "error" ? style.red : style.yellow;
      return `${safe(path)}:${line}: ${mark(severity)}: ${safe(message)}`;
    }),
    ...(check === undefined
      ? []
      : [
          verdictOf(name, check, style),
          ...(check.passed !== false
            ? []
            : safeLines(check.output.slice(-2_000)).map((line) => `  │ ${line}`)),
        ]),
  ];
}

function verdictOf(
  name: string,
  { script, passed, output }: NonNullable<Checked["check"]>,
  style: Style,
): string {
  if (passed === undefined) return `${safe(name)}: ${style.yellow(`${script} was not run`)}: ${safe(output)}`;
  return `${safe(name)}: ${passed ? style.green(`${script} passed`) : style.red(`${script} failed`)}`;
}
