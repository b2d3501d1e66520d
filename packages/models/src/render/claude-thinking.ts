import {
  type EffortTable,
  nearestEffort,
  type ReasoningEffort,
  sentFor,
} from "../catalog/reasoning-effort.ts";
import { claudeSampling } from "../catalog/model-sampling.ts";
import type { ModelRequest } from "../model.ts";
import type { SamplingNames } from "./sampling-fields.ts";
import type { ChoiceAbilities } from "./wire-choice.ts";

/** `adaptive`: the model decides, with an effort; `budget`: it gets tokens to think with; `none`: it can't. */
export type ThinkingStyle = "adaptive" | "budget" | "none";

/** Tokens to think with. With room for an answer, the most fits into the 32 000 that the smallest of these models gives. */
const thinkingBudgets: EffortTable<number> = {
  off: 0,
  low: 4000,
  medium: 8000,
  high: 16_000,
  xhigh: 24_000,
  max: 27_900,
};
/** What an answer needs beside its thinking. */
export const answerTokens = 4096;

export interface ThinkingFields {
  /** Tokens of the answer that go into thinking; 0: none that have to be made room for. */
  readonly budget: number;
  readonly fields: { readonly [key: string]: unknown };
}

interface ThinkingOptions {
  readonly style: ThinkingStyle;
  readonly model: string;
  readonly turnThinks: boolean | undefined;
}

/** While it thinks, Claude decides itself what it calls and how it chooses its words. */
export function claudeSettings(
  model: string,
  thinks: boolean,
): { readonly sampling: SamplingNames; readonly choice: ChoiceAbilities } {
  const { temperature, both } = claudeSampling(claudeVersion(model));
  const words =
    temperature && !thinks ? { temperature: "temperature", topP: "top_p", maxTemperature: 1 } : {};
  return {
    sampling: { ...words, oneOfBoth: !both, stop: "stop_sequences", visibleStops: true },
    choice: { none: true, required: !thinks, tool: !thinks },
  };
}

/** How Claude is told to think, directly and through Bedrock. */
export function claudeThinking(
  effort: ModelRequest["reasoningEffort"],
  { style, model, turnThinks }: ThinkingOptions,
): ThinkingFields {
  const none = { budget: 0, fields: {} };
  if (effort === undefined || style === "none") return none;
  if (style === "adaptive") {
    const known = nearestEffort(effort, adaptiveEfforts(model));
    if (known === "off") return none;
    return { budget: 0, fields: { thinking: { type: "adaptive" }, output_config: { effort: known } } };
  }
  const budget = sentFor(thinkingBudgets, effort) ?? 0;
  // An answer that began without thinking, made by another model perhaps, can't go on with it.
  if (turnThinks === false || budget === 0) return none;
  return { budget, fields: { thinking: { type: "enabled", budget_tokens: budget } } };
}

/** Whether an answer is thought over first: models from 5 on do so untold. */
export function claudeThinks(model: string, style: ThinkingStyle, { fields }: ThinkingFields): boolean {
  return "thinking" in fields || (style === "adaptive" && !adaptiveEfforts(model).includes("off"));
}

/** What a model of Claude knows, by its name; empty where it can't think. */
export function claudeEfforts(
  model: string,
  style: ThinkingStyle = thinkingStyleOf(model),
): readonly ReasoningEffort[] {
  if (style === "adaptive") return adaptiveEfforts(model);
  return style === "budget" ? ["off", "low", "medium", "high", "xhigh", "max"] : [];
}

/**
 * Before 5, the models think when they are told to.
 *
 * @see https://platform.claude.com/docs/en/build-with-claude/effort
 */
function adaptiveEfforts(model: string): readonly ReasoningEffort[] {
  const { major, minor } = claudeVersion(model) ?? { major: 4, minor: 6 };
  const levels: readonly ReasoningEffort[] =
    major === 4 && minor === 6 ? ["low", "medium", "high", "max"] : ["low", "medium", "high", "xhigh", "max"];
  return major === 4 ? ["off", ...levels] : levels;
}

/** From 4.6 on the models decide themselves how much they think; before 3.7 they couldn't. */
export function thinkingStyleOf(model: string): ThinkingStyle {
  const version = claudeVersion(model);
  if (version === undefined || model.includes("haiku")) return "none";
  const { major, minor } = version;
  if (major > 4 || (major === 4 && minor >= 6)) return "adaptive";
  return major === 4 || (major === 3 && minor >= 7) ? "budget" : "none";
}

/** Of a name such as `claude-sonnet-4-5` or `us.anthropic.claude-opus-4-1-v1:0`. Undefined: there is none in it. */
export function claudeVersion(model: string): { readonly major: number; readonly minor: number } | undefined {
  const version = /claude-(?:[a-z]+-)?(\d+)(?:[-.](\d{1,2}))?(?!\d)/.exec(model);
  return version === null ? undefined : { major: Number(version[1]), minor: Number(version[2] ?? 0) };
}
