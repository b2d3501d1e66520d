import { bundledAbilities, type BundledModel, bundledModels } from "./bundled-models.ts";
import type { FetchedModel } from "./fetch-models.ts";
import type { ModelAbilities } from "./model-abilities.ts";
import type { ModelPrice } from "./model-price.ts";

/** Where a figure comes from: the person's settings, the provider's list, the bundled table, or nowhere. */
export type DescriptionSource = "config" | "provider" | "bundled" | "default";

export interface ModelDescription {
  readonly contextWindow: number;
  readonly maxOutputTokens?: number | undefined;
  readonly price?: ModelPrice | undefined;
  readonly abilities: ModelAbilities;
  /** Of the window. */
  readonly source: DescriptionSource;
  /** Of each figure. `default`: it is not known. */
  readonly sources: Readonly<Record<DescribedField, DescriptionSource>>;
}

export type DescribedField = "contextWindow" | "maxOutputTokens" | "price" | "abilities";

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
  const abilities = { ...definedIn(abilitiesOf(id)), ...definedIn(listed?.abilities) };
  const source = (field: Exclude<DescribedField, "abilities">): DescriptionSource => {
    if (overrides[field] !== undefined) return "config";
    if (listed?.[field] !== undefined) return "provider";
    return bundled?.[field] === undefined ? "default" : "bundled";
  };
  const known = bundled ?? unknown;
  return {
    contextWindow: overrides.contextWindow ?? listed?.contextWindow ?? known.contextWindow,
    maxOutputTokens: overrides.maxOutputTokens ?? listed?.maxOutputTokens ?? known.maxOutputTokens,
    price: overrides.price ?? listed?.price ?? known.price,
    abilities,
    source: source("contextWindow"),
    sources: {
      contextWindow: source("contextWindow"),
      maxOutputTokens: source("maxOutputTokens"),
      price: source("price"),
      abilities:
        listed?.abilities !== undefined
          ? "provider"
          : Object.keys(abilities).length > 0
            ? "bundled"
            : "default",
    },
  };
}

/** Names in the bundled table that a request can use, as their vendor writes them. */
export function bundledNames(): readonly string[] {
  return bundledModels.flatMap(({ prefix, isFamily }) => (isFamily === true ? [] : [prefix]));
}

function abilitiesOf(id: string): ModelAbilities | undefined {
  const name = normalise(id);
  let best: (typeof bundledAbilities)[number] | undefined;
  for (const row of bundledAbilities)
    if (row[0].length > (best?.[0].length ?? 0) && begins(name, row[0])) best = row;
  return best && { tools: best[1], images: best[2] };
}

function definedIn(abilities: ModelAbilities = {}): ModelAbilities {
  return Object.fromEntries(Object.entries(abilities).filter(([, can]) => can !== undefined));
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
    if (row.prefix.length > (best?.prefix.length ?? 0) && begins(name, row.prefix)) best = row;
  }
  return best;
}

/** `gpt-4.1` does not begin `gpt-4-1106-preview`. */
function begins(name: string, prefix: string): boolean {
  if (!name.startsWith(prefix.replaceAll(".", "-"))) return false;
  const next = name[prefix.length];
  return next === undefined || !/[a-z0-9]/.test(next);
}
