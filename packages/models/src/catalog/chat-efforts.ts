import type { EffortTable, ReasoningEffort } from "./reasoning-effort.ts";

/** Levels of OpenAI's models by the start of their names; the longest start that fits wins. */
// oxfmt-ignore
const openaiLevels: readonly (readonly [prefix: string, ...levels: ReasoningEffort[]])[] = [
  ["gpt-3"], ["gpt-4"], ["chatgpt"], ["o1-mini"], ["o1-preview"],
  ["o1", "low", "medium", "high"],
  ["o3", "low", "medium", "high"],
  ["o4-mini", "low", "medium", "high"],
  ["gpt-oss", "low", "medium", "high"],
  ["gpt-5", "minimal", "low", "medium", "high"],
  ["gpt-5-chat"],
  ["gpt-5-codex", "low", "medium", "high"],
  ["gpt-5-pro", "high"],
  ["gpt-5.1", "off", "low", "medium", "high"],
  ["gpt-5.1-chat"],
  ["gpt-5.1-codex", "low", "medium", "high"],
  ["gpt-5.1-codex-max", "low", "medium", "high", "xhigh"],
  ["gpt-5.2", "off", "low", "medium", "high", "xhigh"],
  ["gpt-5.2-chat"],
  ["gpt-5.2-codex", "low", "medium", "high", "xhigh"],
  ["gpt-5.2-pro", "medium", "high", "xhigh"],
  ["gpt-5.3", "low", "medium", "high", "xhigh"],
  ["gpt-5.3-chat"],
  ["gpt-5.4", "off", "low", "medium", "high", "xhigh"],
  ["gpt-5.4-pro", "medium", "high", "xhigh"],
  ["gpt-5.5", "off", "low", "medium", "high", "xhigh"],
  ["gpt-5.5-pro", "medium", "high", "xhigh"],
];

/**
 * Levels of one of OpenAI's models; undefined for a name that is in no row.
 *
 * @see https://developers.openai.com/api/docs/guides/reasoning
 */
export function openaiEfforts(model: string): readonly ReasoningEffort[] | undefined {
  const name = model.toLowerCase().replace(/^ft:/, "").replace(/^.*\//, "");
  let best: (typeof openaiLevels)[number] | undefined;
  for (const row of openaiLevels)
    if (name.startsWith(row[0]) && row[0].length > (best?.[0].length ?? 0)) best = row;
  return best?.slice(1) as readonly ReasoningEffort[] | undefined; // the first entry is the name
}

type Writer = (word: string) => { readonly [field: string]: unknown };

const asEffort: Writer = (word) => ({ reasoning_effort: word });
const asReasoning: Writer = (effort) => ({ reasoning: { effort } });

/** Levels by their own names, but for `off`, which OpenAI and its like call `none`. */
function words(levels: readonly ReasoningEffort[], write: Writer = asEffort): EffortTable {
  return Object.fromEntries(levels.map((level) => [level, write(level === "off" ? "none" : level)]));
}

const untold: EffortTable = {};
/** What servers take that nobody knows more of; without thinking, nothing is said of it. */
const usual: EffortTable = { ...words(["low", "medium", "high"]), off: {} };
/** Only on and off: any thinking is `high`. */
const thinkingSwitch: EffortTable = {
  off: { thinking: { type: "disabled" } },
  high: { thinking: { type: "enabled" } },
};
const qwenSwitch: EffortTable = { off: { enable_thinking: false }, high: { enable_thinking: true } };

interface EffortRow {
  readonly host: string;
  /** Models of which the row is true. @default all */
  readonly model?: RegExp | undefined;
  readonly efforts: EffortTable;
}

/** What is particular to a host of Chat Completions; the first row that fits is taken. */
// oxfmt-ignore
const rows: readonly EffortRow[] = [
  { host: "openrouter.ai", efforts: words(["off", "minimal", "low", "medium", "high", "xhigh"], asReasoning) },
  { host: "x.ai", model: /grok-3-mini/, efforts: words(["low", "high"]) },
  // The other models of xAI think as they like, and refuse to be told.
  { host: "x.ai", efforts: untold },
  { host: "deepseek.com", model: /reasoner/, efforts: untold },
  { host: "deepseek.com", efforts: thinkingSwitch },
  { host: "z.ai", model: /glm-(4\.[5-9]|[5-9])/, efforts: thinkingSwitch },
  { host: "moonshot.ai", model: /kimi-k2\.[5-9]/, efforts: thinkingSwitch },
  { host: "moonshot.ai", efforts: untold },
  { host: "aliyuncs.com", model: /^qwen3(?!-coder)|^qwen-(plus|flash|turbo)/, efforts: qwenSwitch },
  { host: "aliyuncs.com", efforts: untold },
  { host: "groq.com", model: /gpt-oss/, efforts: words(["low", "medium", "high"]) },
  { host: "groq.com", model: /qwen3/, efforts: { off: { reasoning_effort: "none" }, high: { reasoning_effort: "default" } } },
  { host: "groq.com", efforts: untold },
  { host: "cerebras.ai", model: /gpt-oss/, efforts: words(["low", "medium", "high"]) },
  { host: "cerebras.ai", efforts: untold },
  { host: "mistral.ai", efforts: untold },
];

/**
 * How a model behind Chat Completions is told its effort.
 *
 * @param host Of the server; its rows hold for the hosts below it too.
 */
export function chatEfforts(host: string, model: string): EffortTable {
  const row = rows.find(
    (each) =>
      (host === each.host || host.endsWith(`.${each.host}`)) &&
      (each.model?.test(model.toLowerCase()) ?? true),
  );
  if (row !== undefined) return row.efforts;
  const levels = openaiEfforts(model);
  return levels === undefined ? usual : words(levels);
}
