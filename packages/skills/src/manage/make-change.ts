import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { withFileLock } from "../disk/file-lock.ts";
import { contentStamp } from "../library/content-stamp.ts";
import { planChange } from "./plan-change.ts";
import type { PlannedChange } from "./plan-change.ts";
import { refused } from "./skill-change.ts";
import type { RefusedChange, SkillChange, SkillChangeOutcome } from "./skill-change.ts";
import type { ChangeSkillOptions, SkillEditorOptions } from "./skill-editor.ts";
import { stageChange } from "./stage-change.ts";
import { tryChange } from "./try-change.ts";

export type MakeChangeOptions = SkillEditorOptions & ChangeSkillOptions;

/** So often a change starts over because somebody else was faster. */
const maxAttempts = 8;

/** @see SkillEditor.change */
export async function makeChange(
  change: SkillChange,
  options: MakeChangeOptions,
): Promise<SkillChangeOutcome> {
  for (let attempt = 1; ; attempt++) {
    const outcome = await attemptChange(change, options);
    if (outcome !== "overtaken") return outcome;
    if (attempt === maxAttempts) return changedMeanwhile(change);
    // Whoever comes at the same moment again and again gets out of step.
    await wait(Math.random() * 20 * attempt);
  }
}

async function attemptChange(
  change: SkillChange,
  options: MakeChangeOptions,
): Promise<SkillChangeOutcome | "overtaken"> {
  const { library, preview = false, signal } = options;
  const { user } = library.folders;
  const planned = await planWithStamp(change, options);
  if (!planned.ok) return planned;
  const staged = stageChange(user, planned);
  try {
    const tried = await tryChange(staged.skill, planned, options);
    if (!tried.ok) return tried;
    if (!preview) {
      const conflict = await withFileLock(
        join(user, ".change.lock"),
        async () => {
          // What was tried is put in place only if it is still what the change comes to.
          const again = await planWithStamp(change, options);
          const overtaken = whyOvertaken(change, planned, again);
          if (overtaken === undefined) staged.putInPlace();
          return overtaken;
        },
        { signal },
      );
      if (conflict !== undefined) return conflict;
      await count(change, tried.checked, options);
    }
    const { folder, file, content, matches } = planned;
    const warnings = [...planned.warnings, ...(tried.unchecked === undefined ? [] : [tried.unchecked])];
    return { ok: true, folder, file, content, matches, preview, warnings };
  } finally {
    staged.clear();
  }
}

type StampedPlan = (PlannedChange & { readonly stamp: string }) | RefusedChange;

/** The stamp is taken first: what changes after it shows. */
async function planWithStamp(change: SkillChange, { library }: MakeChangeOptions): Promise<StampedPlan> {
  const found = await library.find(change.name, { all: true });
  const stamp = found.ok ? contentStamp(found.skill.folder) : "";
  const planned = await planChange(library, change);
  if (!planned.ok) return planned;
  if (stamp === undefined)
    return refused(`The folder of "${change.name}" holds too much for a skill.`, {
      hint: "Keep what it works with outside of its folder.",
    });
  return { ...planned, stamp };
}

function whyOvertaken(
  change: SkillChange,
  planned: PlannedChange & { readonly stamp: string },
  again: StampedPlan,
): "overtaken" | RefusedChange | undefined {
  if (!again.ok) return again;
  // Another text to start from: a patch is worked out anew, what was written for the former text is not.
  if (again.before !== planned.before && change.action !== "patch") return changedMeanwhile(change);
  const same =
    again.stamp === planned.stamp && again.folder === planned.folder && again.content === planned.content;
  return same ? undefined : "overtaken";
}

function changedMeanwhile({ name }: SkillChange): RefusedChange {
  return refused(`"${name}" was changed by somebody else meanwhile; nothing was written.`, {
    hint: "Read it again, then repeat the change.",
  });
}

async function count(
  change: SkillChange,
  checked: boolean,
  { use, now = Date.now }: MakeChangeOptions,
): Promise<void> {
  if (use === undefined) return;
  const kind = change.action === "create" ? "made" : change.action === "delete" ? "deleted" : "changed";
  await use.record({ skill: change.name, kind, at: now() });
  if (checked) await use.record({ skill: change.name, kind: "check-passed", at: now() });
}
