import type { Protocol } from "../choice/providers.ts";
import type { ModelAbilities } from "./model-abilities.ts";
import type { ModelPrice } from "./model-price.ts";
import { countOf, isRecord, type JsonRecord, listAt, recordAt } from "../transport/json-fields.ts";
import type { ZodType } from "zod";

/** A model as its provider lists it. */
export interface FetchedModel {
  readonly id: string;
  readonly contextWindow?: number | undefined;
  readonly maxOutputTokens?: number | undefined;
  readonly price?: ModelPrice | undefined;
  readonly abilities?: ModelAbilities | undefined;
  /** False for a model that a local server would have to load first; undefined where it is not said. */
  readonly loaded?: boolean | undefined;
}

export interface FetchModelsOptions {
  /** As the provider's: `https://openrouter.ai/api/v1`. */
  readonly baseUrl: string;
  /** Tells path and headers. @default "chat" */
  readonly protocol?: Protocol | undefined;
  /** Id of the provider: LM Studio and llama.cpp tell the window that counts at an address of their own. */
  readonly provider?: string | undefined;
  /** Sent to the host of `baseUrl` and nowhere else. */
  readonly apiKey?: string | undefined;
  readonly fetch?: typeof globalThis.fetch | undefined;
  readonly signal: AbortSignal;
}

/**
 * Asks a provider which models it has. Understands the lists of OpenAI, Anthropic, OpenRouter, Together, Groq,
 * Mistral, vLLM, llama.cpp, LM Studio, Ollama, Gemini and Azure. Bedrock has its list at another address.
 *
 * @throws {Error} when the answer is not a list of models; what `fetch` throws; the signal's reason when aborted.
 */
export async function fetchModels(options: FetchModelsOptions): Promise<readonly FetchedModel[]> {
  const models = await parseModels(await getJson(modelsUrl(options), options));
  return options.provider === "llamacpp" ? await withProps(models, options) : models;
}

async function getJson(url: string, options: FetchModelsOptions): Promise<unknown> {
  const { fetch = globalThis.fetch, signal } = options;
  // A redirect could carry the key to another host.
  const response = await fetch(url, { headers: headersFor(options), signal, redirect: "error" });
  if (response.ok) return await response.json();
  await response.body?.cancel();
  throw new Error(`${url} answered ${response.status} instead of a list of models.`);
}

/**
 * llama.cpp lists the window that its model was trained for; the one it runs with is elsewhere.
 *
 * @see https://github.com/ggml-org/llama.cpp/tree/master/tools/server (GET /props)
 */
async function withProps(
  models: readonly FetchedModel[],
  options: FetchModelsOptions,
): Promise<readonly FetchedModel[]> {
  const props = await getJson(`${rootOf(options.baseUrl)}/props`, options).catch(() => undefined);
  options.signal.throwIfAborted();
  if (!isRecord(props)) return models;
  const contextWindow = count(recordAt(props, "default_generation_settings")?.["n_ctx"]);
  const images = recordAt(props, "modalities")?.["vision"];
  return models.map((model) => ({
    ...model,
    contextWindow: contextWindow ?? model.contextWindow,
    abilities: typeof images === "boolean" ? { ...model.abilities, images } : model.abilities,
  }));
}

function rootOf(baseUrl: string): string {
  return baseUrl.replace(/\/+$/, "").replace(/\/v1$/, "");
}

function modelsUrl({ baseUrl, protocol, provider }: FetchModelsOptions): string {
  if (provider === "lmstudio") return `${rootOf(baseUrl)}/api/v0/models`;
  const base = baseUrl.replace(/\/+$/, "");
  switch (protocol) {
    case "messages":
      return `${base.replace(/\/v1$/, "")}/v1/models?limit=1000`;
    case "gemini":
      return `${base}/models?pageSize=1000`;
    case "ollama":
      return `${base}/api/tags`;
    case "converse":
      throw new Error("Amazon Bedrock lists its models at another address than it runs them.");
    case "azure-chat":
    case "azure-responses":
      return `${new URL(base).origin}/openai/v1/models`;
    default:
      return `${base}/models`;
  }
}

function headersFor({ apiKey, protocol }: FetchModelsOptions): Record<string, string> {
  const headers: Record<string, string> = { accept: "application/json" };
  if (protocol === "messages") headers["anthropic-version"] = "2023-06-01";
  if (apiKey !== undefined) {
    const name = keyHeaders[protocol ?? "chat"];
    headers[name ?? "authorization"] = name === undefined ? `Bearer ${apiKey}` : apiKey;
  }
  return headers;
}

/** Where a key is not sent as `Authorization: Bearer`. */
const keyHeaders: Readonly<Partial<Record<Protocol, string>>> = {
  messages: "x-api-key",
  gemini: "x-goog-api-key",
  "azure-chat": "api-key",
  "azure-responses": "api-key",
};

/**
 * Reads any of the known lists. Entries that make no sense are left out.
 *
 * @throws {Error} when the value is no list of models at all.
 */
