import { openaiEfforts } from "../catalog/chat-efforts.ts";
import { openaiSampling } from "../catalog/model-sampling.ts";
import { openaiOutputSchemas } from "../catalog/output-schemas.ts";
import type { Model } from "../model.ts";
import { responsesFormat } from "../render/openai-responses.ts";
import { pdf, usualImages } from "../render/wire-media.ts";
import { checkOptions, httpModelOptions } from "./check-options.ts";
import { hostOf, httpModel, type HttpModelOptions, splitQuery } from "./http-model.ts";
import { openaiClient } from "./openai-client.ts";
import { schemaDialect } from "./schema-dialect.ts";
import { ResponsesDecoder } from "./responses-decoder.ts";

export interface OpenaiResponsesOptions extends HttpModelOptions {
  /** @default "https://api.openai.com/v1" */
  readonly baseUrl?: string | undefined;
  /** Whether the model thinks before it answers. @default by its name */
  readonly reasons?: boolean | undefined;
}

/** Every option that there is. */
export const responsesOptions: Readonly<Record<keyof OpenaiResponsesOptions, true>> = {
  ...httpModelOptions,
  reasons: true,
};
const defaultUrl = "https://api.openai.com/v1";

/**
 * A model behind OpenAI's Responses. Nothing is stored at the provider: its thoughts come encrypted and are sent
 * back with the history.
 */
export function openaiResponses(options: OpenaiResponsesOptions): Model {
  checkOptions(options, { maker: "openaiResponses", names: responsesOptions, defaultUrl });
  const { model, maxOutputTokens, fields = {} } = options;
  const { baseUrl, query } = splitQuery(options.baseUrl ?? defaultUrl);
  const origin = `openai-responses:${hostOf(baseUrl)}:${model}`;
  const reasons = options.reasons ?? !withoutReasoning.test(model);
  const takesOutputSchemas = options.outputSchemas ?? openaiOutputSchemas(model);
  return httpModel(options, {
    baseUrl,
    takesOutputSchemas,
    path: `/responses${query}`,
    origin,
    format: responsesFormat({
      model,
      origin,
      maxOutputTokens,
      reasons,
      efforts: openaiEfforts(model) ?? ["low", "medium", "high"],
      schemas: schemaDialect(baseUrl, model),
      media: {
        images: { data: usualImages, url: "any", fileId: true },
        files: { data: pdf, url: "any", fileId: true },
        ownIds: /^(?:file|assistant)-/,
      },
      sampling: (effort) => openaiSampling(model, effort),
      outputs: takesOutputSchemas,
      fields,
    }),
    client: (url) => openaiClient(options, url),
    decoder: (context) => new ResponsesDecoder(context),
  });
}

/** Models that refuse a request for encrypted thoughts, since they have none. */
const withoutReasoning = /^(?:ft:)?(?:openai\/)?(?:gpt-[34]|chatgpt-|gpt-5(?:\.\d)?-chat)/;
