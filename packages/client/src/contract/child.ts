import * as z from "zod";

/** A session that works for another one, by its last run. Times are milliseconds since 1970. */
export interface ChildInfo {
  /** Of its session. */
  readonly id: string;
  /** What it works on. */
  readonly task: string;
  readonly role?: string | undefined;
  /** `running`, `done`, `failed`, `interrupted`, `orphaned`, … */
  readonly state: string;
  /** The call that started it. */
  readonly callId?: string | undefined;
  readonly startedAt: number;
  readonly endedAt?: number | undefined;
}

export const childInfo: z.ZodType<ChildInfo> = z.object({
  id: z.string(),
  task: z.string(),
  role: z.string().optional(),
  state: z.string(),
  callId: z.string().optional(),
  startedAt: z.number(),
  endedAt: z.number().optional(),
});
