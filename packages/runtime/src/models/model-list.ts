import type { ChosenModel, FetchedModel, ModelCacheFiles } from "@hermes/models";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/** Where a provider is asked, and with which key. */
export type ListedProvider = Pick<ChosenModel, "provider" | "protocol" | "baseUrl" | "apiKey" | "given">;

export interface ModelListOptions {
  /** Home of Hermes. */
  readonly home: string;
  /** Ends a refresh under way. */
  readonly signal: AbortSignal;
  /** How long the first request is left alone before the providers are asked. @default 2_000 */
  readonly refreshAfterMs?: number | undefined;
  /** Who is asked besides. @default nobody */
  readonly others?: (() => Promise<readonly ListedProvider[]>) | undefined;
  /** Nobody is asked. @default false */
  readonly offline?: boolean | undefined;
  readonly fetch?: typeof globalThis.fetch | undefined;
}

/** What a provider said, and when: milliseconds since 1970. */
export interface KeptList {
  readonly models: readonly FetchedModel[];
  readonly fetchedAt: number;
}

const files: ModelCacheFiles = { readFile, writeFile, rename };
const dayMs = 86_400_000;
/** A server on this machine answers in milliseconds, or is busy. */
const localWaitMs = 300;

/** Of these the window is what they run with at the moment. */
const askedAtOnce: readonly string[] = ["lmstudio", "llamacpp", "vllm"];

/**
 * What the provider says about its models, as far as it is known here. Where that is old or missing, the provider is asked in
 * the background for the next start: that never delays a request, never keeps the process alive, and changes nothing when
 * it fails. Only a model server on this machine is asked at once, for a blink: what it runs with changes with each start of it.
 */
export async function listedModels(
  choice: ChosenModel,
  options: ModelListOptions,
): Promise<readonly FetchedModel[] | undefined> {
  if (options.offline !== true && askedAtOnce.includes(choice.provider)) {
    const signal = AbortSignal.any([options.signal, AbortSignal.timeout(localWaitMs)]);
    const asked = await askModels(choice, { ...options, signal }).catch(() => undefined);
    options.signal.throwIfAborted();
    if (asked !== undefined) return asked.models;
  }
  const kept = await keptList(choice, options.home);
  if (options.offline !== true) refreshLater(choice, options, kept);
  return kept?.models;
}

/** The list in the home's `cache`, however old. */
export async function keptList(
  provider: Pick<ListedProvider, "baseUrl" | "given">,
  home: string,
): Promise<KeptList | undefined> {
  // It says so itself, at any time.
  if (provider.given !== undefined) return { models: provider.given.models, fetchedAt: Date.now() };
  const { keptModels } = await import("@hermes/models");
  return await keptModels({ path: pathOf(provider, home), files, baseUrl: provider.baseUrl });
}

export function isFresh(kept: KeptList | undefined, now: number): boolean {
  return kept !== undefined && kept.fetchedAt <= now && now - kept.fetchedAt < dayMs;
}

/**
 * Asks the provider, and keeps what it says.
 *
 * @throws what `fetchModels` throws; the signal's reason when aborted.
 */
export async function askModels(
  { provider, baseUrl, protocol, apiKey, given }: ListedProvider,
  { home, signal, fetch }: Pick<ModelListOptions, "home" | "signal" | "fetch">,
): Promise<KeptList> {
  if (given !== undefined) return { models: given.models, fetchedAt: Date.now() };
  const { cachedModels, fetchModels } = await import("@hermes/models");
  const models = await fetchModels({ provider, baseUrl, protocol, apiKey, fetch, signal });
  const path = pathOf({ baseUrl }, home);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await cachedModels({ path, files, baseUrl, signal, maxAgeMs: 0, load: async () => models });
  return { models, fetchedAt: Date.now() };
}

function refreshLater(choice: ListedProvider, options: ModelListOptions, kept: KeptList | undefined): void {
  const { signal, home, fetch, others, refreshAfterMs = 2_000 } = options;
  if (isFresh(kept, Date.now()) && others === undefined) return;
  const refresh = async (): Promise<void> => {
    for (const provider of [choice, ...((await others?.()) ?? [])]) {
      // oxlint-disable-next-line no-await-in-loop -- nobody waits for it
      if (isFresh(await keptList(provider, home), Date.now())) continue;
      const limit = AbortSignal.any([signal, AbortSignal.timeout(10_000)]);
      // A server without a list, or one that is gone: the next start tries again, and nothing depends on it.
      // oxlint-disable-next-line no-await-in-loop
      await askModels(provider, { home, fetch, signal: limit }).catch(() => undefined);
    }
  };
  const timer = setTimeout(() => void refresh().catch(() => undefined), refreshAfterMs);
  timer.unref();
  signal.addEventListener("abort", () => clearTimeout(timer), { once: true });
}

function pathOf({ baseUrl }: Pick<ListedProvider, "baseUrl">, home: string): string {
  const host = (URL.parse(baseUrl)?.host ?? "unknown").replace(/[^A-Za-z0-9.-]/g, "_");
  return join(home, "cache", `models-${host}.json`);
}
