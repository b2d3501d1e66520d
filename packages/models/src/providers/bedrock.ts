import { claudeOutputSchemas } from "../catalog/output-schemas.ts";
import type { Model } from "../model.ts";
import { converseFormat, documentFormats } from "../render/bedrock-converse.ts";
import { thinkingStyleOf, type ThinkingStyle } from "../render/claude-thinking.ts";
import { usualImages } from "../render/wire-media.ts";
import type { AwsCredentials } from "./bedrock-client.ts";
import { checkOptions, httpModelOptions } from "./check-options.ts";
import { ConverseDecoder } from "./converse-decoder.ts";
import { hostOf, httpModel, type HttpModelOptions } from "./http-model.ts";

export interface BedrockOptions extends HttpModelOptions {
  /** Such as `us-east-1`: where the model is, and what a signature is for. @default "us-east-1" */
  readonly region?: string | undefined;
  /** Signs the requests. Not needed with `apiKey`, a Bedrock API key that is sent as it is. */
  readonly credentials?: AwsCredentials | undefined;
  /** @default the runtime of Bedrock in the region */
  readonly baseUrl?: string | undefined;
  /** How Claude is made to think when a request wants effort. @default by its name */
  readonly thinking?: ThinkingStyle | undefined;
}

const names: Readonly<Record<keyof BedrockOptions, true>> = {
  ...httpModelOptions,
  region: true,
  credentials: true,
  thinking: true,
};

/**
 * A model behind Amazon Bedrock's ConverseStream. What signs requests and reads frames is loaded with the first request.
 *
 * @see https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ConverseStream.html
 */
export function bedrock(options: BedrockOptions): Model {
  const { model, region = "us-east-1", maxOutputTokens, fields = {} } = options;
  const defaultUrl = `https://bedrock-runtime.${region}.amazonaws.com`;
  const needsKey = options.credentials === undefined && options.baseUrl === undefined;
  checkOptions(options, { maker: "bedrock", names, defaultUrl, needsKey });
  const baseUrl = (options.baseUrl ?? defaultUrl).replace(/\/+$/, "");
  const origin = `bedrock:${hostOf(baseUrl)}:${model}`;
  const takesOutputSchemas = options.outputSchemas ?? claudeOutputSchemas(model);
  return httpModel(options, {
    baseUrl,
    takesOutputSchemas,
    // Names hold colons, ARNs also slashes.
    path: `/model/${encodeURIComponent(model)}/converse-stream`,
    origin,
    format: converseFormat({
      model,
      origin,
      thinking: options.thinking ?? thinkingStyleOf(model),
      cachePoints: takesCachePoints(model),
      media: {
        images: { data: usualImages, url: "none", fileId: false },
        files: { data: new Set(Object.keys(documentFormats)), url: "none", fileId: false },
      },
      outputs: takesOutputSchemas,
      maxOutputTokens,
      fields,
    }),
    client: async (url) => (await import("./bedrock-client.ts")).bedrockClient({ ...options, region }, url),
    decoder: (context) => new ConverseDecoder(context),
  });
}

/**
 * Claude from 3.7 on, its small model from 3.5 on, and Nova.
 *
 * @see https://docs.aws.amazon.com/bedrock/latest/userguide/prompt-caching.html
 */
function takesCachePoints(model: string): boolean {
  if (model.includes("amazon.nova")) return true;
  return model.includes("claude") && !/claude-(?:v\d|instant|3-(?:sonnet|haiku|opus)|3-5-sonnet)/.test(model);
}
