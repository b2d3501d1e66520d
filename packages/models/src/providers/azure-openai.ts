import type { Model } from "../model.ts";
import type { HttpModelOptions } from "./http-model.ts";
import { openaiChat, type OpenaiChatOptions } from "./openai-chat.ts";
import { openaiResponses, type OpenaiResponsesOptions } from "./openai-responses.ts";

/** `baseUrl`: `https://NAME.openai.azure.com`, with `?api-version=…` where deployments are called one by one. */
type AtAzure = { readonly baseUrl: string };

/** Chat Completions of a deployment at Azure; `model` is the name of the deployment. */
export function azureChat(options: OpenaiChatOptions & AtAzure): Model {
  return openaiChat({
    ...options,
    ...authentication(options),
    baseUrl: azureUrl(options.baseUrl, `/deployments/${encodeURIComponent(options.model)}`),
    maxTokensField: "max_completion_tokens",
  });
}

/** Responses of a deployment at Azure; `model` is the name of the deployment. */
export function azureResponses(options: OpenaiResponsesOptions & AtAzure): Model {
  return openaiResponses({ ...options, ...authentication(options), baseUrl: azureUrl(options.baseUrl, "") });
}

/**
 * The address of a resource in the form in which it is called: `/openai/v1` in most cases; with an `api-version`, the older
 * one, in which Chat Completions stand below each deployment.
 *
 * @see https://learn.microsoft.com/azure/ai-foundry/openai/api-version-lifecycle
 */
function azureUrl(baseUrl: string, deployment: string): string {
  const url = new URL(baseUrl);
  const path = url.pathname.replace(/\/+$/, "");
  const versioned = url.searchParams.has("api-version") && !path.endsWith("/v1");
  const root = path.replace(/\/openai(?:\/v1|\/deployments\/[^/]+)?$/, "");
  url.pathname = versioned ? `${root}/openai${deployment}` : `${root}/openai/v1`;
  return url.href;
}

/** Azure takes keys in a header of its own, and tokens of Entra as `Bearer`, which come as headers. */
function authentication({ apiKey, headers }: HttpModelOptions): Pick<HttpModelOptions, "apiKey" | "headers"> {
  if (apiKey === undefined) return { headers };
  return { apiKey: undefined, headers: { "api-key": apiKey, ...headers } };
}
