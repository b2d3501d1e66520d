import { createKeyFinder } from "@hermes/redaction";
import { HermesError, nearest } from "@hermes/registry";
import type { Environment } from "@hermes/registry";
import { builtinProviders, describeVariables, variablesOf } from "./search/builtin-providers.ts";
import { maxQueryChars } from "./search/max-query-chars.ts";
import { reasonOf, searchError } from "./search/search-error.ts";
import { createSearchHttp } from "./search/search-http.ts";
import type { SearchProvider } from "./search/search-provider.ts";
import { toResults } from "./search/to-results.ts";
import type { WebSearchResult } from "./search/to-results.ts";
import type { SitePolicy } from "./site-policy.ts";
import type { WebFetch } from "./web-fetch.ts";

export interface CreateWebSearchOptions {
  readonly fetch: WebFetch;
  /** Where keys and addresses are looked up, at each search. */
  readonly env: Environment;
  /** A name of `searchProviders` or `others`, or `auto`: the first of the former that has its key or address, else DuckDuckGo. @default "auto" */
  readonly provider?: string | undefined;
  /** Providers beside the known ones, which win over those of the same name. They are asked where they are named. @default none */
  readonly others?: readonly SearchProvider[] | undefined;
  /** A sentence where further ones come from, for who names one that there is not. */
  readonly moreOthers?: string | undefined;
  /** Other addresses of providers by name, such as of a proxy. They go before those of variables. @default {} */
  readonly addresses?: Readonly<Record<string, string>> | undefined;
  /** Results of sites that it tells are left out. @default all may be shown */
  readonly sites?: SitePolicy | undefined;
  /** How long one provider may take. Milliseconds. @default 20_000 */
  readonly timeoutMs?: number | undefined;
}

