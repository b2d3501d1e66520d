import type { HttpModelOptions } from "./http-model.ts";
import { givenHeaders, type ProviderClient } from "./provider-client.ts";
import { openaiError } from "./sdk-errors.ts";

/** The way to OpenAI and to everything that takes keys as OpenAI does. */
export function openaiClient(
  options: Pick<HttpModelOptions, "apiKey" | "headers">,
  url: string,
): ProviderClient {
  const { apiKey } = options;
  const key = apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
  return {
    target: { url, headers: { accept: "text/event-stream", ...key, ...givenHeaders(options) } },
    explain: openaiError,
  };
}
