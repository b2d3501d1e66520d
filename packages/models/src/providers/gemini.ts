import type { Model } from "../model.ts";
import { geminiFormat, type GeminiThinking } from "../render/gemini.ts";
import { GeminiDecoder } from "./gemini-decoder.ts";
import { hostOf, httpModel, type HttpModelOptions } from "./http-model.ts";
import { givenHeaders } from "./provider-client.ts";

export interface GeminiOptions extends HttpModelOptions {
  /** @default "https://generativelanguage.googleapis.com/v1beta" */
  readonly baseUrl?: string | undefined;
  /** How the model is made to think. @default by its name */
  readonly thinking?: GeminiThinking | undefined;
}

/**
 * A model behind Gemini's generateContent, with its thought signatures.
 *
 * @see https://ai.google.dev/api/generate-content
 */
export function gemini(options: GeminiOptions): Model {
  const { maxOutputTokens, apiKey, fields = {} } = options;
  const model = options.model.replace(/^models\//, "");
  const baseUrl = (options.baseUrl ?? "https://generativelanguage.googleapis.com/v1beta").replace(/\/+$/, "");
  const origin = `gemini:${hostOf(baseUrl)}:${model}`;
  const thinking = options.thinking ?? geminiThinkingOf(model);
  const key = apiKey === undefined ? {} : { "x-goog-api-key": apiKey };
  return httpModel(options, {
    baseUrl,
    path: `/models/${encodeURIComponent(model)}:streamGenerateContent?alt=sse`,
    origin,
    format: geminiFormat({ model, origin, thinking, maxOutputTokens, fields }),
    client: (url) => ({ target: { url, headers: { ...key, ...givenHeaders(options) } } }),
    decoder: (context) => new GeminiDecoder(context),
  });
}

/** Names without a version, such as `gemini-flash-latest`, mean newer models, which take a budget too. */
export function geminiThinkingOf(model: string): GeminiThinking {
  const version = /gemini-(\d+)(?:\.(\d+))?/.exec(model);
  if (version === null) return /gemini-.*latest/.test(model) ? "budget" : "none";
  const [major, minor] = [Number(version[1]), Number(version[2] ?? 0)];
  if (major >= 3) return "level";
  return major === 2 && minor >= 5 ? "budget" : "none";
}
