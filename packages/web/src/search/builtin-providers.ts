import { brave } from "./providers/brave.ts";
import { duckduckgo } from "./providers/duckduckgo.ts";
import { exa } from "./providers/exa.ts";
import { firecrawl } from "./providers/firecrawl.ts";
import { parallel } from "./providers/parallel.ts";
import { searxng } from "./providers/searxng.ts";
import { tavily } from "./providers/tavily.ts";
import type { SearchProvider } from "./search-provider.ts";

/** All of them, in the order in which `auto` takes them. The last one needs nothing, and is asked where no other is configured. */
export const builtinProviders: readonly SearchProvider[] = [
  brave,
  tavily,
  exa,
  firecrawl,
  parallel,
  searxng,
  duckduckgo,
];

/** What is to be set for a provider. */
export interface SearchProviderFacts {
  readonly name: string;
  readonly title: string;
  /** Any one of them configures it. Empty: it needs none. */
  readonly variables: readonly string[];
}

/** For documents and diagnoses. */
export const searchProviders: readonly SearchProviderFacts[] = builtinProviders.map((provider) => ({
  name: provider.name,
  title: provider.title,
  variables: variablesOf(provider),
}));

export function variablesOf({ keys, addressVariable }: SearchProvider): readonly string[] {
  return addressVariable === undefined ? keys : [...keys, addressVariable];
}

/** The ways to configure one, as words: `TAVILY_API_KEY (Tavily), …`. */
export function describeVariables(without?: string): string {
  const ways = searchProviders
    .filter(({ name, variables }) => name !== without && variables.length > 0)
    .map(({ title, variables }) => `${variables.join(" or ")} (${title})`);
  return ways.join(", ");
}
