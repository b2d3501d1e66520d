import * as z from "zod";

export type RuleEffect = "allow" | "ask" | "deny";

const ruleEffect: z.ZodType<RuleEffect> = z.enum(["allow", "ask", "deny"]);

export interface RuleInfo {
  readonly effect: RuleEffect;
  /** Such as `terminal(git push*)`. */
  readonly rule: string;
  /** Such as `permissions.yaml, line 3`. */
  readonly source: string;
}

export interface PermissionsInfo {
  readonly mode: string;
  readonly modes: readonly { readonly name: string; readonly summary: string }[];
  readonly rules: readonly RuleInfo[];
  /** What is wrong with the file of rules. */
  readonly problems: readonly string[];
}

export const permissionsInfo: z.ZodType<PermissionsInfo> = z.object({
  mode: z.string(),
  modes: z.array(z.object({ name: z.string(), summary: z.string() })),
  rules: z.array(z.object({ effect: ruleEffect, rule: z.string(), source: z.string() })),
  problems: z.array(z.string()),
});

export interface RuleWrite {
  readonly effect: RuleEffect;
  readonly rule: string;
}

export const ruleWrite: z.ZodType<RuleWrite> = z.strictObject({
  effect: ruleEffect,
  rule: z.string().min(1).max(4_000),
});

/** Without a session: of all that have none of their own. */
export interface ModeChange {
  readonly mode: string;
  readonly sessionId?: string | undefined;
}

export const modeChange: z.ZodType<ModeChange> = z.strictObject({
  mode: z.string().min(1).max(40),
  sessionId: z.string().min(1).max(256).optional(),
});

/** A command, or a call of a tool. */
export type ExplainInput =
  | { readonly command: string; readonly sessionId?: string | undefined }
  | { readonly tool: string; readonly args: unknown; readonly sessionId?: string | undefined };

const ofSession = { sessionId: z.string().min(1).max(256).optional() };

export const explainInput: z.ZodType<ExplainInput> = z.union([
  z.strictObject({ command: z.string().min(1).max(100_000), ...ofSession }),
  z.strictObject({ tool: z.string().min(1).max(200), args: z.unknown(), ...ofSession }),
]);

/** What would be decided. Nothing is run, and nobody is asked. */
export interface ExplanationInfo {
  readonly verdict: string;
  readonly decidedBy: string;
  readonly reason: string;
  readonly mode: string;
  readonly tool: string;
  readonly action: string;
  readonly rule?: string | undefined;
  readonly findings: readonly { readonly id: string; readonly reason: string }[];
}

export const explanationInfo: z.ZodType<ExplanationInfo> = z.object({
  verdict: z.string(),
  decidedBy: z.string(),
  reason: z.string(),
  mode: z.string(),
  tool: z.string(),
  action: z.string(),
  rule: z.string().optional(),
  findings: z.array(z.object({ id: z.string(), reason: z.string() })),
});
