import type { Model } from "../model.ts";
import { checkOptions } from "./check-options.ts";
import type { HttpModelOptions } from "./http-model.ts";
import { chatOptions, openaiChat, type OpenaiChatOptions } from "./openai-chat.ts";
import { openaiResponses, responsesOptions, type OpenaiResponsesOptions } from "./openai-responses.ts";

/** `baseUrl`: `https://NAME.openai.azure.com`, with `?api-version=…` where deployments are called one by one. */
type AtAzure = { readonly baseUrl: string };

/** Chat Completions of a deployment at Azure; `model` is the name of the deployment. */
export function azureChat(options: OpenaiChatOptions & AtAzure): Model {
  checkOptions(options, { maker: "azureChat", names: chatOptions });
  return openaiChat({
    ...options,
    ...authentication(options),
    baseUrl: azureUrl(options.baseUrl, `/deployments/${encodeURIComponent(options.model)}`),
    maxTokensField: "max_completion_tokens",
  });
}

/** Responses of a deployment at Azure; `model` is the name of the deployment. */
export function azureResponses(options: OpenaiResponsesOptions & AtAzure): Model {
  checkOptions(options, { maker: "azureResponses", names: responsesOptions });
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
