import type { AssistantMessage, FilePart, FinishReason, Message } from "./message.ts";
import type { ModelAbilities } from "./catalog/model-abilities.ts";
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

export type ToolChoice = "auto" | "none" | "required" | { readonly tool: string };

/** The form of an answer that is data. */
export interface OutputSchema {
  /** Letters, digits, `_` and `-`, at most 64. */
  readonly name: string;
  /** JSON Schema 2020-12. The same object for the same schema: what is made of it is kept by identity. */
  readonly schema: { readonly [key: string]: unknown };
}

/** Something of a request that a model can't take and that is left out, or sent in another form. */
export interface Unsupported {
  readonly type: "unsupported";
  readonly what: "image" | "file" | "tool-choice" | "output" | "temperature" | "top-p" | "seed" | "stop";
  /** `as-text`: the words of it were sent. */
  readonly sent: "nothing" | "as-text" | "nearest";
  /** Which one, such as the name or the media type of a file. */
  readonly detail?: string | undefined;
}

export interface ModelRequest {
  readonly system: string;
  /** The same array object in every request of a conversation: renderers keep its bytes by identity. */
  readonly tools: readonly ToolDefinition[];
  /** The whole history, oldest first. Message objects are reused from request to request. */
  readonly messages: readonly Message[];
  readonly maxOutputTokens?: number | undefined;
  /**
   * `none`: the definitions are sent (the prefix stays), but no call may be made. `required`: at least one call is made. A name:
   * this tool is called.
   *
   * @default "auto"
   */
  readonly toolChoice?: ToolChoice | undefined;
  /** What the answer has to be, where the model `takesOutputSchemas`. */
  readonly output?: OutputSchema | undefined;
  /** 0 to 2; most models take no more than 1. @default as the provider has it */
  readonly temperature?: number | undefined;
  /** Above 0, at most 1. @default as the provider has it */
  readonly topP?: number | undefined;
  /** The same one gives the same answer more often. */
  readonly seed?: number | undefined;
  /** Texts at which the answer ends; they are no part of it. */
  readonly stop?: readonly string[] | undefined;
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
  | Unsupported
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
  /** Whether `output` of a request is kept to by the provider itself; `without-tools`: of one that offers none. @default false */
  readonly takesOutputSchemas?: boolean | "without-tools" | undefined;
  /** Undefined fields: not known, and taken as yes. */
  readonly abilities?: ModelAbilities | undefined;
  /** Whether a file goes out as it is. Absent: not known; a PDF does, unless `abilities` say otherwise. */
  readonly takesFile?: ((file: FilePart) => boolean) | undefined;
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
