import type { ModelPrice } from "./model-price.ts";

/** What is known of a family without asking anybody. */
export interface BundledModel {
  /** Start of the names as their vendor writes them, lower case, without vendor. */
  readonly prefix: string;
  /** Only the start of names: there is no model of this name. */
  readonly isFamily?: true | undefined;
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

function family(...given: Parameters<typeof row>): BundledModel {
  return { ...row(...given), isFamily: true };
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
  family("claude", 200 * k, 64 * k),
  row("claude-opus-4-6", million, 128 * k, [5, 25, 0.5, 6.25]),
  row("claude-opus-4-5", 200 * k, 64 * k, [5, 25, 0.5, 6.25]),
  row("claude-opus-4-1", 200 * k, 32 * k, [15, 75, 1.5, 18.75]),
  row("claude-opus-4-7", million, 128 * k),
  family("claude-opus-4", 200 * k, 32 * k),
  family("claude-opus-4-0", 200 * k, 32 * k, [15, 75, 1.5, 18.75]),
  row("claude-opus-4-20250514", 200 * k, 32 * k, [15, 75, 1.5, 18.75]),
  row("claude-sonnet-4-6", million, 64 * k, [3, 15, 0.3, 3.75]),
  row("claude-sonnet-4-5", 200 * k, 64 * k, [3, 15, 0.3, 3.75]),
  family("claude-sonnet-4", 200 * k, 64 * k, [3, 15, 0.3, 3.75]),
  row("claude-haiku-4-5", 200 * k, 64 * k, [1, 5, 0.1, 1.25]),
  family("claude-3-7-sonnet", 200 * k, 64 * k, [3, 15, 0.3, 3.75]),
  family("claude-3-5-sonnet", 200 * k, 8192, [3, 15, 0.3, 3.75]),
  family("claude-3-5-haiku", 200 * k, 8192, [0.8, 4, 0.08, 1]),
  family("claude-3-opus", 200 * k, 4096, [15, 75, 1.5, 18.75]),
  family("claude-3-haiku", 200 * k, 4096, [0.25, 1.25, 0.03, 0.3]),

  // OpenAI
  row("gpt-5", 400 * k, 128 * k, [1.25, 10, 0.125]),
  row("gpt-5-mini", 400 * k, 128 * k, [0.25, 2, 0.025]),
  row("gpt-5-nano", 400 * k, 128 * k, [0.05, 0.4, 0.005]),
  row("gpt-5-pro", 400 * k, 272 * k, [15, 120]),
  row("gpt-5.1", 400 * k, 128 * k, [1.25, 10, 0.125]),
  row("gpt-5.1-codex-mini", 400 * k, 128 * k, [0.25, 2, 0.025]),
  row("gpt-5.2", 400 * k, 128 * k, [1.75, 14, 0.175]),
  row("gpt-5.2-pro", 400 * k, 128 * k, [21, 168]),
  family("gpt-5.3", 400 * k, 128 * k),
  row("gpt-5.4", 1_050_000, 128 * k),
  row("gpt-5.5", 1_050_000, 128 * k),
  row("gpt-4.1", 1_047_576, 32_768, [2, 8, 0.5]),
  row("gpt-4.1-mini", 1_047_576, 32_768, [0.4, 1.6, 0.1]),
  row("gpt-4.1-nano", 1_047_576, 32_768, [0.1, 0.4, 0.025]),
  row("gpt-4o", 128 * k, 16_384, [2.5, 10, 1.25]),
  row("gpt-4o-mini", 128 * k, 16_384, [0.15, 0.6, 0.075]),
  row("gpt-4-turbo", 128 * k, 4096, [10, 30]),
  row("gpt-4", 8192, 4096, [30, 60]),
  row("gpt-3.5-turbo", 16_385, 4096, [0.5, 1.5]),
  family("gpt-oss", 131_072),
  row("o1", 200 * k, 100 * k, [15, 60, 7.5]),
  row("o1-mini", 128 * k, 65_536, [1.1, 4.4, 0.55]),
  row("o1-pro", 200 * k, 100 * k, [150, 600]),
  row("o3", 200 * k, 100 * k, [2, 8, 0.5]),
  row("o3-mini", 200 * k, 100 * k, [1.1, 4.4, 0.55]),
  row("o3-pro", 200 * k, 100 * k, [20, 80]),
  row("o4-mini", 200 * k, 100 * k, [1.1, 4.4, 0.275]),

  // Google
  family("gemini", 1_048_576, 65_536),
  row("gemini-3-pro", 1_048_576, 65_536, [2, 12, 0.2]),
  row("gemini-3-flash", 1_048_576, 65_536, [0.5, 3, 0.05]),
  row("gemini-2.5-pro", 1_048_576, 65_536, [1.25, 10, 0.125]),
  row("gemini-2.5-flash", 1_048_576, 65_536, [0.3, 2.5, 0.03]),
  row("gemini-2.5-flash-lite", 1_048_576, 65_536, [0.1, 0.4, 0.01]),
  row("gemini-2.0-flash", 1_048_576, 8192, [0.1, 0.4, 0.025]),
  family("gemma", 8192),
  family("gemma-3", 131_072),
  family("gemma3", 131_072),

  // xAI
  family("grok", 131_072),
  row("grok-4", 256 * k, undefined, [3, 15, 0.75]),
  row("grok-4-fast", 2 * million, undefined, [0.2, 0.5, 0.05]),
  row("grok-4-1-fast", 2 * million, undefined, [0.2, 0.5, 0.05]),
  row("grok-code-fast", 256 * k, undefined, [0.2, 1.5, 0.02]),
  row("grok-3", 131_072, undefined, [3, 15, 0.75]),
  row("grok-3-mini", 131_072, undefined, [0.3, 0.5, 0.075]),

  // DeepSeek
  family("deepseek", 131_072),
  row("deepseek-chat", million),
  row("deepseek-reasoner", million),
  family("deepseek-v4", million),

  // Qwen
  family("qwen", 131_072),
  family("qwen2", 32_768),
  family("qwen2.5", 131_072),
  family("qwen3", 131_072),
  row("qwen3-max", 262_144, 32_768, [1.2, 6]),
  family("qwen3-coder", 262_144, 65_536),
  family("qwen3-next", 262_144),
  family("qwen3.5", 262_144),
  family("qwq", 131_072),

  // GLM
  family("glm", 131_072),
  row("glm-4.5", 131_072, 98_304, [0.6, 2.2, 0.11]),
  row("glm-4.5-air", 131_072, 98_304, [0.2, 1.1, 0.03]),
  row("glm-4.6", 202_752, 131_072, [0.6, 2.2, 0.11]),
  row("glm-4.7", 202_752, 131_072, [0.6, 2.2, 0.11]),
  row("glm-5", 202_752, 131_072),

  // Kimi and MiniMax
  family("kimi", 262_144),
  family("kimi-k2", 262_144, undefined, [0.6, 2.5, 0.15]),
  row("kimi-k2-thinking", 262_144, undefined, [0.6, 2.5, 0.15]),
  row("kimi-k2.5", 262_144, undefined, [0.6, 3, 0.1]),
  family("minimax", 204_800),

  // Llama and models built on it: hosts ask different prices.
  family("llama", 131_072),
  family("llama-2", 4096),
  family("llama2", 4096),
  family("llama-3", 8192),
  family("llama3", 8192),
  family("llama-3.1", 131_072),
  family("llama3.1", 131_072),
  family("llama-3.2", 131_072),
  family("llama3.2", 131_072),
  family("llama-3.3", 131_072),
  family("llama3.3", 131_072),
  family("hermes", 131_072),
  family("phi", 16_384),

  // Mistral
  family("mistral", 32_768),
  family("mistral-large", 131_072, undefined, [2, 6]),
  family("mistral-large-3", 262_144),
  row("mistral-large-2512", 262_144, undefined, [0.5, 1.5]),
  row("mistral-large-latest", 262_144, undefined, [0.5, 1.5]),
  family("mistral-medium", 131_072, undefined, [0.4, 2]),
  family("mistral-small", 131_072, undefined, [0.1, 0.3]),
  family("mistral-nemo", 131_072),
  family("codestral", 256 * k, undefined, [0.3, 0.9]),
  family("devstral", 131_072),
  family("magistral", 131_072),
  family("ministral", 131_072, undefined, [0.1, 0.1]),
  family("pixtral", 131_072),
  family("mixtral", 32_768),
];

/** Reads images, or calls tools; by the start of the name, the longest that fits. Whether it thinks is told by its efforts. */
// oxfmt-ignore
export const bundledAbilities: readonly (readonly [prefix: string, tools: boolean, images: boolean])[] = [
  ["claude", true, true],
  ["gpt-5", true, true], ["gpt-4.1", true, true], ["gpt-4o", true, true], ["gpt-4-turbo", true, true],
  ["gpt-4", true, false], ["gpt-3.5", true, false], ["gpt-oss", true, false],
  ["o1", true, true], ["o1-mini", false, false], ["o3", true, true], ["o3-mini", true, false], ["o4-mini", true, true],
  ["gemini", true, true], ["gemma", false, false], ["gemma-3", false, true], ["gemma3", false, true],
  ["grok", true, false], ["grok-4", true, true],
  ["deepseek", true, false], ["qwen3", true, false], ["glm", true, false],
  ["kimi", true, false], ["kimi-k2.5", true, true], ["minimax", true, false],
  ["llama-3.1", true, false], ["llama3.1", true, false], ["llama-3.3", true, false], ["llama3.3", true, false],
  ["mistral-large", true, false], ["mistral-medium", true, true], ["mistral-small", true, true],
  ["codestral", true, false], ["devstral", true, false], ["magistral", true, false], ["pixtral", true, true],
];
