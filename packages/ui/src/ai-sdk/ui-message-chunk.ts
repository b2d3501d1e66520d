import type { AgentEvent, TurnEnd, Usage } from "@hermes/agent-loop";

type EventOf<Type extends AgentEvent["type"]> = Extract<AgentEvent, { readonly type: Type }>;

/**
 * What goes out beside texts and calls, as parts `data-NAME` of the message. `tool-progress` and `output` stay in it, and a later one
 * takes the place of an earlier one with its id; the others are transient: `onData` gets them.
 */
export interface UIData {
  /** Of a call that runs, and of the children that it started. */
  readonly "tool-progress": Omit<EventOf<"tool-call-progress">, "type">;
  /** The answer as data, as far as it has come. */
  readonly output: unknown;
  readonly retry: Omit<EventOf<"retry">, "type">;
  readonly unsupported: Omit<EventOf<"unsupported">, "type">;
  readonly notice: Omit<EventOf<"notice">, "type">;
  readonly mention: Omit<EventOf<"mention">, "type">;
  readonly warning: Omit<EventOf<"warning">, "type">;
  readonly "compression-start": Omit<EventOf<"compression-start">, "type">;
  readonly compression: Omit<EventOf<"compression">, "type">;
  readonly "model-switch": Omit<EventOf<"switch">, "type">;
  readonly "head-changed": Omit<EventOf<"head-changed">, "type">;
  /** Someone is asked about a call that the model did not make itself: a script did. */
  readonly approval: EventOf<"approval-request">["request"];
}

/** Of the message that the turn writes. What the end brings is there once it has come. */
export interface UIMetadata {
  readonly sessionId?: string | undefined;
  readonly model?: string | undefined;
  /** Of this turn; `costUsd` where the prices are known. */
  readonly usage?: Usage | undefined;
  readonly children?: Usage | undefined;
  readonly reason?: TurnEnd["reason"] | undefined;
  readonly rounds?: number | undefined;
  readonly error?: TurnEnd["error"];
}

type DataChunk = {
  [Name in keyof UIData]: {
    readonly type: `data-${Name}`;
    readonly id?: string;
    readonly data: UIData[Name];
    readonly transient?: boolean;
  };
}[keyof UIData];

/** The part of the AI SDK's UI message stream (version 7) that is written here; its own type takes it. */
export type UIMessageChunk =
  | { readonly type: "start"; readonly messageId?: string; readonly messageMetadata?: UIMetadata }
  | { readonly type: "start-step" | "finish-step" | "reset-step" }
  | { readonly type: "text-start" | "text-end" | "reasoning-start" | "reasoning-end"; readonly id: string }
  | { readonly type: "text-delta" | "reasoning-delta"; readonly id: string; readonly delta: string }
  | { readonly type: "tool-input-start"; readonly toolCallId: string; readonly toolName: string }
  | { readonly type: "tool-input-delta"; readonly toolCallId: string; readonly inputTextDelta: string }
  | {
      readonly type: "tool-input-available";
      readonly toolCallId: string;
      readonly toolName: string;
      readonly input: unknown;
      readonly title?: string;
    }
  | {
      readonly type: "tool-approval-request";
      readonly approvalId: string;
      readonly toolCallId: string;
      readonly reason?: string;
      /** What a person decides by: action, summary, findings, diff, expiry. */
      readonly approvalDescriptor?: unknown;
    }
  | {
      readonly type: "tool-approval-response";
      readonly approvalId: string;
      readonly approved: boolean;
      readonly reason?: string;
    }
  | {
      readonly type: "tool-output-available";
      readonly toolCallId: string;
      readonly output: unknown;
      readonly toolMetadata?: { readonly diff: string };
    }
  | { readonly type: "tool-output-error"; readonly toolCallId: string; readonly errorText: string }
  | { readonly type: "tool-output-denied"; readonly toolCallId: string }
  | DataChunk
  | { readonly type: "message-metadata"; readonly messageMetadata: UIMetadata }
  | { readonly type: "error"; readonly errorText: string }
  | { readonly type: "abort"; readonly reason?: string }
  | {
      readonly type: "finish";
      readonly finishReason?: "stop" | "length" | "content-filter" | "tool-calls" | "error" | "other";
      readonly messageMetadata?: UIMetadata;
    };
