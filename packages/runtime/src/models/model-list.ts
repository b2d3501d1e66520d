import type { ChosenModel, FetchedModel, ModelCacheFiles } from "@hermes/models";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

export interface ModelListOptions {
  /** Home of Hermes. */
  readonly home: string;
  /** Ends a refresh under way. */
  readonly signal: AbortSignal;
  /** How long the first request is left alone before the provider is asked. @default 2_000 */
  readonly refreshAfterMs?: number | undefined;
  readonly fetch?: typeof globalThis.fetch | undefined;
}

/**
 * What the provider says about its models, as far as it is in the cache, for a model that the bundled table does not
 * know. Where the cache is missing or old, the provider is asked in the background for the next start: that never
 * delays a request, never keeps the process alive, and changes nothing when it fails.
 */
export async function listedModels(
  choice: ChosenModel,
  options: ModelListOptions,
): Promise<readonly FetchedModel[] | undefined> {
  const { describeModel, cachedModels } = await import("@hermes/models");
  if (describeModel(choice.model).source !== "default") return undefined;
  const path = join(options.home, "cache", `models-${hostOf(choice.baseUrl)}.json`);
  const cache = { path, files, baseUrl: choice.baseUrl };
  const later = (): Promise<never> => {
    refreshLater(choice, { ...options, cache });
    return Promise.reject(new Error("The provider is asked later."));
  };
  // An old list is better than none; without any, the model has the usual window.
  return await cachedModels({ ...cache, signal: options.signal, load: later }).catch(() => undefined);
}

interface RefreshOptions extends ModelListOptions {
  readonly cache: { readonly path: string; readonly files: ModelCacheFiles; readonly baseUrl: string };
}

const files: ModelCacheFiles = { readFile, writeFile, rename };

function refreshLater({ baseUrl, protocol, apiKey }: ChosenModel, options: RefreshOptions): void {
  const { cache, signal, fetch, refreshAfterMs = 2_000 } = options;
  const refresh = async (): Promise<void> => {
    const { cachedModels, fetchModels } = await import("@hermes/models");
    await mkdir(dirname(cache.path), { recursive: true, mode: 0o700 });
    const limit = AbortSignal.any([signal, AbortSignal.timeout(10_000)]);
    await cachedModels({
      ...cache,
      signal: limit,
      load: (limits) => fetchModels({ baseUrl, protocol, apiKey, fetch, ...limits }),
    });
  };
  // A server without a list, or one that is gone: the next start tries again, and nothing depends on it.
  const timer = setTimeout(() => void refresh().catch(() => undefined), refreshAfterMs);
  timer.unref();
  signal.addEventListener("abort", () => clearTimeout(timer), { once: true });
}

function hostOf(baseUrl: string): string {
  return (URL.parse(baseUrl)?.host ?? "unknown").replace(/[^A-Za-z0-9.-]/g, "_");
}
