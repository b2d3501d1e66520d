import type { FetchedModel } from "./fetch-models.ts";

/** The files that the cache needs; Node's `fs/promises` fits. */
export interface ModelCacheFiles {
  readFile(path: string, encoding: "utf8"): Promise<string>;
  writeFile(path: string, text: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
}

export interface CachedModelsOptions {
  /** A JSON file of its own for each provider. Its folder must exist. */
  readonly path: string;
  readonly files: ModelCacheFiles;
  /** Who was asked; a file that holds the list of somebody else is not used. */
  readonly baseUrl: string;
  /** Asks the provider, such as `fetchModels`. */
  readonly load: (options: { readonly signal: AbortSignal }) => Promise<readonly FetchedModel[]>;
  readonly signal: AbortSignal;
  /** @default 24 hours */
  readonly maxAgeMs?: number | undefined;
  /** Milliseconds since 1970. */
  readonly now?: (() => number) | undefined;
}

interface CacheContent {
  readonly baseUrl: string;
  readonly fetchedAt: number;
  readonly models: readonly FetchedModel[];
}

/**
 * The provider's list from the file while it is fresh, else from the provider, which then renews the file.
 * Where the provider can't be asked, an old list is better than none. The file is replaced in one step, and a broken
 * one counts as absent.
 *
 * @throws what `load` throws, when there is no list at all; what the files throw when the list can't be kept;
 * the signal's reason when aborted.
 */
export async function cachedModels(options: CachedModelsOptions): Promise<readonly FetchedModel[]> {
  const { path, files, baseUrl, load, signal, maxAgeMs = 24 * 60 * 60 * 1000 } = options;
  const now = (options.now ?? Date.now)();
  const cached = await readCache(options);
  // A file from the future was written under a wrong clock.
  if (cached !== undefined && cached.fetchedAt <= now && now - cached.fetchedAt < maxAgeMs)
    return cached.models;
  let models: readonly FetchedModel[];
  try {
    models = await load({ signal });
  } catch (error) {
    signal.throwIfAborted();
    if (cached === undefined) throw error;
    return cached.models;
  }
  const content: CacheContent = { baseUrl, fetchedAt: now, models };
  const draft = `${path}.${Math.random().toString(36).slice(2)}.tmp`;
  await files.writeFile(draft, JSON.stringify(content));
  await files.rename(draft, path);
  return models;
}

/** The list in the file, however old, and when the provider gave it; undefined where there is none of this provider. */
export async function keptModels(
  options: Pick<CachedModelsOptions, "path" | "files" | "baseUrl">,
): Promise<{ readonly models: readonly FetchedModel[]; readonly fetchedAt: number } | undefined> {
  return await readCache(options);
}

async function readCache({
  path,
  files,
  baseUrl,
}: Pick<CachedModelsOptions, "path" | "files" | "baseUrl">): Promise<CacheContent | undefined> {
  try {
    const content: unknown = JSON.parse(await files.readFile(path, "utf8"));
    return isCacheContent(content) && content.baseUrl === baseUrl ? content : undefined;
  } catch {
    // Absent, unreadable or cut off: the provider is asked instead.
    return undefined;
  }
}

// The file is our own: its frame is checked, and that every entry has a name.
function isCacheContent(value: unknown): value is CacheContent {
  if (typeof value !== "object" || value === null) return false;
  if (!("baseUrl" in value && "fetchedAt" in value && "models" in value)) return false;
  return typeof value.fetchedAt === "number" && Array.isArray(value.models) && value.models.every(hasId);
}

function hasId(model: unknown): boolean {
  return typeof model === "object" && model !== null && "id" in model && typeof model.id === "string";
}
