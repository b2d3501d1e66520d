import type { HttpModelOptions } from "./http-model.ts";
import { asError } from "./openai-client.ts";
import { type SdkClient, sdkFetch, sdkTimeoutMs } from "./sdk-client.ts";

/** Anthropic's SDK, loaded when it is first needed. It looks for no key and no settings anywhere else. */
export async function anthropicClient(options: HttpModelOptions, baseUrl: string): Promise<SdkClient> {
  const { Anthropic, APIError } = await import("@anthropic-ai/sdk");
  const { fetch, answer } = sdkFetch(options);
  const client = new Anthropic({
    // Without a key the SDK would search the machine for credentials; where there is none, none is sent.
    apiKey: options.apiKey ?? "none",
    baseURL: baseUrl,
    webhookKey: null,
    maxRetries: 0,
    timeout: sdkTimeoutMs,
    logLevel: "off",
    openTelemetry: false,
    defaultHeaders: {
      "content-type": "application/json",
      accept: "text/event-stream",
      "x-api-key": options.apiKey ?? null,
      // The SDK would add a token that it finds in the environment.
      authorization: null,
      ...options.headers,
    },
    fetch,
  });
  return {
    post: async (path, request) => answer(await client.post(path, request).asResponse()),
    streamError: (body, headers) => new APIError(undefined, asError(body), undefined, headers),
  };
}
