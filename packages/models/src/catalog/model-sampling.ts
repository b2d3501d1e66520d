import type { SamplingNames } from "../render/sampling-fields.ts";
import type { ChoiceAbilities } from "../render/wire-choice.ts";
import { openaiEfforts } from "./chat-efforts.ts";
import type { ReasoningEffort } from "./reasoning-effort.ts";

/** How far a model of Claude can be told how to choose its words. */
export interface ClaudeSampling {
  readonly temperature: boolean;
  /** A temperature and `topP` at once. */
  readonly both: boolean;
}

/** @see https://platform.claude.com/docs/en/about-claude/models/migration-guide */
export function claudeSampling(
  version: { readonly major: number; readonly minor: number } | undefined,
): ClaudeSampling {
  const { major, minor } = version ?? { major: 3, minor: 0 };
  const isFrom = (wantedMajor: number, wantedMinor: number): boolean =>
    major > wantedMajor || (major === wantedMajor && minor >= wantedMinor);
  return { temperature: !isFrom(4, 7), both: !isFrom(4, 1) };
}

const chatNames: SamplingNames = {
  temperature: "temperature",
  topP: "top_p",
  seed: "seed",
  stop: "stop",
  maxStops: 4,
};
const withoutSampling: SamplingNames = { seed: "seed", stop: "stop", maxStops: 4 };

interface SamplingRow {
  readonly host: string;
  /** Models of which the row is true. @default all */
  readonly model?: RegExp | undefined;
  readonly names: SamplingNames;
}

/** What hosts of Chat Completions do not take, or call otherwise; the first row that fits is taken. */
const rows: readonly SamplingRow[] = [
  { host: "x.ai", model: /grok-(?:3-mini|4|code)/, names: { ...chatNames, stop: undefined } },
  { host: "deepseek.com", model: /reasoner/, names: withoutSampling },
  { host: "moonshot.ai", model: /kimi-k2\.[5-9]|thinking/, names: withoutSampling },
  { host: "moonshot.cn", model: /kimi-k2\.[5-9]|thinking/, names: withoutSampling },
  { host: "mistral.ai", names: { ...chatNames, seed: "random_seed" } },
];

/**
 * The settings that a model behind Chat Completions takes.
 *
 * @param effort Of the request: some of OpenAI's models take more while they do not think.
 */
export function chatSampling(
  host: string,
  model: string,
  effort: ReasoningEffort | undefined,
): SamplingNames {
  if (isOpenai(host)) return { ...openaiSampling(model, effort), seed: "seed", ...openaiStops(model) };
  const row = rows.find((each) => isAt(host, each.host) && (each.model?.test(model.toLowerCase()) ?? true));
  return row?.names ?? chatNames;
}

/** Temperature and `topP` of OpenAI's models: those that think refuse them, some of them only while they do. */
export function openaiSampling(model: string, effort: ReasoningEffort | undefined): SamplingNames {
  const efforts = openaiEfforts(model) ?? [];
  const thinks =
    efforts.length > 0 && !(efforts.includes("off") && (effort === undefined || effort === "off"));
  return thinks ? {} : { temperature: "temperature", topP: "top_p" };
}

function openaiStops(model: string): SamplingNames {
  return (openaiEfforts(model) ?? []).length > 0 ? {} : { stop: "stop", maxStops: 4 };
}

/** What hosts of Chat Completions refuse of a choice of tools. */
export function chatChoice(host: string): ChoiceAbilities | undefined {
  const withoutRequired = ["moonshot.ai", "moonshot.cn", "aliyuncs.com"].some((name) => isAt(host, name));
  return withoutRequired ? { none: true, required: false, tool: !host.includes("moonshot") } : undefined;
}

function isOpenai(host: string): boolean {
  return isAt(host, "openai.com") || isAt(host, "azure.com");
}

function isAt(host: string, name: string): boolean {
  return host === name || host.endsWith(`.${name}`);
}
