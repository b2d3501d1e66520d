import * as z from "zod";

/** A skill of somebody else, as a source lists it. */
export interface HubSkill {
  /** What it is installed by, unique among all sources: `official:devops/kubernetes`. */
  readonly reference: string;
  readonly source: string;
  readonly name: string;
  readonly description: string;
  /** How much its publisher is trusted before anything was read: `builtin`, `trusted`, `community`, … */
  readonly trust: string;
  readonly version?: string | undefined;
  /** A page for people. */
  readonly url?: string | undefined;
}

export interface FoundHubSkills {
  readonly items: readonly HubSkill[];
  /** Sources that could not answer, while others did. */
  readonly problems: readonly { readonly source: string; readonly reason: string }[];
}

const hubSkill: z.ZodType<HubSkill> = z.object({
  reference: z.string(),
  source: z.string(),
  name: z.string(),
  description: z.string(),
  trust: z.string(),
  version: z.string().optional(),
  url: z.string().optional(),
});

export const foundHubSkills: z.ZodType<FoundHubSkills> = z.object({
  items: z.array(hubSkill),
  problems: z.array(z.object({ source: z.string(), reason: z.string() })),
});

/** Everything that a person should know before a skill is put in place. */
export interface HubPlan {
  readonly skill: HubSkill;
  /** Relative to the folder of skills. */
  readonly folder: string;
  readonly files: readonly { readonly path: string; readonly bytes: number }[];
  /** SKILL.md as it came. */
  readonly text: string;
  /** `review`: a person looks at the findings and confirms. `block`: it is not taken. */
  readonly decision: "allow" | "review" | "block";
  readonly findings: readonly {
    readonly severity: string;
    readonly file: string;
    readonly line?: number | undefined;
    readonly reason: string;
  }[];
  /** What it asks for before it is offered: variables, programs, tools. */
  readonly needs: readonly string[];
  /** What an installed one of its name changes, as a unified diff. Absent: it is new. */
  readonly diff?: string | undefined;
  /** SHA-256 of what was fetched: what is installed is what was shown. */
  readonly digest: string;
}

export const hubPlan: z.ZodType<HubPlan> = z.object({
  skill: hubSkill,
  folder: z.string(),
  files: z.array(z.object({ path: z.string(), bytes: z.number() })),
  text: z.string(),
  decision: z.enum(["allow", "review", "block"]),
  findings: z.array(
    z.object({
      severity: z.string(),
      file: z.string(),
      line: z.number().optional(),
      reason: z.string(),
    }),
  ),
  needs: z.array(z.string()),
  diff: z.string().optional(),
  digest: z.string(),
});

export interface HubInstall {
  readonly reference: string;
  /** Of the plan that the person has seen and agreed to. */
  readonly digest: string;
}

export const hubInstall: z.ZodType<HubInstall> = z.strictObject({
  reference: z.string().min(1).max(1_000),
  digest: z.string().regex(/^[0-9a-f]{64}$/),
});

/** A skill that was installed from a source. */
export interface HubInstalled {
  readonly name: string;
  readonly reference: string;
  readonly source: string;
  readonly trust: string;
  readonly revision?: string | undefined;
  /** ISO 8601, UTC. */
  readonly installedAt: string;
}

export const hubInstalled: z.ZodType<HubInstalled> = z.object({
  name: z.string(),
  reference: z.string(),
  source: z.string(),
  trust: z.string(),
  revision: z.string().optional(),
  installedAt: z.string(),
});
