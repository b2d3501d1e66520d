import { checkScriptOf } from "../usage/run-skill-check.ts";
import type { PlannedChange } from "./plan-change.ts";
import { readSkillPackage } from "./read-skill-package.ts";
import { refused } from "./skill-change.ts";
import type { RefusedChange } from "./skill-change.ts";
import type { MakeChangeOptions } from "./skill-editor-options.ts";

export type TriedChange =
  | {
      readonly ok: true;
      /** The skill has a check of its own, and it passed. */
      readonly checked: boolean;
      /** Why its check could not run, as a sentence. */
      readonly unchecked?: string | undefined;
    }
  | RefusedChange;

/** Scans the copy with the change in it, and runs its check. */
export async function tryChange(
  skill: string,
  { name, file }: PlannedChange,
  { scan, runCheck, preview = false, signal }: MakeChangeOptions,
): Promise<TriedChange> {
  if (file === undefined) return { ok: true, checked: false };
  const { decision, findings } = await scan(readSkillPackage(skill, name));
  if (decision !== "allow") {
    return refused("The scan of the skill found what a person should look at; nothing was written.", {
      hint: "Write it without that. If it is needed, tell the person what and why: they can add it by hand.",
      details: {
        findings: findings.slice(0, 10),
      },
    });
  }
  const script = checkScriptOf(skill);
  if (script === undefined || runCheck === undefined || preview) return { ok: true, checked: false };
  const { passed, output } = await runCheck({ name, folder: skill }, script, { signal });
  if (passed === true) return { ok: true, checked: true };
  if (passed === undefined)
    return { ok: true, checked: false, unchecked: `The check did not run: ${output}` };
  return refused(`The skill's own check (${script}) failed; nothing was written.`, {
    hint: "Repair the skill or its check, then try again.",
    details: { output: output.slice(-2_000) },
  });
}
