import * as z from "zod";

/** A question to a person: may this happen? Times are milliseconds since 1970. */
export interface ApprovalInfo {
  readonly id: string;
  readonly sessionId: string;
  readonly callId: string;
  readonly tool: string;
  /** What rules call it, such as `terminal.run`. */
  readonly action: string;
  /** What would happen: the command, or the tool with its path. */
  readonly summary: string;
  /** Why it is asked. */
  readonly reason: string;
  readonly findings: readonly { readonly id: string; readonly reason: string }[];
  readonly diff?: string | undefined;
  /** The rule that `always` would write. Absent: it can't be allowed for good. */
  readonly rule?: string | undefined;
  readonly status: "open" | "answered" | "expired" | "withdrawn";
  readonly askedAt: number;
  readonly expiresAt?: number | undefined;
  /** Who answered, and what. */
  readonly actor?: string | undefined;
  readonly approved?: boolean | undefined;
}

export const approvalInfo: z.ZodType<ApprovalInfo> = z.object({
  id: z.string(),
  sessionId: z.string(),
  callId: z.string(),
  tool: z.string(),
  action: z.string(),
  summary: z.string(),
  reason: z.string(),
  findings: z.array(z.object({ id: z.string(), reason: z.string() })),
  diff: z.string().optional(),
  rule: z.string().optional(),
  status: z.enum(["open", "answered", "expired", "withdrawn"]),
  askedAt: z.number(),
  expiresAt: z.number().optional(),
  actor: z.string().optional(),
  approved: z.boolean().optional(),
});

/** `always` writes a rule, which owners alone may. */
export type ApprovalAnswer =
  | { readonly decision: "once" | "session" | "always" }
  | { readonly decision: "deny"; readonly reason?: string | undefined };

export const approvalAnswer: z.ZodType<ApprovalAnswer> = z.union([
  z.strictObject({ decision: z.enum(["once", "session", "always"]) }),
  z.strictObject({ decision: z.literal("deny"), reason: z.string().max(2_000).optional() }),
]);

/** What the model asks the person while a turn waits. */
export interface QuestionInfo {
  readonly id: string;
  readonly sessionId: string;
  readonly question: string;
  readonly choices: readonly string[];
  readonly allowFreetext: boolean;
  readonly askedAt: number;
}

export const questionInfo: z.ZodType<QuestionInfo> = z.object({
  id: z.string(),
  sessionId: z.string(),
  question: z.string(),
  choices: z.array(z.string()),
  allowFreetext: z.boolean(),
  askedAt: z.number(),
});

/** Without an answer the question is skipped. */
export interface QuestionAnswer {
  readonly answer?: string | undefined;
}

export const questionAnswer: z.ZodType<QuestionAnswer> = z.strictObject({
  answer: z.string().min(1).max(20_000).optional(),
});
