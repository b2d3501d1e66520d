/** What a model is: messages, streaming providers, usage and cost. */
export type {
  AssistantMessage,
  AssistantPart,
  FilePart,
  FinishReason,
  ImageData,
  ImagePart,
  MediaPart,
  MediaSource,
  Message,
  ProviderFields,
  ProviderPart,
  ReasoningPart,
  TextPart,
  ToolCallPart,
  ToolMessage,
  UserMessage,
  UserPart,
} from "./message.ts";
export type {
  Alternatives,
  Model,
  ModelEvent,
  ModelFinish,
  ModelName,
  ModelRequest,
  ModelSwitch,
  OutputSchema,
  StreamOptions,
  ToolChoice,
  ToolDefinition,
  Unsupported,
} from "./model.ts";
export { takesFile } from "./takes-file.ts";
export { ModelError } from "./model-error.ts";
export type { ModelErrorKind, ModelErrorOptions } from "./model-error.ts";
export { ModelOptionError } from "./providers/model-option-error.ts";
export { anthropicMessages } from "./providers/anthropic-messages.ts";
export type { AnthropicMessagesOptions } from "./providers/anthropic-messages.ts";
export { azureChat, azureResponses } from "./providers/azure-openai.ts";
export { bedrock } from "./providers/bedrock.ts";
export type { BedrockOptions } from "./providers/bedrock.ts";
export type { AwsCredentials } from "./providers/bedrock-client.ts";
export { gemini } from "./providers/gemini.ts";
export type { GeminiOptions } from "./providers/gemini.ts";
export { ollama } from "./providers/ollama.ts";
export type { OllamaOptions } from "./providers/ollama.ts";
export { openaiChat } from "./providers/openai-chat.ts";
export type { OpenaiChatOptions } from "./providers/openai-chat.ts";
export { openaiResponses } from "./providers/openai-responses.ts";
export type { OpenaiResponsesOptions } from "./providers/openai-responses.ts";
export type { HttpModelOptions } from "./providers/http-model.ts";
export type { GeminiThinking } from "./render/gemini.ts";
export type { ReasoningEcho } from "./render/openai-chat.ts";
export type { ThinkingStyle } from "./render/claude-thinking.ts";
export type { Fetch } from "./transport/post.ts";
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
export type { Attempt, AttemptEvents, AttemptIterator, AttemptOptions } from "./providers/attempt.ts";
export { classifyError } from "./resilience/classify-error.ts";
export type { ErrorFacts } from "./resilience/error-facts.ts";
export type { RetryPolicy } from "./resilience/retry-policy.ts";
export type { CoolDown, CoolDowns } from "./resilience/cool-downs.ts";
export { causeOf, recoveries, recoveryOf } from "./resilience/recovery.ts";
export type { Recovery, RecoveryCause } from "./resilience/recovery.ts";
export { withCredentials } from "./resilience/with-credentials.ts";
export type {
  Credential,
  CredentialFailure,
  CredentialOptions,
  CredentialOutcome,
  CredentialSource,
  NextCredential,
} from "./resilience/with-credentials.ts";
export { withFallback } from "./resilience/with-fallback.ts";
export type { FallbackOptions } from "./resilience/with-fallback.ts";
export { withRetries } from "./resilience/with-retries.ts";
export type { RetryOptions } from "./resilience/with-retries.ts";
export { cachedModels, keptModels } from "./catalog/cached-models.ts";
export type { CachedModelsOptions, ModelCacheFiles } from "./catalog/cached-models.ts";
export { bundledNames, describeModel } from "./catalog/describe-model.ts";
export type {
  DescribedField,
  DescribeModelOptions,
  DescriptionSource,
  ModelDescription,
  ModelOverrides,
} from "./catalog/describe-model.ts";
export { estimateMessageTokens, estimateRequestTokens, estimateTokens } from "./catalog/estimate-tokens.ts";
export { fetchModels, parseModels } from "./catalog/fetch-models.ts";
export type { FetchedModel, FetchModelsOptions } from "./catalog/fetch-models.ts";
export { nearestEffort, reasoningEfforts } from "./catalog/reasoning-effort.ts";
export type { ReasoningEffort } from "./catalog/reasoning-effort.ts";
export { modelEfforts } from "./catalog/model-efforts.ts";
export type { ModelAbilities } from "./catalog/model-abilities.ts";
export { costOf } from "./catalog/model-price.ts";
export type { ModelPrice } from "./catalog/model-price.ts";
export { chooseAuxiliary } from "./choice/choose-auxiliary.ts";
export type { AuxiliarySettings, ChooseAuxiliaryOptions } from "./choice/choose-auxiliary.ts";
export { normaliseBaseUrl, sameOrigin } from "./choice/base-url.ts";
export { chooseByKeys } from "./choice/choose-by-keys.ts";
export { chooseModel } from "./choice/choose-model.ts";
export type { ChooseModelOptions, ModelFlags } from "./choice/choose-model.ts";
export type { GivenModel, GivenProvider, GivenProviders } from "./choice/given-provider.ts";
export type { HomedKey } from "./choice/find-key.ts";
export type { ModelSettings } from "./choice/model-settings.ts";
export { createModel } from "./choice/create-model.ts";
export type { CreateModelOptions } from "./choice/create-model.ts";
export { detectLocalServer } from "./choice/detect-local-server.ts";
export type {
  DetectLocal,
  DetectLocalOptions,
  LocalCandidate,
  LocalServer,
} from "./choice/detect-local-server.ts";
export type { ChosenModel, ModelChoice, NoModel } from "./choice/model-choice.ts";
export { makerOf, mayServe, nameAt } from "./choice/model-names.ts";
export { nearestNames } from "./choice/nearest-names.ts";
export { unknownProvider } from "./choice/no-model.ts";
export { findProvider, providers } from "./choice/providers.ts";
export type { Protocol, ProviderRow } from "./choice/providers.ts";
