import { randomUUID } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { SkillFinding } from "../guard/finding.ts";
import type { SkillVerdict } from "../guard/scan-skill.ts";
import type { SkillPackage } from "../guard/skill-package.ts";
import { checkScriptOf } from "../life/run-skill-check.ts";
import type { RunSkillCheck } from "../life/run-skill-check.ts";
import type { SkillUse } from "../life/skill-use.ts";
import type { SkillLibrary } from "../library/open-skills.ts";
import { planChange } from "./plan-change.ts";
import type { PlannedChange } from "./plan-change.ts";
import { readSkillPackage } from "./read-skill-package.ts";
import { refused } from "./skill-change.ts";
import type { RefusedChange, SkillChange, SkillChangeOutcome } from "./skill-change.ts";

/** Looks at a skill before it is written. `scanSkill` with the trust "agent" matches it by shape. */
export type ScanSkillPort = (
  skill: SkillPackage,
) =>
  | Promise<{ readonly decision: SkillVerdict; readonly findings: readonly SkillFinding[] }>
  | { readonly decision: SkillVerdict; readonly findings: readonly SkillFinding[] };

export interface SkillEditorOptions {
  readonly library: SkillLibrary;
  readonly scan: ScanSkillPort;
  readonly runCheck?: RunSkillCheck | undefined;
  readonly use?: SkillUse | undefined;
  /** Milliseconds since 1970. @default Date.now */
  readonly now?: (() => number) | undefined;
}

export interface SkillEditor {
  /**
   * Makes a change to a skill of the person's folder: checked, scanned and tried on a copy, then put in place in one step.
   * Until then nothing that a reader could see has changed.
   */
  change(
    change: SkillChange,
    options: { readonly signal: AbortSignal; readonly preview?: boolean | undefined },
  ): Promise<SkillChangeOutcome>;
}

export function createSkillEditor(options: SkillEditorOptions): SkillEditor {
  return {
    async change(change, { signal, preview = false }) {
      const planned = await planChange(options.library, change);
      if (!planned.ok) return planned;
      const staged = stage(options.library.folders.user, planned);
      try {
        const refusal =
          planned.file === undefined
            ? undefined
            : await inspect(staged, planned, { ...options, signal, preview });
        if (refusal !== undefined) return refusal;
        if (!preview) {
          const conflict = commit(options.library.folders.user, staged, planned);
          if (conflict !== undefined) return conflict;
          await count(options, change, staged.checked);
        }
        return {
          ok: true,
          folder: planned.folder,
          file: planned.file,
          content: planned.content,
          matches: planned.matches,
          preview,
          warnings: [...planned.warnings, ...staged.notes],
        };
      } finally {
        rmSync(staged.folder, { recursive: true, force: true });
      }
    },
  };
}

interface Staged {
  /** A folder of its own below `.staging`. */
  readonly folder: string;
  /** The skill as it would be, in it. */
  readonly skill: string;
  checked: boolean;
  /** What the person should know besides. */
  readonly notes: string[];
}

/** The skill as it would be, as a copy on the same file system. */
function stage(userFolder: string, { folder, name, file, content }: PlannedChange): Staged {
  const staging = join(userFolder, ".staging", randomUUID());
  const skill = join(staging, name);
  mkdirSync(skill, { recursive: true, mode: 0o700 });
  if (existsSync(folder) && file !== undefined)
    cpSync(folder, skill, { recursive: true, verbatimSymlinks: true });
  if (file !== undefined) {
    const path = join(skill, file);
    if (content === undefined) rmSync(path);
    else {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, content);
    }
  }
  return { folder: staging, skill, checked: false, notes: [] };
}

async function inspect(
  staged: Staged,
  planned: PlannedChange,
  options: SkillEditorOptions & { readonly signal: AbortSignal; readonly preview: boolean },
): Promise<RefusedChange | undefined> {
  const scan = await options.scan(readSkillPackage(staged.skill, planned.name));
  if (scan.decision !== "allow") {
    return refused("The scan of the skill found what a person should look at; nothing was written.", {
      hint: "Write it without that. If it is needed, tell the person what and why: they can add it with hermes skills edit.",
      details: {
        findings: scan.findings.slice(0, 10).map(({ rule, severity, file, line, message, excerpt }) => ({
          rule,
          severity,
          file,
          line,
          message,
          excerpt,
        })),
      },
    });
  }
  const script = checkScriptOf(staged.skill);
  if (script === undefined || options.runCheck === undefined || options.preview) return undefined;
  const result = await options.runCheck({ name: planned.name, folder: staged.skill }, script, {
    signal: options.signal,
  });
  if (result.passed === undefined) staged.notes.push(`The check did not run: ${result.output}`);
  staged.checked = result.passed === true;
  if (result.passed !== false) return undefined;
  return refused(`The skill's own check (${script}) failed; nothing was written.`, {
    hint: "Repair the skill or its check, then try again.",
    details: { output: result.output.slice(-2_000) },
  });
}

/** One rename: a reader sees the skill as it was, or as it is. */
function commit(
  userFolder: string,
  staged: Staged,
  { folder, file, content, before, name }: PlannedChange,
): RefusedChange | undefined {
  if (file === undefined) {
    const archive = join(userFolder, ".archive");
    mkdirSync(archive, { recursive: true, mode: 0o700 });
    renameSync(folder, join(archive, `${name}-${randomUUID().slice(0, 8)}`));
    return undefined;
  }
  const target = join(folder, file);
  const present = existsSync(target) ? readFileSync(target, "utf8") : undefined;
  if (present !== before) {
    return refused(`"${file}" of "${name}" was changed by somebody else meanwhile; nothing was written.`, {
      hint: "Read it again, then repeat the change.",
    });
  }
  if (content === undefined) rmSync(target);
  else if (existsSync(folder)) {
    mkdirSync(dirname(target), { recursive: true });
    renameSync(join(staged.skill, file), target);
  } else {
    mkdirSync(dirname(folder), { recursive: true, mode: 0o700 });
    renameSync(staged.skill, folder);
  }
  return undefined;
}

async function count(
  { use, now = Date.now }: SkillEditorOptions,
  change: SkillChange,
  checked: boolean,
): Promise<void> {
  if (use === undefined) return;
  const kind = change.action === "create" ? "made" : change.action === "delete" ? "deleted" : "changed";
  await use.record({ skill: change.name, kind, at: now() });
  if (checked) await use.record({ skill: change.name, kind: "check-passed", at: now() });
}
