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
export { addUsage, noUsage } from "./usage.ts";
export type { Usage } from "./usage.ts";
