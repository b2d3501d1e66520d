import { describeModel } from "../catalog/describe-model.ts";
import type { Model } from "../model.ts";
import { ollamaFormat, type OllamaThinking } from "../render/ollama.ts";
import { noMedia, usualImages } from "../render/wire-media.ts";
import { AnswerBody } from "../transport/answer-body.ts";
import { checkOptions, httpModelOptions } from "./check-options.ts";
import { hostOf, httpModel, type HttpModelOptions } from "./http-model.ts";
import { OllamaDecoder } from "./ollama-decoder.ts";
import { givenHeaders } from "./provider-client.ts";
import { schemaDialect } from "./schema-dialect.ts";

export interface OllamaOptions extends Omit<HttpModelOptions, "abilities"> {
  /** With or without `/v1` at its end. @default "http://127.0.0.1:11434" */
  readonly baseUrl?: string | undefined;
  /**
   * The server loads the model with a window of this size, and its memory grows with it.
   * @default what is known of the model, at most 65_536
   */
  readonly contextWindow?: number | undefined;
  /** What `/api/show` says that the model can. Without "thinking", it is not told how much to think. @default not known */
  readonly abilities?: readonly string[] | undefined;
}

const names: Readonly<Record<keyof OllamaOptions, true>> = { ...httpModelOptions, abilities: true };
const defaultUrl = "http://127.0.0.1:11434";

/** The cache of a window beyond this size does not fit into the memory of most machines. */
export const usualWindow = 65_536;

/**
 * A model behind Ollama's own chat, which, other than its OpenAI-compatible one, takes the size of the window and refuses
 * what does not fit into it.
 *
 * @see https://docs.ollama.com/api/chat
 */
export function ollama(options: OllamaOptions): Model {
  checkOptions(options, { maker: "ollama", names, defaultUrl });
  const { model, maxOutputTokens, apiKey, abilities, fields = {} } = options;
  const baseUrl = (options.baseUrl ?? defaultUrl).replace(/\/v1\/?$/, "").replace(/\/+$/, "");
  const origin = `ollama:${hostOf(baseUrl)}:${model}`;
  const contextWindow = options.contextWindow ?? Math.min(describeModel(model).contextWindow, usualWindow);
  const key = apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
  const takesOutputSchemas = options.outputSchemas ?? "without-tools";
  const format = ollamaFormat({
    model,
    origin,
    contextWindow,
    thinking: abilities?.includes("thinking") === true ? ollamaThinkingOf(model) : "none",
    schemas: schemaDialect(baseUrl, model),
    media: {
      images: { data: usualImages, url: "none", fileId: false },
      files: noMedia,
    },
    outputs: takesOutputSchemas,
    maxOutputTokens,
    fields,
  });
  return httpModel(
    { ...options, contextWindow, abilities: abilities && { images: abilities.includes("vision") } },
    {
      baseUrl,
      path: "/api/chat",
      takesOutputSchemas,
      origin,
      format,
      client: (url) => ({
        target: { url, headers: { ...key, ...givenHeaders(options) } },
        reader: (decoder, reading) => new AnswerBody(decoder, reading, "json-lines"),
      }),
      decoder: (context) => new OllamaDecoder(context),
    },
  );
}

function ollamaThinkingOf(model: string): OllamaThinking {
  return /gpt-oss/i.test(model) ? "level" : "switch";
}
