import * as z from "zod";
import { questionInfo } from "./approval.ts";
import type { QuestionInfo } from "./approval.ts";
import type { Usage } from "./usage.ts";
import { usage } from "./usage.ts";

/**
 * What happens in a session, as `AgentEvent` of `@hermes/agent-loop` tells it, and questions to the person. Further fields and
 * further types may come: what is not known is to be skipped.
 */
export type RunEvent =
  | { readonly type: "turn-start"; readonly sessionId: string; readonly turn: number }
  | { readonly type: "request-start"; readonly round: number }
  | { readonly type: "text-delta"; readonly text: string }
  | { readonly type: "reasoning-delta"; readonly text: string }
  /** What was shown since the last `request-start` is void. */
  | { readonly type: "text-restart"; readonly reason: string }
  | {
      readonly type: "request-end";
      readonly round: number;
      readonly finishReason: string;
      readonly usage: Usage;
    }
  /** A message is in the journal. */
  | { readonly type: "message"; readonly message: EventMessage }
  | {
      readonly type: "tool-call-delta";
      readonly callId: string;
      readonly name: string;
      readonly arguments: string;
    }
  | {
      readonly type: "tool-call-start";
      readonly callId: string;
      readonly name: string;
      readonly detail?: string | undefined;
      readonly arguments: string;
    }
  | {
      readonly type: "tool-call-progress";
      readonly callId: string;
      readonly name: string;
      readonly text: string;
    }
  | {
      readonly type: "tool-call-end";
      readonly callId: string;
      readonly name: string;
      readonly isError: boolean;
      readonly durationMs: number;
      readonly content: string;
    }
  | { readonly type: "approval-request"; readonly request: EventApproval }
  | { readonly type: "approval-end"; readonly id: string; readonly callId: string }
  | { readonly type: "question"; readonly question: QuestionInfo }
  | { readonly type: "question-end"; readonly id: string }
  | { readonly type: "warning"; readonly code: string; readonly message: string }
  | TurnEndEvent
  /** All others: retries, notices, compression, … */
  | { readonly type: OtherEventType };

export type OtherEventType =
  | "retry"
  | "switch"
  | "unsupported"
  | "output-delta"
  | "head-changed"
  | "mention"
  | "notice"
  | "compression-start"
  | "compression";

export interface EventMessage {
  readonly role: "user" | "assistant" | "tool";
  readonly content: unknown;
}

export interface EventApproval {
  readonly id: string;
  readonly sessionId: string;
  readonly callId: string;
  readonly tool: string;
  readonly action: string;
  readonly summary: string;
  readonly reason: string;
  readonly rule?: string | undefined;
}

export interface TurnEndEvent {
  readonly type: "turn-end";
  /** `answered`, `interrupted`, `awaiting-approval`, `model-error`, … */
  readonly reason: string;
  readonly text: string;
  readonly rounds: number;
  readonly usage: Usage;
  /** Ids of the approvals that it waits for. */
  readonly awaiting?: readonly string[] | undefined;
  readonly error?:
    | { readonly code: string; readonly message: string; readonly hint?: string | undefined }
    | undefined;
}

const call = { callId: z.string(), name: z.string() };
const others: readonly OtherEventType[] = [
  "retry",
  "switch",
  "unsupported",
  "output-delta",
  "head-changed",
  "mention",
  "notice",
  "compression-start",
  "compression",
];

export const runEvent: z.ZodType<RunEvent> = z.union([
  z.looseObject({ type: z.literal("turn-start"), sessionId: z.string(), turn: z.int() }),
  z.looseObject({ type: z.literal("request-start"), round: z.int() }),
  z.looseObject({ type: z.literal("text-delta"), text: z.string() }),
  z.looseObject({ type: z.literal("reasoning-delta"), text: z.string() }),
  z.looseObject({ type: z.literal("text-restart"), reason: z.string() }),
  z.looseObject({ type: z.literal("request-end"), round: z.int(), finishReason: z.string(), usage }),
  z.looseObject({
    type: z.literal("message"),
    message: z.looseObject({ role: z.enum(["user", "assistant", "tool"]), content: z.unknown() }),
  }),
  z.looseObject({ type: z.literal("tool-call-delta"), ...call, arguments: z.string() }),
  z.looseObject({
    type: z.literal("tool-call-start"),
    ...call,
    detail: z.string().optional(),
    arguments: z.string(),
  }),
  z.looseObject({ type: z.literal("tool-call-progress"), ...call, text: z.string() }),
  z.looseObject({
    type: z.literal("tool-call-end"),
    ...call,
    isError: z.boolean(),
    durationMs: z.number(),
    content: z.string(),
  }),
  z.looseObject({
    type: z.literal("approval-request"),
    request: z.looseObject({
      id: z.string(),
      sessionId: z.string(),
      callId: z.string(),
      tool: z.string(),
      action: z.string(),
      summary: z.string(),
      reason: z.string(),
      rule: z.string().optional(),
    }),
  }),
  z.looseObject({ type: z.literal("approval-end"), id: z.string(), callId: z.string() }),
  z.looseObject({ type: z.literal("question"), question: questionInfo }),
  z.looseObject({ type: z.literal("question-end"), id: z.string() }),
  z.looseObject({ type: z.literal("warning"), code: z.string(), message: z.string() }),
  z.looseObject({
    type: z.literal("turn-end"),
    reason: z.string(),
    text: z.string(),
    rounds: z.int(),
    usage,
    awaiting: z.array(z.string()).optional(),
    error: z.looseObject({ code: z.string(), message: z.string(), hint: z.string().optional() }).optional(),
  }),
  z.looseObject({ type: z.enum(others) }),
]);
