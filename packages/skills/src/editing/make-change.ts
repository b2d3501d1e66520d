import { join } from "node:path";
import { withFileLock } from "@hermes/atomic-files";
import { contentStamp } from "../library/content-stamp.ts";
import { planChange } from "./plan-change.ts";
import type { PlannedChange } from "./plan-change.ts";
import { refused } from "./skill-change.ts";
import type { RefusedChange, SkillChange, SkillChangeOutcome } from "./skill-change.ts";
import type { MakeChangeOptions } from "./skill-editor-options.ts";
import { stageChange } from "./stage-change.ts";
import { tryChange } from "./try-change.ts";

export { rewriteSkill } from "./rewrite-skill.ts";

/** After so many attempts in which somebody else was faster, others wait until the change is made. */
const freeAttempts = 3;
const maxAttempts = 5;

/** @see SkillEditor.change */
export async function makeChange(
  change: SkillChange,
  options: MakeChangeOptions,
): Promise<SkillChangeOutcome> {
  const { library, signal } = options;
  const alone: Alone = async (work) =>
    await withFileLock(join(library.folders.user, ".change.lock"), work, {
      code: "SKILLS_LOCKED",
      waitMs: 10_000,
      signal,
    });
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    const outcome =
      attempt <= freeAttempts
        ? await attemptChange(change, options, alone)
        : await alone(async () => await attemptChange(change, options, async (work) => await work()));
    if (outcome !== "overtaken") return outcome;
  }
  return changedMeanwhile(change);
}

/** Runs work while no other change is put in place. */
type Alone = <Result>(work: () => Promise<Result>) => Promise<Result>;

async function attemptChange(
  change: SkillChange,
  options: MakeChangeOptions,
  alone: Alone,
): Promise<SkillChangeOutcome | "overtaken"> {
  const { library, preview = false } = options;
  const planned = await planWithStamp(change, options);
  if (!planned.ok) return planned;
  const staged = stageChange(library.folders.user, planned);
  try {
    const tried = await tryChange(staged.skill, planned, options);
    if (!tried.ok) return tried;
    if (!preview) {
      const conflict = await alone(async () => {
        // What was tried is put in place only if it is still what the change comes to.
        const overtaken = whyOvertaken(change, planned, await planWithStamp(change, options));
        if (overtaken === undefined) staged.putInPlace();
        return overtaken;
      });
      if (conflict !== undefined) return conflict;
      await count(change, tried.checked, options);
    }
    const { folder, file, content, matches } = planned;
    const warnings =
      tried.unchecked === undefined ? planned.warnings : [...planned.warnings, tried.unchecked];
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
