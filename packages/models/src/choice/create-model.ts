import { describeModel, type ModelOverrides } from "../catalog/describe-model.ts";
import type { FetchedModel } from "../catalog/fetch-models.ts";
import type { ModelPrice } from "../catalog/model-price.ts";
import type { Model } from "../model.ts";
import type { HttpModelOptions } from "../providers/http-model.ts";
import type { ChosenModel } from "./model-choice.ts";
import { findProvider, type Protocol } from "./providers.ts";

export interface CreateModelOptions extends Pick<HttpModelOptions, "fetch" | "headers" | "retry" | "fields"> {
  /** What the provider lists; see `cachedModels`. */
  readonly fetched?: readonly FetchedModel[] | undefined;
  /** Wins over what the choice and the catalogue say. */
  readonly overrides?: ModelOverrides | undefined;
}

/** Makes the chosen model. Loads the adapter of its protocol; the SDK behind it comes with the first request. */
export async function createModel(choice: ChosenModel, options: CreateModelOptions = {}): Promise<Model> {
  const overrides: ModelOverrides = {
    contextWindow: options.overrides?.contextWindow ?? choice.contextWindow,
    maxOutputTokens: options.overrides?.maxOutputTokens ?? choice.maxOutputTokens,
    price: options.overrides?.price ?? (findProvider(choice.provider)?.local === true ? free : undefined),
  };
  if (choice.given !== undefined) return choice.given.create(choice.model, overrides);
  const known = describeModel(choice.model, { overrides, fetched: options.fetched });
  const common: HttpModelOptions = {
    model: choice.model,
    baseUrl: choice.baseUrl,
    provider: displayName(choice),
    contextWindow: known.contextWindow,
    // A limit that the catalogue knows is the model's own: it need not be sent to be kept.
    maxOutputTokens: overrides.maxOutputTokens,
    price: known.price,
    cacheTtl: choice.cacheTtl,
    fetch: options.fetch,
    retry: options.retry,
    fields: options.fields,
    ...authentication(choice, options.headers),
  };
  if (choice.protocol === "given")
    throw new TypeError("A choice of the protocol `given` names who makes it.");
  return factories[choice.protocol](common, { choice, contextWindow: overrides.contextWindow });
}

// Electricity aside.
const free: ModelPrice = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };

interface FactoryContext {
  readonly choice: ChosenModel;
  /** Said by the person. */
  readonly contextWindow: number | undefined;
}

type Factory = (options: HttpModelOptions, context: FactoryContext) => Promise<Model>;

const factories: Readonly<Record<Exclude<Protocol, "given">, Factory>> = {
  chat: async (options) => (await import("../providers/openai-chat.ts")).openaiChat(options),
  responses: async (options) => (await import("../providers/openai-responses.ts")).openaiResponses(options),
  messages: async (options) =>
    (await import("../providers/anthropic-messages.ts")).anthropicMessages(options),
  gemini: async (options) => (await import("../providers/gemini.ts")).gemini(options),
  ollama: async (options, context) => {
    const { shownOllama } = await import("../providers/shown-ollama.ts");
    return await shownOllama({ ...options, contextWindow: context.contextWindow }, context.choice.baseUrl);
  },
  converse: async (options, { choice }) => {
    const { bedrock } = await import("../providers/bedrock.ts");
    return bedrock({ ...options, baseUrl: choice.baseUrl, ...choice.aws });
  },
  "azure-chat": async (options, { choice: { baseUrl } }) =>
    (await import("../providers/azure-openai.ts")).azureChat({ ...options, baseUrl }),
  "azure-responses": async (options, { choice: { baseUrl } }) =>
    (await import("../providers/azure-openai.ts")).azureResponses({ ...options, baseUrl }),
};

function authentication(
  choice: ChosenModel,
  headers: HttpModelOptions["headers"],
): Pick<HttpModelOptions, "apiKey" | "headers"> {
  if (choice.keyScheme === "key" || choice.apiKey === undefined) return { apiKey: choice.apiKey, headers };
  return { headers: { ...headers, authorization: `Bearer ${choice.apiKey}` } };
}

/** `openrouter`; with the host where the id alone does not tell it: `ollama (127.0.0.1:11434)`. */
function displayName({ provider, baseUrl }: ChosenModel): string {
  const row = findProvider(provider);
  const host = URL.parse(baseUrl)?.host ?? baseUrl;
  const home = row?.baseUrl === undefined ? undefined : URL.parse(row.baseUrl)?.host;
  return row?.local !== true && home === host ? provider : `${provider} (${host})`;
}
