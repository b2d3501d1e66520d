/**
 * The revision of OpenTelemetry's conventions for generative AI whose names are used. They are in development and change, so
 * that their names stand here and come from no package.
 *
 * @see https://github.com/open-telemetry/semantic-conventions-genai/blob/9430220eb6f3f8a0e41d2e0e548aeb5cb9ca5f14/docs/gen-ai/gen-ai-spans.md
 */
export const conventionsRevision = "9430220eb6f3f8a0e41d2e0e548aeb5cb9ca5f14";

/** Names of attributes. What the conventions have no name for begins with `hermes.`. */
export const names = {
  operation: "gen_ai.operation.name",
  provider: "gen_ai.provider.name",
  conversation: "gen_ai.conversation.id",
  agentName: "gen_ai.agent.name",
  outputType: "gen_ai.output.type",
  requestModel: "gen_ai.request.model",
  stream: "gen_ai.request.stream",
  maxTokens: "gen_ai.request.max_tokens",
  temperature: "gen_ai.request.temperature",
  topP: "gen_ai.request.top_p",
  seed: "gen_ai.request.seed",
  stopSequences: "gen_ai.request.stop_sequences",
  responseModel: "gen_ai.response.model",
  finishReasons: "gen_ai.response.finish_reasons",
  timeToFirstChunk: "gen_ai.response.time_to_first_chunk",
  inputTokens: "gen_ai.usage.input_tokens",
  outputTokens: "gen_ai.usage.output_tokens",
  cacheReadTokens: "gen_ai.usage.cache_read.input_tokens",
  cacheWriteTokens: "gen_ai.usage.cache_creation.input_tokens",
  reasoningTokens: "gen_ai.usage.reasoning.output_tokens",
  systemInstructions: "gen_ai.system_instructions",
  inputMessages: "gen_ai.input.messages",
  outputMessages: "gen_ai.output.messages",
  toolName: "gen_ai.tool.name",
  toolType: "gen_ai.tool.type",
  toolCallId: "gen_ai.tool.call.id",
  toolArguments: "gen_ai.tool.call.arguments",
  toolResult: "gen_ai.tool.call.result",
  errorType: "error.type",
  tokenType: "gen_ai.token.type",
  costUsd: "hermes.usage.cost_usd",
  estimated: "hermes.usage.estimated",
  endReason: "hermes.turn.end_reason",
  rounds: "hermes.turn.rounds",
  round: "hermes.request.round",
  purpose: "hermes.request.purpose",
  interrupted: "hermes.interrupted",
  parentConversation: "hermes.parent.conversation.id",
  childInputTokens: "hermes.children.usage.input_tokens",
  childOutputTokens: "hermes.children.usage.output_tokens",
  childCostUsd: "hermes.children.usage.cost_usd",
  awaits: "hermes.tool.awaits_approval",
} as const;

const providers: readonly (readonly [RegExp, string])[] = [
  [/azure/, "azure.ai.openai"],
  [/bedrock|amazonaws/, "aws.bedrock"],
  [/vertex|aiplatform/, "gcp.vertex_ai"],
  [/gemini|generativelanguage/, "gcp.gemini"],
  [/^(api\.)?anthropic(\.com)?$/, "anthropic"],
  [/^(api\.)?openai(-responses)?(\.com)?$/, "openai"],
  [/^(api\.)?(xai|x\.ai)$/, "x_ai"],
  [/^(api\.)?deepseek(\.com)?$/, "deepseek"],
  [/^(api\.)?mistral(\.ai)?$/, "mistral_ai"],
  [/^(api\.)?groq(\.com)?$/, "groq"],
  [/^(api\.)?cohere(\.com|\.ai)?$/, "cohere"],
  [/^(api\.)?perplexity(\.ai)?$/, "perplexity"],
];

/** The conventions' name of a provider; one that they do not know keeps its own. */
export function providerName(provider: string): string {
  const lower = provider.toLowerCase();
  return providers.find(([pattern]) => pattern.test(lower))?.[1] ?? provider;
}
