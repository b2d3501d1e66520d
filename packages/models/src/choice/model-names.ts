import { findProvider, type ProviderRow } from "./providers.ts";

// What the names of a vendor's own models start with.
const families: readonly (readonly [pattern: RegExp, provider: string, slug: string])[] = [
  [/^claude-/, "anthropic", "anthropic"],
  [/^(gpt-[345]|chatgpt-|o[134](-|$)|codex-)/, "openai", "openai"],
  [/^gemini-/, "gemini", "google"],
  [/^grok-/, "xai", "x-ai"],
  [/^deepseek-(chat|reasoner|v\d)/, "deepseek", "deepseek"],
  [/^(mistral|codestral|magistral|devstral|ministral)-/, "mistral", "mistralai"],
  [/^kimi-/, "moonshot", "moonshotai"],
  [/^glm-/, "zai", "z-ai"],
];

/** The provider that makes a model, by its prefix or its family; undefined when the name does not tell. */
export function makerOf(model: string): ProviderRow | undefined {
  const slash = model.indexOf("/");
  if (slash > 0) return findProvider(model.slice(0, slash));
  const family = familyOf(model);
  return family === undefined ? undefined : findProvider(family[1]);
}

/** Whether a provider may have a model of this name. */
export function mayServe(row: ProviderRow, model: string): boolean {
  const maker = makerOf(model);
  return (
    maker === undefined ||
    row.aggregator === true ||
    row.local === true ||
    row.baseUrl === undefined ||
    sameMaker(row, maker)
  );
}

/**
 * The name under which a provider knows a model: makers drop their own prefix (`anthropic/claude-sonnet-4.5` is
 * `claude-sonnet-4-5` at Anthropic), OpenRouter wants it.
 */
export function nameAt(row: ProviderRow, model: string): string {
  if (model.startsWith(`${row.id}/`) && row.aggregator === true) return model.slice(row.id.length + 1);
  const maker = makerOf(model);
  if (maker === undefined) return model;
  if (row.id === "openrouter") return model.includes("/") ? model : toOpenRouter(model);
  if (!model.includes("/") || !sameMaker(row, maker)) return model;
  const name = model.slice(model.indexOf("/") + 1);
  return row.id === "anthropic" ? name.replace(/(\d)\.(\d)/g, "$1-$2") : name;
}

function toOpenRouter(model: string): string {
  const family = familyOf(model);
  if (family === undefined) return model;
  const [, provider, slug] = family;
  const dotted =
    provider === "anthropic" ? model.replace(/-\d{8}$/, "").replace(/-(\d)-(\d)(?!\d)/, "-$1.$2") : model;
  return `${slug}/${dotted}`;
}

function familyOf(model: string): (typeof families)[number] | undefined {
  return families.find(([pattern]) => pattern.test(model.toLowerCase()));
}

// `openai` and `openai-responses` are two ways to one maker.
function sameMaker(row: ProviderRow, maker: ProviderRow): boolean {
  return row.id === maker.id || (row.baseUrl !== undefined && row.baseUrl === maker.baseUrl);
}
