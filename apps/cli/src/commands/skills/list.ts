import type { ListedSkill, SkillOrigin } from "@hermes/skills";
import { exitCodes } from "../../host.ts";
import { fit } from "../../render/fit.ts";
import { paragraph } from "../../render/paragraph.ts";
import { slashCommands, wordsOf } from "@hermes/agent-loop/controller";
import type { TextLayout, SkillsContext } from "./skills-context.ts";
import { safe } from "./safe-text.ts";

export interface ListFlags {
  readonly source?: SkillOrigin | undefined;
  readonly category?: string | undefined;
  readonly query?: string | undefined;
  readonly all?: boolean | undefined;
  readonly json?: boolean | undefined;
}

/** `hermes skills list`. */
export async function listSkills(
  { json, source, ...flags }: ListFlags,
  context: SkillsContext,
): Promise<number> {
  const { library } = context.skills;
  const isWanted = (skill: ListedSkill): boolean => source === undefined || skill.source === source;
  const found = (await library.list(flags)).filter(isWanted);
  const skills = flags.query === undefined ? found.toSorted(byCategory) : found;
  if (json) {
    context.json(await Promise.all(skills.map(asData)));
    return exitCodes.ok;
  }
  const blocks = await Promise.all(skills.map((skill) => skillLines(skill, context.answer)));
  context.print(blocks.flat());
  const hidden = flags.all
    ? 0
    : (await library.list({ ...flags, all: true })).filter(isWanted).length - skills.length;
  const count = skills.length === 1 ? "1 skill" : `${skills.length} skills`;
  const more = hidden === 0 ? "" : `; ${hidden} more can't be used here: ${context.name} list --all`;
  context.note([context.remarks.style.dim(`${count}${more}`)]);
  return exitCodes.ok;
}

function byCategory(left: ListedSkill, right: ListedSkill): number {
  return left.category.localeCompare(right.category) || left.name.localeCompare(right.name);
}

/** What `--json` gives of a skill. Times are ISO 8601, UTC. */
export async function asData(skill: ListedSkill): Promise<object> {
  const { name, description, category, source, standing, path, folder, use } = skill;
  return {
    name,
    description,
    category,
    source,
    standing,
    path,
    folder,
    command: await typedAs(name),
    uses: use?.uses ?? 0,
    successes: use?.successes ?? 0,
    failures: use?.failures ?? 0,
    lastUsedAt: use?.lastUsedAt === undefined ? null : new Date(use.lastUsedAt).toISOString(),
    editable: skill.editable,
    hidden: skill.hidden ?? null,
    shadowedBy: skill.shadowedBy ?? null,
    problems: skill.problems,
  };
}

/** A built-in command wins over a skill of its name. */
async function typedAs(name: string): Promise<string> {
  const { skillCommandName } = await import("@hermes/skills");
  const command = skillCommandName(name);
  return wordsOf(slashCommands).has(command) ? `/skills use ${command}` : `/${command}`;
}

async function skillLines(skill: ListedSkill, { style, columns }: TextLayout): Promise<readonly string[]> {
  const { name, category, source, standing, use, hidden, shadowedBy, problems } = skill;
  const facts = [
    category,
    source,
    ...(standing === "trusted" ? [] : [standing]),
    ...(use === undefined || use.uses === 0 ? [] : [`used ${use.uses}×, good ${use.successes}×`]),
  ];
  const command = await typedAs(name);
  const line = (text: string): string => (columns === undefined ? text : fit(text, columns));
  return [
    line(`${style.bold(safe(name))}  ${style.dim(facts.map(safe).join(" · "))}`),
    ...paragraph(safe(skill.description), { columns, indent: 2 }),
    ...(command.startsWith("/skills")
      ? [style.dim(`  typed as ${command}: /${command.slice(12)} is a command of Hermes`)]
      : []),
    ...(hidden === undefined ? [] : paragraph(`not offered: ${safe(hidden)}`, { columns, indent: 2 })),
    ...(shadowedBy === undefined
      ? []
      : paragraph(`another is taken: ${safe(shadowedBy)}`, { columns, indent: 2 })),
    ...problems.flatMap((problem) =>
      paragraph(style.yellow(`! ${safe(problem.message)} (line ${problem.line})`), { columns, indent: 2 }),
    ),
  ];
}
