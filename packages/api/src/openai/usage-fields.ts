import type { Usage } from "@hermes/models";

/** As Chat Completions has it. */
export function chatUsage(usage: Usage): Readonly<Record<string, unknown>> {
  const input = inputOf(usage);
  return {
    prompt_tokens: input,
    completion_tokens: usage.outputTokens,
    total_tokens: input + usage.outputTokens,
    prompt_tokens_details: { cached_tokens: usage.cacheReadTokens },
    completion_tokens_details: { reasoning_tokens: usage.reasoningTokens },
  };
}

/** As Responses has it. */
export function responseUsage(usage: Usage): Readonly<Record<string, unknown>> {
  const input = inputOf(usage);
  return {
    input_tokens: input,
    input_tokens_details: { cached_tokens: usage.cacheReadTokens },
    output_tokens: usage.outputTokens,
    output_tokens_details: { reasoning_tokens: usage.reasoningTokens },
    total_tokens: input + usage.outputTokens,
  };
}

/** OpenAI counts what came from the cache among the input. */
function inputOf({ inputTokens, cacheReadTokens, cacheWriteTokens }: Usage): number {
  return inputTokens + cacheReadTokens + cacheWriteTokens;
}
