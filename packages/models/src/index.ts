/** What a model is: messages, streaming providers, usage and cost. */
export type {
  AssistantMessage,
  AssistantPart,
  FinishReason,
  ImagePart,
  Message,
  ProviderPart,
  ReasoningPart,
  TextPart,
  ToolCallPart,
  ToolMessage,
  UserMessage,
} from "./message.ts";
export type { Model, ModelEvent, ModelFinish, ModelRequest, ToolDefinition } from "./model.ts";
export { ModelError } from "./model-error.ts";
export type { ModelErrorKind, ModelErrorOptions } from "./model-error.ts";
export { scripted } from "./providers/scripted.ts";
export type {
  ScriptedAnswer,
  ScriptedCall,
  ScriptedFunction,
  ScriptedModel,
  ScriptedOptions,
  ScriptedStep,
} from "./providers/scripted.ts";
export { addUsage, noUsage } from "./usage.ts";
export type { Usage } from "./usage.ts";
export type { Attempt } from "./providers/attempt.ts";
export { classifyError } from "./resilience/classify-error.ts";
export type { ErrorFacts } from "./resilience/error-facts.ts";
export type { RetryPolicy } from "./resilience/retry-policy.ts";
export { withRetries } from "./resilience/with-retries.ts";
export type { RetryOptions } from "./resilience/with-retries.ts";
