import * as z from "zod";
import type { ApprovalAnswer } from "./approval.ts";
import { approvalAnswer } from "./approval.ts";
import type { RunEvent } from "./event.ts";
import { runEvent } from "./event.ts";
import type { RunRequest } from "./run.ts";
import { runRequest, sessionId } from "./run.ts";

/**
 * What a client sends over `/ws`, as JSON. Each is answered by a `reply` with its `id`. A subscription stays until `unsubscribe`, over
 * all turns of its session.
 */
export type SocketRequest =
  | {
      readonly id: number;
      readonly type: "subscribe";
      readonly sessionId: string;
      readonly cursor?: string | undefined;
    }
  | { readonly id: number; readonly type: "unsubscribe"; readonly sessionId: string }
  | ({ readonly id: number; readonly type: "run" } & RunRequest)
  | { readonly id: number; readonly type: "steer"; readonly sessionId: string; readonly text: string }
  | { readonly id: number; readonly type: "stop"; readonly sessionId: string }
  | {
      readonly id: number;
      readonly type: "approve";
      readonly approvalId: string;
      readonly answer: ApprovalAnswer;
    }
  | {
      readonly id: number;
      readonly type: "answer";
      readonly questionId: string;
      readonly answer?: string | undefined;
    };

const id = z.int().min(0);

export const socketRequest: z.ZodType<SocketRequest> = z.union([
  z.strictObject({
    id,
    type: z.literal("subscribe"),
    sessionId,
    cursor: z.string().max(200).optional(),
  }),
  z.strictObject({ id, type: z.literal("unsubscribe"), sessionId }),
  // An intersection of strict objects would know the fields of neither.
  z.looseObject({ id, type: z.literal("run") }).transform(({ id: of, type, ...rest }, context) => {
    const read = runRequest.safeParse(rest);
    if (read.success) return { ...read.data, id: of, type };
    for (const { path, message } of read.error.issues)
      context.issues.push({ code: "custom", path: [...path], message, input: rest });
    return z.NEVER;
  }),
  z.strictObject({ id, type: z.literal("steer"), sessionId, text: z.string().min(1).max(100_000) }),
  z.strictObject({ id, type: z.literal("stop"), sessionId }),
  z.strictObject({
    id,
    type: z.literal("approve"),
    approvalId: z.string().min(1).max(256),
    answer: approvalAnswer,
  }),
  z.strictObject({
    id,
    type: z.literal("answer"),
    questionId: z.string().min(1).max(256),
    answer: z.string().min(1).max(20_000).optional(),
  }),
]);

export interface ErrorInfo {
  readonly code: string;
  readonly message: string;
  readonly hint?: string | undefined;
}

export const errorInfo: z.ZodType<ErrorInfo> = z.object({
  code: z.string(),
  message: z.string(),
  hint: z.string().optional(),
});

/** What the server sends. `gone`: a subscription has ended, and why. */
export type SocketMessage =
  | { readonly type: "reply"; readonly id: number; readonly ok: true; readonly result: unknown }
  | {
      readonly type: "reply";
      /** Null: what was sent had none. */
      readonly id: number | null;
      readonly ok: false;
      readonly error: ErrorInfo;
    }
  | {
      readonly type: "event";
      readonly sessionId: string;
      readonly cursor: string;
      readonly event: RunEvent;
    }
  | { readonly type: "gone"; readonly sessionId: string; readonly error: ErrorInfo };

export const socketMessage: z.ZodType<SocketMessage> = z.union([
  z.object({ type: z.literal("reply"), id: z.int(), ok: z.literal(true), result: z.unknown() }),
  z.object({ type: z.literal("reply"), id: z.int().nullable(), ok: z.literal(false), error: errorInfo }),
  z.object({ type: z.literal("event"), sessionId: z.string(), cursor: z.string(), event: runEvent }),
  z.object({ type: z.literal("gone"), sessionId: z.string(), error: errorInfo }),
]);

/** Why the server ends a connection. */
export const socketCloseCodes: {
  readonly tooSlow: 4008;
  readonly badMessage: 4000;
  readonly serverStops: 1001;
} = {
  /** It did not take what was sent: it is to connect again, and go on behind its last cursor. */
  tooSlow: 4008,
  badMessage: 4000,
  serverStops: 1001,
};
