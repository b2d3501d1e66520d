/** Tokens of a run, as AG-UI counts them: the input includes what came from the cache. */
export interface AgUiUsage {
  readonly model?: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly totalTokens: number;
  readonly reasoningTokens: number;
  readonly cachedInputTokens: number;
  readonly cacheWriteInputTokens: number;
}

/** A question that a client answers with a `resume` entry of the same id, its payload `{ approved, reason? }`. */
export interface AgUiInterrupt {
  readonly id: string;
  readonly reason: string;
  readonly message?: string;
  readonly toolCallId?: string;
  readonly responseSchema?: Record<string, unknown>;
  /** ISO 8601. */
  readonly expiresAt?: string;
  readonly metadata?: Record<string, unknown>;
}

/** A message as clients keep it. */
export interface AgUiMessage {
  readonly id: string;
  readonly role: string;
  readonly [field: string]: unknown;
}

/** The part of AG-UI 1.0 that is written here; the schemas of `@ag-ui/core` take it. */
export type AgUiEvent =
  | { readonly type: "RUN_STARTED"; readonly threadId: string; readonly runId: string }
  | { readonly type: "STEP_STARTED" | "STEP_FINISHED"; readonly stepName: string }
  | { readonly type: "TEXT_MESSAGE_START"; readonly messageId: string; readonly role: "assistant" }
  | { readonly type: "REASONING_MESSAGE_START"; readonly messageId: string; readonly role: "reasoning" }
  | {
      readonly type: "TEXT_MESSAGE_CONTENT" | "REASONING_MESSAGE_CONTENT";
      readonly messageId: string;
      readonly delta: string;
    }
  | {
      readonly type: "TEXT_MESSAGE_END" | "REASONING_START" | "REASONING_MESSAGE_END" | "REASONING_END";
      readonly messageId: string;
    }
  | {
      readonly type: "TOOL_CALL_START";
      readonly toolCallId: string;
      readonly toolCallName: string;
      readonly parentMessageId?: string;
    }
  | { readonly type: "TOOL_CALL_ARGS"; readonly toolCallId: string; readonly delta: string }
  | { readonly type: "TOOL_CALL_END"; readonly toolCallId: string }
  | {
      readonly type: "TOOL_CALL_RESULT";
      readonly messageId: string;
      readonly toolCallId: string;
      readonly content: string;
      readonly role: "tool";
    }
  | { readonly type: "STATE_SNAPSHOT"; readonly snapshot: unknown }
  | { readonly type: "MESSAGES_SNAPSHOT"; readonly messages: readonly AgUiMessage[] }
  | { readonly type: "CUSTOM"; readonly name: string; readonly value: unknown }
  | {
      readonly type: "RUN_FINISHED";
      readonly threadId: string;
      readonly runId: string;
      readonly result?: unknown;
      readonly outcome:
        | { readonly type: "success" | "cancelled" }
        | { readonly type: "interrupt"; readonly interrupts: readonly AgUiInterrupt[] };
      readonly usage?: readonly AgUiUsage[];
    }
  | {
      readonly type: "RUN_ERROR";
      readonly message: string;
      readonly code?: string;
      readonly usage?: readonly AgUiUsage[];
    };
