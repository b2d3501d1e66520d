import { isRecord } from "../transport/json-fields.ts";
import type { HttpModelOptions } from "./http-model.ts";
import { ownHeadersOf, type SdkClient } from "./sdk-client.ts";

/** Anthropic's SDK, loaded when it is first needed. It looks for no key and no settings anywhere else. */
export async function anthropicClient(
  options: HttpModelOptions,
  address: { readonly baseUrl: string; readonly path: string },
): Promise<SdkClient> {
  const { Anthropic, APIError } = await import("@anthropic-ai/sdk");
  const client = new Anthropic({
    // Without a key the SDK would search the machine for credentials; where there is none, none is sent.
    apiKey: options.apiKey ?? "none",
    baseURL: address.baseUrl,
    webhookKey: null,
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
  });
  const { url, req } = await client.buildRequest({ method: "post", path: address.path });
  return {
    target: { url, headers: ownHeadersOf(new Headers(req.headers), options.headers) },
    statusError({ status, body, headers }) {
      if (!isRecord(body)) return APIError.generate(status, undefined, String(body), headers);
      return APIError.generate(status, body, undefined, headers);
    },
    streamError: (body, headers) => new APIError(undefined, body, undefined, headers),
  };
}
