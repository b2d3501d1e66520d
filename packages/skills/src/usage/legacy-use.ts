import { z } from "zod";
import { nothingHappened } from "./skill-use.ts";
import type { SkillUseSum } from "./skill-use.ts";

const count = z.int().min(0).catch(0);

/** Milliseconds since 1970. */
const time = z
  .string()
  .transform((text) => Date.parse(text))
  .pipe(z.number())
  .optional()
  .catch(undefined);

const records = z.record(
  z.string(),
  z
    .object({
      use_count: count,
      view_count: count,
      last_used_at: time,
      last_viewed_at: time,
      last_patched_at: time,
      created_at: time,
      created_by: z.string().optional().catch(undefined),
      pinned: z.boolean().catch(false),
    })
    .optional()
    .catch(undefined),
);

/** What the Python Hermes counted in `skills/.usage.json`, by the name of the skill. Empty for what is no such file. */
export function readLegacyUse(text: string): readonly SkillUseSum[] {
  return Object.entries(parse(text)).flatMap(([skill, record]): SkillUseSum[] => {
    if (record === undefined) return [];
    const { use_count, view_count, created_by, created_at, pinned } = record;
    // A change counts as a use there: what was worked on is not put away here for its age.
    const times = [record.last_used_at, record.last_viewed_at, record.last_patched_at].filter(
      (at) => at !== undefined,
    );
    const lastUsedAt = times.length === 0 ? undefined : Math.max(...times);
    const sum = {
      ...nothingHappened,
      // Each view is a use there, too.
      uses: Math.max(use_count, view_count),
      madeAt: created_by === "agent" ? (created_at ?? lastUsedAt ?? 0) : undefined,
      lastUsedAt,
      pinned,
    };
    return [{ skill, kind: "sum", sum }];
  });
}

function parse(text: string): z.output<typeof records> {
  try {
    const { success, data } = records.safeParse(JSON.parse(text));
    return success ? data : {};
  } catch {
    return {};
  }
}
