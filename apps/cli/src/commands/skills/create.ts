import { HermesError } from "@hermes/registry/errors";
import type { RefusedChange, SkillChangeOutcome } from "@hermes/skills";
import { usageError } from "../../failure.ts";
import { exitCodes } from "../../host.ts";
import type { SkillsContext } from "./skills-context.ts";
import { safe } from "./safe-text.ts";
import { readText } from "./read-text.ts";
import { hasTemplateDescription, skillTemplate } from "./skill-template.ts";
import { refusalLines, writeDraft, type Saved } from "./write-draft.ts";

export interface CreateFlags {
  readonly fromFile?: string | undefined;
  readonly category?: string | undefined;
  readonly json?: boolean | undefined;
}

/** `hermes skills create`: from a file, or from a template in the person's editor. */
export async function createSkill(
  name: string | undefined,
  { fromFile, category, json }: CreateFlags,
  context: SkillsContext,
): Promise<number> {
  const save = async (content: string): Promise<SkillChangeOutcome> => {
    const own = name ?? (await nameIn(content));
    if (await hasTemplateDescription(content)) return undescribed;
    return await context.skills.editor.change({ action: "create", name: own, content, category }, context);
  };
  if (fromFile !== undefined) {
    const outcome = await save(await readText(fromFile, context));
    if (outcome.ok) return report(outcome, { json }, context);
    context.note(refusalLines(outcome, context));
    throw notCreated(hintFor(outcome, context));
  }
  if (name !== undefined && !/^[a-z0-9][a-z0-9._-]{0,63}$/.test(name))
    throw usageError(
      `"${safe(name)}" can't be a name: use lower-case letters, digits and hyphens, at most 64.`,
    );
  // Nobody writes a text that can't be put anywhere.
  const taken = name === undefined ? undefined : await skillNamed(name, context);
  if (taken !== undefined) {
    context.note(refusalLines(taken, context));
    throw notCreated(hintFor(taken, context));
  }
  const draft = await writeDraft({ name: name ?? "new", text: skillTemplate(name), save }, context);
  if (draft.result === "saved") return report(draft.outcome, { json }, context);
  if (draft.result === "kept")
    throw notCreated(`Your text is kept. Go on with: ${context.name} create --from-file ${draft.file}`);
  context.note(["The template is as it was; nothing was created."]);
  return exitCodes.failed;
}

const undescribed: RefusedChange = {
  ok: false,
  reason: "The description is still the template's; nothing was written.",
  hint: "Say in it what the skill does and when to use it: by that alone it is found.",
};

async function skillNamed(name: string, { skills }: SkillsContext): Promise<RefusedChange | undefined> {
  const found = await skills.library.find(name, { all: true });
  if (!found.ok || found.skill.name !== name) return undefined;
  const reason = `There is a skill "${name}" already (${found.skill.source}).`;
  return { ok: false, problem: "taken", reason };
}

function hintFor({ problem, hint }: RefusedChange, { name }: SkillsContext): string {
  if (problem === "taken") return `Change it with: ${name} edit NAME, or choose another name.`;
  return hint ?? "Repair the text and try again.";
}

function report(
  { folder, warnings }: Saved,
  { json }: Pick<CreateFlags, "json">,
  context: SkillsContext,
): number {
  if (json) context.json({ created: true, folder, warnings });
  else context.print([`Created: ${safe(folder)}`]);
  context.note(warnings.map(safe));
  return exitCodes.ok;
}

function notCreated(hint: string): HermesError {
  return new HermesError("The skill was not created.", { code: "CLI_SKILL_UNCHANGED", hint });
}

async function nameIn(content: string): Promise<string> {
  const { parseSkill } = await import("@hermes/skills/format");
  const { name } = parseSkill(content).fields;
  if (name !== undefined && name !== "") return name;
  throw new HermesError('The text has no "name" in its front matter.', {
    code: "CLI_SKILL_UNCHANGED",
    hint: "Give it one, or name the skill: hermes skills create NAME --from-file FILE",
  });
}
