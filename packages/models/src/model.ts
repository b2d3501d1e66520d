import type { AssistantMessage, FinishReason, Message } from "./message.ts";
import type { ModelPrice } from "./catalog/model-price.ts";
import type { ReasoningEffort } from "./catalog/reasoning-effort.ts";
import type { RecoveryCause } from "./resilience/recovery.ts";
import type { Usage } from "./usage.ts";

/** A tool as a model sees it. */
export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  /** JSON Schema 2020-12 of an object. */
  readonly parameters: { readonly [key: string]: unknown };
}

export interface ModelRequest {
  readonly system: string;
  /** The same array object in every request of a conversation: renderers keep its bytes by identity. */
  readonly tools: readonly ToolDefinition[];
  /** The whole history, oldest first. Message objects are reused from request to request. */
  readonly messages: readonly Message[];
  readonly maxOutputTokens?: number | undefined;
  /** `none`: the definitions are sent (the prefix stays), but no call may be made. @default "auto" */
  readonly toolChoice?: "auto" | "none" | undefined;
  /** How hard the model thinks; what it does not know becomes the nearest that it does. @default as the provider has it */
  readonly reasoningEffort?: ReasoningEffort | undefined;
}

/**
 * What a model says while it answers. The stream ends after `finish`, or throws a `ModelError`.
 * Deltas of an attempt that failed after some text are followed by `restart`: what was shown since the last
 * `request` is void.
 */
export type ModelEvent =
  | { readonly type: "text-delta"; readonly text: string }
  | { readonly type: "reasoning-delta"; readonly text: string }
  | { readonly type: "tool-call-start"; readonly id: string; readonly name: string }
  | { readonly type: "tool-call-delta"; readonly id: string; readonly arguments: string }
  | {
      readonly type: "retry";
      readonly attempt: number;
      readonly delayMs: number;
      readonly reason: string;
      /** HTTP status of the answer that failed. */
      readonly status?: number | undefined;
      /** The request that failed never left. */
      readonly unsent?: true | undefined;
    }
  | { readonly type: "restart"; readonly reason: string }
  | ModelSwitch
  | ModelFinish;

/** Another model answers from here on. What the one before had shown was declared void by `restart`. */
export interface ModelSwitch {
  readonly type: "switch";
  readonly from: ModelName;
  readonly to: ModelName;
  /** `restored`: a model that is preferred has rested long enough. */
  readonly cause: RecoveryCause | "restored";
  /** Milliseconds since 1970: until then the model before is not asked. */
  readonly until?: number | undefined;
  /** Of the model that answers; undefined: not known. */
  readonly price?: ModelPrice | undefined;
  /** What the answer that does not count has used all the same. */
  readonly charged?: { readonly model: string; readonly usage: Usage } | undefined;
}

export interface ModelName {
  readonly model: string;
  readonly provider: string;
}

export interface ModelFinish {
  readonly type: "finish";
  readonly message: AssistantMessage;
  readonly finishReason: FinishReason;
  readonly usage: Usage;
  /** The model that answered, where the provider says so. */
  readonly model?: string | undefined;
}

export interface Model {
  /** The provider's name for the model, such as `gpt-5.2` or `anthropic/claude-sonnet-4.5`. */
  readonly id: string;
  /** Provider adapter and host, for display: `openrouter`, `anthropic`, `local (127.0.0.1:11434)`. */
  readonly provider: string;
  /** Tokens of input and output together. */
  readonly contextWindow: number;
  /** Most tokens of an answer where a request names no limit. Undefined: not known. */
  readonly maxOutputTokens?: number | undefined;
  /** Undefined: not known. */
  readonly price?: ModelPrice | undefined;
  /** How long the provider keeps a prefix after its last use, in milliseconds. Undefined: not known. */
  readonly cacheTtlMs?: number | undefined;
  /**
   * Sends one request and yields what comes back. Retries what is worth it by itself.
   *
   * @throws {ModelError} when the request can't be answered.
   * @throws the reason of `signal`, untouched, when aborted.
   */
  stream(request: ModelRequest, options: StreamOptions): AsyncIterable<ModelEvent>;
}

export interface StreamOptions {
  readonly signal: AbortSignal;
  /** Absent: nobody else can answer, and it is worth to wait and try again. */
  readonly alternatives?: Alternatives | undefined;
}

/** Who else could answer a request. */
export interface Alternatives {
  /** The same model by another key. */
  readonly key?: boolean | undefined;
  /** Another model. */
  readonly model?: boolean | undefined;
}
