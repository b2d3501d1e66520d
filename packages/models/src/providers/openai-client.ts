import type { HttpModelOptions } from "./http-model.ts";
import { type SdkClient, sdkFetch, sdkTimeoutMs } from "./sdk-client.ts";

/** OpenAI's SDK, loaded when it is first needed. It reads nothing from the environment that could be sent. */
export async function openaiClient(options: HttpModelOptions, baseUrl: string): Promise<SdkClient> {
  const { OpenAI, APIError } = await import("openai");
  const { fetch, answer } = sdkFetch(options);
  const client = new OpenAI({
    // The SDK refuses to work without a key; local servers have none, and then none is sent.
    apiKey: options.apiKey ?? "none",
    baseURL: baseUrl,
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    maxRetries: 0,
    timeout: sdkTimeoutMs,
    logLevel: "off",
    defaultHeaders: {
      "content-type": "application/json",
      accept: "text/event-stream",
      authorization: options.apiKey === undefined ? null : `Bearer ${options.apiKey}`,
      ...options.headers,
    },
    fetch,
  });
  return {
    post: async (path, request) => answer(await client.post(path, request).asResponse()),
    streamError: (body, headers) => new APIError(undefined, asError(body), undefined, headers),
  };
}

/** Errors inside a stream are records or bare texts. */
export function asError(body: unknown): object {
  return typeof body === "object" && body !== null ? body : { message: String(body) };
}
