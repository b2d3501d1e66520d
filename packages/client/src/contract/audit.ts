import * as z from "zod";

/** What was decided about a call, by whom, and why. */
export interface AuditInfo {
  readonly id: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly sessionId?: string | undefined;
  readonly platform: string;
  readonly tool: string;
  /** What was asked for, as it was shown. */
  readonly request: string;
  readonly decision: "allowed" | "denied";
  /** A person, a rule, a mode. */
  readonly decidedBy: string;
  readonly reason: string;
}

export const auditInfo: z.ZodType<AuditInfo> = z.object({
  id: z.int(),
  at: z.number(),
  sessionId: z.string().optional(),
  platform: z.string(),
  tool: z.string(),
  request: z.string(),
  decision: z.enum(["allowed", "denied"]),
  decidedBy: z.string(),
  reason: z.string(),
});
