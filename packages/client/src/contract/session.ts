import * as z from "zod";

/** A session, as lists show it. Times are milliseconds since 1970. */
export interface SessionInfo {
  readonly id: string;
  /** Empty where nobody has said anything yet. */
  readonly title: string;
  readonly model: string;
  /** `cli`, `telegram`, `api`, … */
  readonly platform: string;
  /** Who began it. Of `api`: the name of the token. */
  readonly userId?: string | undefined;
  readonly cwd?: string | undefined;
  /** The session that it works for. */
  readonly parentId?: string | undefined;
  readonly summary?: string | undefined;
  readonly startedAt: number;
  readonly lastActiveAt: number;
  /** Why the last turn ended. Absent while one is under way. */
  readonly endReason?: string | undefined;
  readonly messageCount: number;
}

export const sessionInfo: z.ZodType<SessionInfo> = z.object({
  id: z.string(),
  title: z.string(),
  model: z.string(),
  platform: z.string(),
  userId: z.string().optional(),
  cwd: z.string().optional(),
  parentId: z.string().optional(),
  summary: z.string().optional(),
  startedAt: z.number(),
  lastActiveAt: z.number(),
  endReason: z.string().optional(),
  messageCount: z.int(),
});

/** A message, with its place in the store. */
export interface SessionMessage {
  /** Grows with every message of the store. */
  readonly id: number;
  readonly at: number;
  /** As the model has it: `role` and `content`, a list of parts. */
  readonly message: Readonly<Record<string, unknown>>;
}

const sessionMessage: z.ZodType<SessionMessage> = z.object({
  id: z.int(),
  at: z.number(),
  message: z.looseObject({ role: z.enum(["user", "assistant", "tool"]) }),
});

export interface MessagePage {
  /** Oldest first. */
  readonly messages: readonly SessionMessage[];
  /** How many there are before the first, and after the last. */
  readonly earlier: number;
  readonly later: number;
  /** The events behind the last of them come behind it. Absent where there are later ones, or none. */
  readonly cursor?: string | undefined;
}

export const messagePage: z.ZodType<MessagePage> = z.object({
  messages: z.array(sessionMessage),
  earlier: z.int(),
  later: z.int(),
  cursor: z.string().optional(),
});

export interface FoundSession {
  readonly session: SessionInfo;
  readonly hits: readonly {
    readonly messageId: number;
    readonly role: "user" | "assistant" | "tool";
    readonly at: number;
    /** On one line; what was found stands in `>>> <<<`. */
    readonly snippet: string;
  }[];
}

export const foundSession: z.ZodType<FoundSession> = z.object({
  session: sessionInfo,
  hits: z.array(
    z.object({
      messageId: z.int(),
      role: z.enum(["user", "assistant", "tool"]),
      at: z.number(),
      snippet: z.string(),
    }),
  ),
});

export type ExportFormat = "markdown" | "json";

/** A session as one text. */
export interface SessionExport {
  readonly format: ExportFormat;
  readonly text: string;
}

export const sessionExport: z.ZodType<SessionExport> = z.object({
  format: z.enum(["markdown", "json"]),
  text: z.string(),
});
