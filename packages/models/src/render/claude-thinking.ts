import type { ModelRequest } from "../model.ts";

/** `adaptive`: the model decides, with an effort; `budget`: it gets tokens to think with; `none`: it can't. */
export type ThinkingStyle = "adaptive" | "budget" | "none";

const thinkingBudgets = { minimal: 4000, low: 4000, medium: 8000, high: 16_000 } as const;
/** What an answer needs beside its thinking. */
export const answerTokens = 4096;

export interface ThinkingFields {
  /** Tokens of the answer that go into thinking; 0: none that have to be made room for. */
  readonly budget: number;
  readonly fields: { readonly [key: string]: unknown };
}

/** How Claude is told to think, directly and through Bedrock. */
export function claudeThinking(
  effort: ModelRequest["reasoningEffort"],
  { style, turnThinks }: { readonly style: ThinkingStyle; readonly turnThinks: boolean | undefined },
): ThinkingFields {
  const none = { budget: 0, fields: {} };
  if (effort === undefined || style === "none") return none;
  if (style === "adaptive") {
    const fields = {
      thinking: { type: "adaptive" },
      output_config: { effort: effort === "minimal" ? "low" : effort },
    };
    return { budget: 0, fields };
  }
  // An answer that began without thinking, made by another model perhaps, can't go on with it.
  if (turnThinks === false) return none;
  const budget = thinkingBudgets[effort];
  return { budget, fields: { thinking: { type: "enabled", budget_tokens: budget } } };
}

/** From 4.6 on the models decide themselves how much they think; before 3.7 they couldn't. */
export function thinkingStyleOf(model: string): ThinkingStyle {
  const version = /claude-(?:[a-z]+-)?(\d+)(?:[-.](\d{1,2}))?(?!\d)/.exec(model);
  if (version === null || model.includes("haiku")) return "none";
  const [major, minor] = [Number(version[1]), Number(version[2] ?? 0)];
  if (major > 4 || (major === 4 && minor >= 6)) return "adaptive";
  return major === 4 || (major === 3 && minor >= 7) ? "budget" : "none";
}
