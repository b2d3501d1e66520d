import { type BundledModel, bundledModels } from "./bundled-models.ts";
import type { FetchedModel } from "./fetch-models.ts";
import type { ModelPrice } from "./model-price.ts";

/** Where the context window comes from: the person's settings, the provider's list, the bundled table, or nowhere. */
export type DescriptionSource = "config" | "provider" | "bundled" | "default";

export interface ModelDescription {
  readonly contextWindow: number;
  readonly maxOutputTokens?: number | undefined;
  readonly price?: ModelPrice | undefined;
  readonly source: DescriptionSource;
}

/** What a person says about a model; wins over everything else, field by field. */
export interface ModelOverrides {
  readonly contextWindow?: number | undefined;
  readonly maxOutputTokens?: number | undefined;
  readonly price?: ModelPrice | undefined;
}

export interface DescribeModelOptions {
  readonly overrides?: ModelOverrides | undefined;
  /** What the provider lists. */
  readonly fetched?: readonly FetchedModel[] | undefined;
}

const unknown: Omit<BundledModel, "prefix"> = { contextWindow: 128_000 };

/**
 * What is known of a model: overrides, then the provider's list, then the bundled table, field by field.
 * A model that nobody knows has a window of 128 000 tokens and no price.
 */
export function describeModel(id: string, options: DescribeModelOptions = {}): ModelDescription {
  const { overrides = {} } = options;
  const listed = options.fetched?.find((model) => model.id === id);
  const bundled = findBundled(id);
  const known = bundled ?? unknown;
  return {
    contextWindow: overrides.contextWindow ?? listed?.contextWindow ?? known.contextWindow,
    maxOutputTokens: overrides.maxOutputTokens ?? listed?.maxOutputTokens ?? known.maxOutputTokens,
    price: overrides.price ?? listed?.price ?? known.price,
    source: sourceOf(overrides, listed, bundled),
  };
}

function sourceOf(
  overrides: ModelOverrides,
  listed?: FetchedModel,
  bundled?: BundledModel,
): DescriptionSource {
  if (overrides.contextWindow !== undefined) return "config";
  if (listed?.contextWindow !== undefined) return "provider";
  return bundled === undefined ? "default" : "bundled";
}

/**
 * Vendors, dates and variants are looked through: `anthropic/claude-sonnet-4.5`, `us.anthropic.claude-opus-4-1-v1:0`,
 * `meta-llama-3.1-8b`. A family that stands further back in the name gives its window but not its price, since
 * someone has made another model of it.
 */
function findBundled(id: string): BundledModel | undefined {
  const name = normalise(id);
  const exact = longestPrefix(name);
  if (exact !== undefined) return exact;
  for (let at = name.indexOf("-"); at !== -1; at = name.indexOf("-", at + 1)) {
    const family = longestPrefix(name.slice(at + 1));
    if (family !== undefined) return { prefix: family.prefix, contextWindow: family.contextWindow };
  }
  return undefined;
}

function normalise(id: string): string {
  const name = id.toLowerCase().slice(id.lastIndexOf("/") + 1);
  return name
    .replace(/^(?:[a-z]{2,6}\.)?(?:anthropic|amazon|meta|mistral|deepseek|openai|qwen|google)\./, "")
    .replaceAll(".", "-");
}

function longestPrefix(name: string): BundledModel | undefined {
  let best: BundledModel | undefined;
  for (const row of bundledModels) {
    if (row.prefix.length <= (best?.prefix.length ?? 0) || !name.startsWith(row.prefix)) continue;
    // `gpt-4-1` must not be found in `gpt-4-1106-preview`.
    const next = name[row.prefix.length];
    if (next === undefined || !/[a-z0-9]/.test(next)) best = row;
  }
  return best;
}
