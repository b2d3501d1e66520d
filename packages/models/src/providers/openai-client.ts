import { isRecord } from "../transport/json-fields.ts";
import type { HttpModelOptions } from "./http-model.ts";
import { ownHeadersOf, type SdkClient } from "./sdk-client.ts";

/** OpenAI's SDK, loaded when it is first needed. It reads nothing from the environment that could be sent. */
export async function openaiClient(
  options: HttpModelOptions,
  address: { readonly baseUrl: string; readonly path: string },
): Promise<SdkClient> {
  const { OpenAI, APIError } = await import("openai");
  const client = new OpenAI({
    // The SDK refuses to work without a key; local servers have none, and then none is sent.
    apiKey: options.apiKey ?? "none",
    baseURL: address.baseUrl,
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    logLevel: "off",
    defaultHeaders: {
      "content-type": "application/json",
      accept: "text/event-stream",
      // Also said here, since the environment may hold another one.
      authorization: options.apiKey === undefined ? null : `Bearer ${options.apiKey}`,
      ...options.headers,
    },
  });
  const { url, req } = await client.buildRequest({ method: "post", path: address.path });
  return {
    target: { url, headers: ownHeadersOf(new Headers(req.headers), options.headers) },
    statusError({ status, body, headers }) {
      if (!isRecord(body)) return APIError.generate(status, undefined, String(body), headers);
      return APIError.generate(
        status,
        isRecord(body["error"]) ? body : { error: body["error"] ?? body },
        undefined,
        headers,
      );
    },
    streamError: (body, headers) => new APIError(undefined, body, undefined, headers),
  };
}
