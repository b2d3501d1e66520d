import * as z from "zod";

/** `memory`: notes of the agent. `user`: who the person is. */
export type MemoryTarget = "memory" | "user";

export const memoryTarget: z.ZodType<MemoryTarget> = z.enum(["memory", "user"]);

/** An entry and where it comes from. Times are milliseconds since 1970. */
export interface MemoryEntry {
  readonly entry: string;
  readonly by: "person" | "model" | "import" | "file";
  readonly sessionId?: string | undefined;
  readonly writtenAt: number;
  readonly confirmedAt: number;
  readonly changeId: string;
  /** Why it stays out of the prompt. */
  readonly withheld?: string | undefined;
}

export interface MemoryContents {
  readonly target: MemoryTarget;
  readonly entries: readonly MemoryEntry[];
  readonly usedChars: number;
  readonly limitChars: number;
}

export const memoryContents: z.ZodType<MemoryContents> = z.object({
  target: memoryTarget,
  entries: z.array(
    z.object({
      entry: z.string(),
      by: z.enum(["person", "model", "import", "file"]),
      sessionId: z.string().optional(),
      writtenAt: z.number(),
      confirmedAt: z.number(),
      changeId: z.string(),
      withheld: z.string().optional(),
    }),
  ),
  usedChars: z.int(),
  limitChars: z.int(),
});

/** `oldText` alone removes the one entry that holds it; `content` alone adds one; both replace. */
export interface MemoryWrite {
  readonly target: MemoryTarget;
  readonly oldText?: string | undefined;
  readonly content?: string | undefined;
}

export const memoryWrite: z.ZodType<MemoryWrite> = z.strictObject({
  target: memoryTarget,
  oldText: z.string().min(1).max(10_000).optional(),
  content: z.string().min(1).max(10_000).optional(),
});

/** What a write did. What could not be done is the error `MEMORY_…`. */
export interface MemoryWritten {
  readonly change: "added" | "replaced" | "removed" | "unchanged" | "merged" | "reverted";
  readonly entry: string;
  /** Takes it back. */
  readonly changeId?: string | undefined;
}

export const memoryWritten: z.ZodType<MemoryWritten> = z.object({
  change: z.enum(["added", "replaced", "removed", "unchanged", "merged", "reverted"]),
  entry: z.string(),
  changeId: z.string().optional(),
});

export interface MemoryChange {
  readonly id: string;
  readonly at: number;
  readonly action: "add" | "replace" | "remove" | "merge" | "edit" | "revert";
  readonly by: "person" | "model" | "import" | "file";
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

export const memoryChange: z.ZodType<MemoryChange> = z.object({
  id: z.string(),
  at: z.number(),
  action: z.enum(["add", "replace", "remove", "merge", "edit", "revert"]),
  by: z.enum(["person", "model", "import", "file"]),
  removed: z.array(z.string()),
  added: z.array(z.string()),
});

/** What went wrong once, and what helped. */
export interface LearningInfo {
  readonly id: number;
  readonly pattern: string;
  readonly errorType: string;
  readonly fix: string;
  readonly context: string;
  readonly tags: readonly string[];
  readonly createdAt: number;
  readonly lastUsedAt?: number | undefined;
  readonly timesUsed: number;
  readonly timesHelped: number;
}

export const learningInfo: z.ZodType<LearningInfo> = z.object({
  id: z.int(),
  pattern: z.string(),
  errorType: z.string(),
  fix: z.string(),
  context: z.string(),
  tags: z.array(z.string()),
  createdAt: z.number(),
  lastUsedAt: z.number().optional(),
  timesUsed: z.int(),
  timesHelped: z.int(),
});
