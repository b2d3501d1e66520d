import type { ModelPrice } from "./model-price.ts";

/** What is known of a family without asking anybody. */
export interface BundledModel {
  /** Start of the names, lower case, `-` for `.`, without vendor. */
  readonly prefix: string;
  readonly contextWindow: number;
  readonly maxOutputTokens?: number | undefined;
  /** The vendor's own price, or the one that all hosts ask; undefined where hosts differ. */
  readonly price?: ModelPrice | undefined;
}

type Dollars = readonly [input: number, output: number, cacheRead?: number, cacheWrite?: number];

function row(
  prefix: string,
  contextWindow: number,
  maxOutputTokens?: number,
  dollars?: Dollars,
): BundledModel {
  if (dollars === undefined) return { prefix, contextWindow, maxOutputTokens };
  const [input, output, cacheRead, cacheWrite] = dollars;
  return { prefix, contextWindow, maxOutputTokens, price: { input, output, cacheRead, cacheWrite } };
}

const k = 1000;
const million = 1_000_000;

/**
 * Families by the start of their names; the longest start that fits wins.
 *
 * Windows as of November 2026, prices as the vendors published them by early 2026; a newer family without a price
 * here has none until the provider lists it. A wrong price is worse than none.
 */
// oxfmt-ignore
export const bundledModels: readonly BundledModel[] = [
  // Anthropic
  row("claude", 200 * k, 64 * k),
  row("claude-opus-4-6", million, 128 * k, [5, 25, 0.5, 6.25]),
  row("claude-opus-4-5", 200 * k, 64 * k, [5, 25, 0.5, 6.25]),
  row("claude-opus-4-1", 200 * k, 32 * k, [15, 75, 1.5, 18.75]),
  row("claude-opus-4-7", million, 128 * k),
  row("claude-opus-4", 200 * k, 32 * k),
  row("claude-opus-4-0", 200 * k, 32 * k, [15, 75, 1.5, 18.75]),
  row("claude-opus-4-20250514", 200 * k, 32 * k, [15, 75, 1.5, 18.75]),
  row("claude-sonnet-4-6", million, 64 * k, [3, 15, 0.3, 3.75]),
  row("claude-sonnet-4-5", 200 * k, 64 * k, [3, 15, 0.3, 3.75]),
  row("claude-sonnet-4", 200 * k, 64 * k, [3, 15, 0.3, 3.75]),
  row("claude-haiku-4-5", 200 * k, 64 * k, [1, 5, 0.1, 1.25]),
  row("claude-3-7-sonnet", 200 * k, 64 * k, [3, 15, 0.3, 3.75]),
  row("claude-3-5-sonnet", 200 * k, 8192, [3, 15, 0.3, 3.75]),
  row("claude-3-5-haiku", 200 * k, 8192, [0.8, 4, 0.08, 1]),
  row("claude-3-opus", 200 * k, 4096, [15, 75, 1.5, 18.75]),
  row("claude-3-haiku", 200 * k, 4096, [0.25, 1.25, 0.03, 0.3]),

  // OpenAI
  row("gpt-5", 400 * k, 128 * k, [1.25, 10, 0.125]),
  row("gpt-5-mini", 400 * k, 128 * k, [0.25, 2, 0.025]),
  row("gpt-5-nano", 400 * k, 128 * k, [0.05, 0.4, 0.005]),
  row("gpt-5-pro", 400 * k, 272 * k, [15, 120]),
  row("gpt-5-1", 400 * k, 128 * k, [1.25, 10, 0.125]),
  row("gpt-5-1-codex-mini", 400 * k, 128 * k, [0.25, 2, 0.025]),
  row("gpt-5-2", 400 * k, 128 * k, [1.75, 14, 0.175]),
  row("gpt-5-2-pro", 400 * k, 128 * k, [21, 168]),
  row("gpt-5-3", 400 * k, 128 * k),
  row("gpt-5-4", 1_050_000, 128 * k),
  row("gpt-5-5", 1_050_000, 128 * k),
  row("gpt-4-1", 1_047_576, 32_768, [2, 8, 0.5]),
  row("gpt-4-1-mini", 1_047_576, 32_768, [0.4, 1.6, 0.1]),
  row("gpt-4-1-nano", 1_047_576, 32_768, [0.1, 0.4, 0.025]),
  row("gpt-4o", 128 * k, 16_384, [2.5, 10, 1.25]),
  row("gpt-4o-mini", 128 * k, 16_384, [0.15, 0.6, 0.075]),
  row("gpt-4-turbo", 128 * k, 4096, [10, 30]),
  row("gpt-4", 8192, 4096, [30, 60]),
  row("gpt-3-5-turbo", 16_385, 4096, [0.5, 1.5]),
  row("gpt-oss", 131_072),
  row("o1", 200 * k, 100 * k, [15, 60, 7.5]),
  row("o1-mini", 128 * k, 65_536, [1.1, 4.4, 0.55]),
  row("o1-pro", 200 * k, 100 * k, [150, 600]),
  row("o3", 200 * k, 100 * k, [2, 8, 0.5]),
  row("o3-mini", 200 * k, 100 * k, [1.1, 4.4, 0.55]),
  row("o3-pro", 200 * k, 100 * k, [20, 80]),
  row("o4-mini", 200 * k, 100 * k, [1.1, 4.4, 0.275]),

  // Google
  row("gemini", 1_048_576, 65_536),
  row("gemini-3-pro", 1_048_576, 65_536, [2, 12, 0.2]),
  row("gemini-3-flash", 1_048_576, 65_536, [0.5, 3, 0.05]),
  row("gemini-2-5-pro", 1_048_576, 65_536, [1.25, 10, 0.125]),
  row("gemini-2-5-flash", 1_048_576, 65_536, [0.3, 2.5, 0.03]),
  row("gemini-2-5-flash-lite", 1_048_576, 65_536, [0.1, 0.4, 0.01]),
  row("gemini-2-0-flash", 1_048_576, 8192, [0.1, 0.4, 0.025]),
  row("gemma", 8192),
  row("gemma-3", 131_072),
  row("gemma3", 131_072),

  // xAI
  row("grok", 131_072),
  row("grok-4", 256 * k, undefined, [3, 15, 0.75]),
  row("grok-4-fast", 2 * million, undefined, [0.2, 0.5, 0.05]),
  row("grok-4-1-fast", 2 * million, undefined, [0.2, 0.5, 0.05]),
  row("grok-code-fast", 256 * k, undefined, [0.2, 1.5, 0.02]),
  row("grok-3", 131_072, undefined, [3, 15, 0.75]),
  row("grok-3-mini", 131_072, undefined, [0.3, 0.5, 0.075]),

  // DeepSeek
  row("deepseek", 131_072),
  row("deepseek-chat", million),
  row("deepseek-reasoner", million),
  row("deepseek-v4", million),

  // Qwen
  row("qwen", 131_072),
  row("qwen2", 32_768),
  row("qwen2-5", 131_072),
  row("qwen3", 131_072),
  row("qwen3-max", 262_144, 32_768, [1.2, 6]),
  row("qwen3-coder", 262_144, 65_536),
  row("qwen3-next", 262_144),
  row("qwen3-5", 262_144),
  row("qwq", 131_072),

  // GLM
  row("glm", 131_072),
  row("glm-4-5", 131_072, 98_304, [0.6, 2.2, 0.11]),
  row("glm-4-5-air", 131_072, 98_304, [0.2, 1.1, 0.03]),
  row("glm-4-6", 202_752, 131_072, [0.6, 2.2, 0.11]),
  row("glm-4-7", 202_752, 131_072, [0.6, 2.2, 0.11]),
  row("glm-5", 202_752, 131_072),

  // Kimi and MiniMax
  row("kimi", 262_144),
  row("kimi-k2", 262_144, undefined, [0.6, 2.5, 0.15]),
  row("kimi-k2-thinking", 262_144, undefined, [0.6, 2.5, 0.15]),
  row("kimi-k2-5", 262_144, undefined, [0.6, 3, 0.1]),
  row("minimax", 204_800),

  // Llama and models built on it: hosts ask different prices.
  row("llama", 131_072),
  row("llama-2", 4096),
  row("llama2", 4096),
  row("llama-3", 8192),
  row("llama3", 8192),
  row("llama-3-1", 131_072),
  row("llama3-1", 131_072),
  row("llama-3-2", 131_072),
  row("llama3-2", 131_072),
  row("llama-3-3", 131_072),
  row("llama3-3", 131_072),
  row("hermes", 131_072),
  row("phi", 16_384),

  // Mistral
  row("mistral", 32_768),
  row("mistral-large", 131_072, undefined, [2, 6]),
  row("mistral-large-3", 262_144),
  row("mistral-large-2512", 262_144, undefined, [0.5, 1.5]),
  row("mistral-large-latest", 262_144, undefined, [0.5, 1.5]),
  row("mistral-medium", 131_072, undefined, [0.4, 2]),
  row("mistral-small", 131_072, undefined, [0.1, 0.3]),
  row("mistral-nemo", 131_072),
  row("codestral", 256 * k, undefined, [0.3, 0.9]),
  row("devstral", 131_072),
  row("magistral", 131_072),
  row("ministral", 131_072, undefined, [0.1, 0.1]),
  row("pixtral", 131_072),
  row("mixtral", 32_768),
];
