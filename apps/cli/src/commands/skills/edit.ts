import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { replaceFile } from "@hermes/atomic-files";
import { HermesError } from "@hermes/registry/errors";
import type { ListedSkill, RefusedChange, SkillChangeOutcome, SkillRewrite } from "@hermes/skills";
import { usageError } from "../../failure.ts";
import { exitCodes } from "../../host.ts";
import type { SkillsContext } from "./skills-context.ts";
import { findSkill } from "./find-skill.ts";
import { diffLines } from "./hub/plan-lines.ts";
import { agrees } from "./questions.ts";
import { readText } from "./read-text.ts";
import { safe } from "./safe-text.ts";
import { refusalLines, writeDraft, type Saved } from "./write-draft.ts";

export interface EditFlags {
  /** The whole SKILL.md; `-` is standard input. */
  readonly fromFile?: string | undefined;
  /** What follows the front matter. */
  readonly bodyFile?: string | undefined;
  readonly description?: string | undefined;
  readonly old?: string | undefined;
  readonly new?: string | undefined;
  readonly replaceAll?: boolean | undefined;
  readonly yes?: boolean | undefined;
  readonly json?: boolean | undefined;
}

/** `hermes skills edit`: a skill in the person's editor, or changed by flags; put in place once it is valid. */
export async function editSkill(wanted: string, flags: EditFlags, context: SkillsContext): Promise<number> {
  const { json } = flags;
  const rewrite = await rewriteOf(flags, context);
  const skill = await findSkill(context.skills, wanted);
  const text = readFileSync(skill.path, "utf8");
  const save = (content: string): Promise<SkillChangeOutcome> =>
    skill.editable
      ? context.skills.editor.change({ action: "edit", name: skill.name, content }, context)
      : replaceText(skill, text, content);
  if (rewrite !== undefined) {
    const preview = async (content: string): Promise<SkillChangeOutcome | undefined> =>
      skill.editable
        ? await context.skills.editor.change(
            { action: "edit", name: skill.name, content },
            { signal: context.signal, preview: true },
          )
        : undefined;
    const made = await makeRewrite({ skill, text, rewrite, preview, save, yes: flags.yes }, context);
    return await report(made, skill, { json }, context);
  }
  const draft = await writeDraft({ name: basename(skill.folder), text, save }, context);
  if (draft.result === "kept") {
    throw new HermesError(`The skill "${safe(skill.name)}" was not changed.`, {
      code: "CLI_SKILL_UNCHANGED",
      hint: `Your text is kept: ${draft.file}`,
    });
  }
  return await report(draft.result === "saved" ? draft.outcome : undefined, skill, { json }, context);
}

async function report(
  saved: Saved | undefined,
  skill: ListedSkill,
  { json }: Pick<EditFlags, "json">,
  context: SkillsContext,
): Promise<number> {
  if (json) context.json({ changed: saved !== undefined, path: skill.path });
  else context.print([saved === undefined ? "Nothing was changed." : `Changed: ${safe(skill.path)}`]);
  if (saved === undefined) return exitCodes.ok;
  // The editor has said so of what it wrote.
  if (!skill.editable) await context.skills.tellFindings(skill);
  context.note([...saved.warnings.map(safe), ...whoseNow(skill)]);
  return exitCodes.ok;
}

/** Undefined where the person wants to write in their editor. */
async function rewriteOf(flags: EditFlags, context: SkillsContext): Promise<SkillRewrite | undefined> {
  const { fromFile, bodyFile, description, old, new: young, replaceAll } = flags;
  if ((old === undefined) !== (young === undefined))
    throw usageError("--old and --new belong together: the text to replace, and what takes its place.");
  if ([fromFile, bodyFile, description, old].every((flag) => flag === undefined)) return undefined;
  if (fromFile === "-" && bodyFile === "-") throw usageError("Only one text can come from standard input.");
  return {
    content: fromFile === undefined ? undefined : await readText(fromFile, context),
    body: bodyFile === undefined ? undefined : await readText(bodyFile, context),
    description,
    replace: old === undefined || young === undefined ? undefined : { old, new: young, all: replaceAll },
  };
}

interface MakeRewrite {
  readonly skill: ListedSkill;
  readonly text: string;
  readonly rewrite: SkillRewrite;
  /** Whether it could be put in place; undefined where that is only known when it is. */
  readonly preview: (content: string) => Promise<SkillChangeOutcome | undefined>;
  readonly save: (content: string) => Promise<SkillChangeOutcome>;
  readonly yes: boolean | undefined;
}

/** Checks a change, shows the difference, asks, and puts it in place. Undefined: nothing changes. */
async function makeRewrite(
  { skill, text, rewrite, preview, save, yes }: MakeRewrite,
  context: SkillsContext,
): Promise<Saved | undefined> {
  const refuse = (outcome: RefusedChange): never => {
    context.note(refusalLines(outcome, context));
    throw new HermesError(`The skill "${safe(skill.name)}" was not changed.`, {
      code: "CLI_SKILL_UNCHANGED",
      hint: outcome.hint ?? "Correct what is named and try again.",
    });
  };
  const written = await context.skills.editor.rewrite(text, rewrite);
  if (!written.ok) return refuse(written);
  if (written.diff === "") return undefined;
  const tried = await preview(written.content);
  if (tried?.ok === false) return refuse(tried);
  context.note(diffLines(written.diff, context.remarks));
  if (!(await agrees(context, { question: "Change it like this?", yes }))) return undefined;
  const outcome = await save(written.content);
  return outcome.ok ? outcome : refuse(outcome);
}

/** What the change means for a skill that others keep up to date. */
function whoseNow({ source, editable }: ListedSkill): readonly string[] {
  if (editable) return [];
  switch (source) {
    case "bundled":
      return ["It came with Hermes and is your own now: updates leave it as you wrote it."];
    case "hub":
      return ["It was installed and is your own now: updates leave it as you wrote it."];
    case "project":
      return ["It belongs to the project: whoever has the project gets your change with it."];
    case "user":
      return [];
  }
}

/** The skills that an agent may not change are the person's to change all the same. */
async function replaceText(skill: ListedSkill, before: string, content: string): Promise<SkillChangeOutcome> {
  const [{ formatSkillProblem }, { validateSkill }] = await Promise.all([
    import("@hermes/skills"),
    import("@hermes/skills/format"),
  ]);
  const problems = validateSkill(content, { folder: basename(skill.folder) });
  if (problems.some(({ severity }) => severity === "error")) {
    return {
      ok: false,
      reason: "The text of SKILL.md is not valid; nothing was written.",
      details: { problems: problems.map(formatSkillProblem) },
    };
  }
  const isAsItWas = (): boolean => readFileSync(skill.path, "utf8") === before;
  if (!replaceFile(skill.path, content, { onlyIf: isAsItWas }))
    return { ok: false, reason: "SKILL.md was changed by somebody else meanwhile; nothing was written." };
  return {
    ok: true,
    folder: skill.folder,
    file: "SKILL.md",
    content,
    preview: false,
    warnings: problems.map(formatSkillProblem),
  };
}
