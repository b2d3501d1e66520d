import { describeModel } from "../catalog/describe-model.ts";
import { claudeOutputSchemas } from "../catalog/output-schemas.ts";
import type { Model } from "../model.ts";
import { messagesFormat } from "../render/anthropic-messages.ts";
import { thinkingStyleOf, type ThinkingStyle } from "../render/claude-thinking.ts";
import { pdf, usualImages } from "../render/wire-media.ts";
import { checkOptions, httpModelOptions } from "./check-options.ts";
import { hostOf, httpModel, type HttpModelOptions } from "./http-model.ts";
import { MessagesDecoder } from "./messages-decoder.ts";
import { givenHeaders } from "./provider-client.ts";
import { anthropicError } from "./sdk-errors.ts";

export interface AnthropicMessagesOptions extends HttpModelOptions {
  /** With or without `/v1` at its end. @default "https://api.anthropic.com" */
  readonly baseUrl?: string | undefined;
  /** Most tokens of an answer when a request names no limit. @default what the model can, at most 32_000 */
  readonly maxOutputTokens?: number | undefined;
  /** How the model is made to think when a request wants effort. @default by its name */
  readonly thinking?: ThinkingStyle | undefined;
}

/** Other text is sent as text. */
const documents: ReadonlySet<string> = new Set(["application/pdf", "text/plain"]);
const names: Readonly<Record<keyof AnthropicMessagesOptions, true>> = { ...httpModelOptions, thinking: true };
const defaultUrl = "https://api.anthropic.com";

const roomyAnswer = 32_000;
/** What models take that are in no catalogue. */
const smallAnswer = 8192;

/** @see https://docs.claude.com/en/api/versioning */
const versioned = { accept: "text/event-stream", "anthropic-version": "2023-06-01" };

/** A model behind Anthropic's Messages, with prompt caching. */
export function anthropicMessages(options: AnthropicMessagesOptions): Model {
  checkOptions(options, { maker: "anthropicMessages", names, defaultUrl });
  const { model, fields = {} } = options;
  const baseUrl = (options.baseUrl ?? defaultUrl).replace(/\/+$/, "").replace(/\/v1$/, "");
  const origin = `anthropic-messages:${hostOf(baseUrl)}:${model}`;
  const { apiKey, cacheTtl = "5m" } = options;
  const key = apiKey === undefined ? {} : { "x-api-key": apiKey };
  const takesOutputSchemas = options.outputSchemas ?? claudeOutputSchemas(model);
  const format = messagesFormat({
    model,
    origin,
    maxOutputTokens:
      options.maxOutputTokens ?? Math.min(roomyAnswer, describeModel(model).maxOutputTokens ?? smallAnswer),
    cacheTtl,
    thinking: options.thinking ?? thinkingStyleOf(model),
    media: {
      images: { data: usualImages, url: "any", fileId: true },
      files: { data: documents, url: pdf, fileId: true },
      ownIds: /^file_/,
    },
    outputs: takesOutputSchemas,
    fields,
  });
  return httpModel(options, {
    baseUrl,
    path: "/v1/messages",
    origin,
    format,
    cacheTtl,
    takesOutputSchemas,
    client: (url) => ({
      target: { url, headers: { ...versioned, ...key, ...givenHeaders(options) } },
      explain: anthropicError,
    }),
    decoder: (context) => new MessagesDecoder(context),
  });
}