export interface WebSearchOptions {
  /** From 1 to 100. @default 5 */
  readonly limit?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface WebSearchAnswer {
  /** The name of the one that answered. */
  readonly provider: string;
  /** Where its answer came from. */
  readonly host: string;
  /** At most `limit`, and at most what the provider gives. */
  readonly results: readonly WebSearchResult[];
  /** How many were left out by the site policy. */
  readonly blocked: number;
  /** Sentences on what was not as asked: providers that failed before, fewer results than wanted. */
  readonly notes: readonly string[];
}

export interface WebSearch {
  /**
   * Asks one provider; with `auto`, the next configured one where it fails.
   *
   * @throws {HermesError} `WEB_SEARCH_QUERY_REFUSED` for a query that is empty, longer than 400 characters or holds a key,
   * `WEB_SEARCH_NOT_CONFIGURED`; of the last provider asked `WEB_SEARCH_REFUSED`, `WEB_SEARCH_LIMITED`, `WEB_SEARCH_BLOCKED`,
   * `WEB_SEARCH_UNREACHABLE` or `WEB_SEARCH_BAD_ANSWER`.
   */
  search(query: string, options?: WebSearchOptions): Promise<WebSearchAnswer>;
  /** The names of those that `auto` would ask, in their order. */
  configured(): readonly string[];
}

/** Searches the web with the provider that is configured. */
export function createWebSearch(options: CreateWebSearchOptions): WebSearch {
  let findKeys: ReturnType<typeof createKeyFinder> | undefined;
  const checked = (text: string): string => {
    const query = text.trim();
    if (query === "" || query.length > maxQueryChars)
      throw searchError("WEB_SEARCH_QUERY_REFUSED", `The query has ${query.length} characters.`, {
        hint: `Search for 1 to ${maxQueryChars} characters.`,
      });
    findKeys ??= createKeyFinder();
    if (findKeys(query).length > 0)
      throw searchError(
        "WEB_SEARCH_QUERY_REFUSED",
        "The query holds a key or another secret, and is not sent.",
        {
          hint: "Search without it.",
        },
      );
    return query;
  };
  return {
    async search(text, { limit = 5, signal = new AbortController().signal } = {}) {
      if (!Number.isInteger(limit) || limit < 1 || limit > 100)
        throw new RangeError(`limit is ${limit}, and must be from 1 to 100.`);
      const query = checked(text);
      const failures: string[] = [];
      const chosen = choose(options);
      for (const [index, ready] of chosen.entries()) {
        signal.throwIfAborted();
        try {
          // oxlint-disable-next-line no-await-in-loop -- the next one is for when this one fails
          return await ask(ready, query, { ...options, limit, signal, failures });
        } catch (error) {
          signal.throwIfAborted();
          if (index === chosen.length - 1) throw withFailures(error, failures);
          failures.push(reasonOf(error));
        }
      }
      throw new Error("unreachable: one provider is always chosen");
    },
    configured: () => choose({ ...options, provider: "auto" }).map(({ provider }) => provider.name),
  };
}

/** A provider with what it needs. */
interface ReadyProvider {
  readonly provider: SearchProvider;
  /** Empty: it has a `place`. */
  readonly address: string;
  readonly key: string | undefined;
}

function choose(options: CreateWebSearchOptions): readonly ReadyProvider[] {
  const { provider: wanted = "auto" } = options;
  if (wanted !== "auto") return [chooseByName(wanted, options)];
  const ready = builtinProviders.flatMap((provider) => prepare(provider, options) ?? []);
  // A search meant for a server of one's own goes to nobody who was not named: what needs nothing stands in for nothing else.
  const configured = ready.filter(({ provider }) => variablesOf(provider).length > 0);
  return configured.length > 0 ? configured : ready;
}

function chooseByName(wanted: string, options: CreateWebSearchOptions): ReadyProvider {
  const all = [...builtinProviders, ...(options.others ?? [])];
  const provider = all.find(({ name }) => name === wanted);
  const names = all.map(({ name }) => name);
  if (provider === undefined) {
    const near = nearest(wanted, names);
    throw searchError("WEB_SEARCH_NOT_CONFIGURED", `There is no search provider "${wanted}".`, {
      hint: [
        near === undefined ? "" : `Did you mean "${near}"?`,
        `There are auto, ${names.join(", ")}.`,
        options.moreOthers ?? "",
      ]
        .join(" ")
        .trim(),
    });
  }
  const ready = prepare(provider, options);
  if (ready !== undefined) return ready;
  throw searchError(
    "WEB_SEARCH_NOT_CONFIGURED",
    `${provider.title} needs ${variablesOf(provider).join(" or ")}, and none is set.`,
    { hint: "Set it, or let the provider be auto, which takes what is configured." },
  );
}

function prepare(
  provider: SearchProvider,
  { env, addresses = {} }: CreateWebSearchOptions,
): ReadyProvider | undefined {
  const valueOf = (name: string | undefined): string | undefined =>
    (name === undefined ? undefined : env[name]?.trim()) || undefined;
  const key = provider.keys.map(valueOf).find((value) => value !== undefined);
  if (provider.place !== undefined) return { provider, address: "", key: undefined };
  const own = addresses[provider.name] ?? valueOf(provider.addressVariable);
  const address = (own ?? provider.address)?.replace(/\/+$/, "");
  const hasOwnServer = provider.addressVariable !== undefined && own !== undefined;
  const isReady = key !== undefined || provider.keys.length === 0 || hasOwnServer;
  return isReady && address !== undefined ? { provider, address, key } : undefined;
}

interface AskOptions extends CreateWebSearchOptions {
  readonly limit: number;
  readonly signal: AbortSignal;
  readonly failures: readonly string[];
}

async function ask(
  { provider, address, key }: ReadyProvider,
  query: string,
  { fetch, sites, limit, signal, timeoutMs = 20_000, failures }: AskOptions,
): Promise<WebSearchAnswer> {
  const others = describeVariables(provider.name);
  const host = provider.place ?? hostOf(address, provider);
  const http = createSearchHttp({ fetch, provider, others, signal, timeoutMs });
  const most = Math.min(limit, provider.maxResults);
  const hits = await provider.search(query, { limit: most, address, key, http, signal, timeoutMs });
  const found = await toResults(hits, { limit: most, sites });
  const fewer = limit > most ? [`${provider.title} gives at most ${most} results.`] : [];
  return { provider: provider.name, host, ...found, notes: [...failures, ...fewer] };
}

function hostOf(address: string, { title }: SearchProvider): string {
  const url = URL.parse(address);
  if (url !== null && /^https?:$/.test(url.protocol)) return url.host;
  throw searchError("WEB_SEARCH_NOT_CONFIGURED", `The address of ${title} is none: "${address}".`, {
    hint: "It begins with https:// or http://.",
  });
}

/** The last failure, with those before it. */
function withFailures(error: unknown, failures: readonly string[]): unknown {
  if (failures.length === 0 || !HermesError.is(error)) return error;
  const { code, hint, cause } = error;
  return new HermesError([...failures, error.message].join(" "), { code, hint, cause });
}
