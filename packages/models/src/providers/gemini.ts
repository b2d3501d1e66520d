import type { Model } from "../model.ts";
import { geminiFormat, type GeminiThinking } from "../render/gemini.ts";
import type { MediaRules } from "../render/wire-media.ts";
import { checkOptions, httpModelOptions } from "./check-options.ts";
import { GeminiDecoder } from "./gemini-decoder.ts";
import { hostOf, httpModel, type HttpModelOptions } from "./http-model.ts";
import { givenHeaders } from "./provider-client.ts";

export interface GeminiOptions extends HttpModelOptions {
  /** @default "https://generativelanguage.googleapis.com/v1beta" */
  readonly baseUrl?: string | undefined;
  /** How the model is made to think. @default by its name */
  readonly thinking?: GeminiThinking | undefined;
}

const names: Readonly<Record<keyof GeminiOptions, true>> = { ...httpModelOptions, thinking: true };
const defaultUrl = "https://generativelanguage.googleapis.com/v1beta";

/**
 * A model behind Gemini's generateContent, with its thought signatures.
 *
 * @see https://ai.google.dev/api/generate-content
 */
export function gemini(options: GeminiOptions): Model {
  checkOptions(options, { maker: "gemini", names, defaultUrl });
  const { maxOutputTokens, apiKey, fields = {} } = options;
  const model = options.model.replace(/^models\//, "");
  const baseUrl = (options.baseUrl ?? defaultUrl).replace(/\/+$/, "");
  const origin = `gemini:${hostOf(baseUrl)}:${model}`;
  const thinking = options.thinking ?? geminiThinkingOf(model);
  const key = apiKey === undefined ? {} : { "x-goog-api-key": apiKey };
  // The models before 3 refuse a schema beside tools.
  const takesOutputSchemas = options.outputSchemas ?? (geminiMajor(model) >= 3 || "without-tools");
  return httpModel(options, {
    baseUrl,
    takesOutputSchemas,
    path: `/models/${encodeURIComponent(model)}:streamGenerateContent?alt=sse`,
    origin,
    format: geminiFormat({
      model,
      origin,
      thinking,
      media,
      outputs: takesOutputSchemas,
      maxOutputTokens,
      fields,
    }),
    client: (url) => ({ target: { url, headers: { ...key, ...givenHeaders(options) } } }),
    decoder: (context) => new GeminiDecoder(context),
  });
}

const media: MediaRules = {
  images: {
    data: new Set(["image/png", "image/jpeg", "image/webp", "image/heic", "image/heif"]),
    url: "any",
    fileId: true,
  },
  files: {
    data: new Set(
      "application/pdf audio/wav audio/mp3 audio/mpeg audio/aiff audio/aac audio/ogg audio/flac video/mp4 video/mpeg video/mov video/webm".split(
        " ",
      ),
    ),
    url: "any",
    fileId: true,
  },
  ownIds: /^(?:https:\/\/generativelanguage\.googleapis\.com\/\S+\/)?files\//,
};

/** Names without a version mean newer models. */
function geminiMajor(model: string): number {
  const version = /gemini-(\d+)/.exec(model);
  return version === null ? (/gemini-.*latest/.test(model) ? 3 : 0) : Number(version[1]);
}

/** Names without a version, such as `gemini-flash-latest`, mean newer models, which take a budget too. */
export function geminiThinkingOf(model: string): GeminiThinking {
  const version = /gemini-(\d+)(?:\.(\d+))?/.exec(model);
  if (version === null) return /gemini-.*latest/.test(model) ? "budget" : "none";
  const [major, minor] = [Number(version[1]), Number(version[2] ?? 0)];
  if (major >= 3) return "level";
  return major === 2 && minor >= 5 ? "budget" : "none";
}