export async function parseModels(value: unknown): Promise<readonly FetchedModel[]> {
  const { list, entry } = await schemas();
  const parsed = list.safeParse(value);
  if (!parsed.success) throw new Error("The answer is not a list of models.");
  const entries = Array.isArray(parsed.data) ? parsed.data : (parsed.data.data ?? parsed.data.models ?? []);
  return entries.flatMap((candidate) => {
    const model = entry.safeParse(candidate);
    return model.success ? toModel(model.data) : [];
  });
}

interface ListedModel {
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly type?: string | undefined;
  readonly state?: string | undefined;
  readonly [window: string]: unknown;
  readonly meta?: unknown;
  readonly top_provider?: unknown;
  readonly pricing?: unknown;
}

interface Schemas {
  readonly list: ZodType<unknown[] | { data?: unknown[] | undefined; models?: unknown[] | undefined }>;
  readonly entry: ZodType<ListedModel>;
}

async function schemas(): Promise<Schemas> {
  const { z } = await import("zod");
  const items = z.array(z.unknown());
  const body = z.object({ data: items.optional(), models: items.optional() });
  return {
    list: z.union([items, body.refine(({ data, models }) => data !== undefined || models !== undefined)]),
    entry: z.looseObject({
      id: z.string().optional(),
      name: z.string().optional(),
      type: z.string().optional(),
      state: z.string().optional(),
    }),
  };
}

// What each server calls the window, the most precise first.
const windowNames = [
  "loaded_context_length",
  "max_model_len",
  "context_length",
  "context_window",
  "max_context_length",
  "max_input_tokens",
  "inputTokenLimit",
];
const outputNames = ["max_completion_tokens", "max_output_tokens", "max_tokens", "outputTokenLimit"];

function toModel(entry: ListedModel): readonly FetchedModel[] {
  const id = (entry.id ?? entry.name)?.replace(/^models\//, "");
  if (id === undefined || id === "" || entry.type === "embeddings" || entry.type === "embedding") return [];
  const meta = recordAt(entry, "meta") ?? {};
  const model = {
    id,
    contextWindow: firstCount(entry, windowNames) ?? firstCount(meta, ["n_ctx", "n_ctx_train"]),
    maxOutputTokens:
      firstCount(recordAt(entry, "top_provider") ?? {}, outputNames) ?? firstCount(entry, outputNames),
    price: toPrice(recordAt(entry, "pricing")),
    abilities: toAbilities(entry),
    loaded: entry.state === undefined ? undefined : entry.state === "loaded",
  };
  return [model];
}

/** OpenRouter: parameters and kinds of input. Mistral: a record of what it can. LM Studio: a list, and the type. */
function toAbilities(entry: ListedModel): ModelAbilities | undefined {
  const parameters = listAt(entry, "supported_parameters");
  const inputs = listAt(recordAt(entry, "architecture") ?? {}, "input_modalities");
  const named = recordAt(entry, "capabilities");
  if (parameters.length > 0)
    return {
      tools: parameters.includes("tools"),
      reasoning: parameters.includes("reasoning"),
      images: inputs.length > 0 ? inputs.includes("image") : undefined,
    };
  if (named !== undefined) {
    const read = (name: string): boolean | undefined =>
      typeof named[name] === "boolean" ? named[name] : undefined;
    const abilities = {
      tools: read("function_calling"),
      images: read("vision"),
      reasoning: read("reasoning"),
    };
    return Object.values(abilities).every((can) => can === undefined) ? undefined : abilities;
  }
  if (entry.state === undefined || (entry.type !== "llm" && entry.type !== "vlm")) return undefined;
  return { tools: listAt(entry, "capabilities").includes("tool_use"), images: entry.type === "vlm" };
}

function firstCount(entry: JsonRecord, names: readonly string[]): number | undefined {
  for (const name of names) {
    const value = count(entry[name]);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** More tokens than any window has. */
const largestWindow = 1e9;

function count(value: unknown): number | undefined {
  const number = countOf(value);
  return number !== undefined && number > 0 && number <= largestWindow ? number : undefined;
}

/** OpenRouter: dollars per token as text. Together: dollars per million as numbers. */
function toPrice(pricing: JsonRecord | undefined): ModelPrice | undefined {
  if (pricing === undefined) return undefined;
  const perToken = "prompt" in pricing;
  const factor = perToken ? 1_000_000 : 1;
  const read = (name: string): number | undefined => dollars(pricing[name], factor);
  const input = read(perToken ? "prompt" : "input");
  const output = read(perToken ? "completion" : "output");
  if (input === undefined || output === undefined) return undefined;
  return {
    input,
    output,
    cacheRead: read(perToken ? "input_cache_read" : "cached_input"),
    cacheWrite: read("input_cache_write"),
  };
}

/** Dollars for a million tokens: a thousand times more than any model costs. */
const highestPrice = 1e6;

function dollars(value: unknown, factor: number): number | undefined {
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  const number = value === "" ? Number.NaN : Number(value);
  // OpenRouter lists -1 where the price depends on what it routes to. Rounding hides the noise of binary fractions.
  const price = Math.round(number * factor * 1e6) / 1e6;
  return price >= 0 && price <= highestPrice ? price : undefined;
}
