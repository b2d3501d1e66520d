import { describeModel } from "../catalog/describe-model.ts";
import type { Model } from "../model.ts";
import { messagesFormat } from "../render/anthropic-messages.ts";
import { thinkingStyleOf, type ThinkingStyle } from "../render/claude-thinking.ts";
import { anthropicClient } from "./anthropic-client.ts";
import { hostOf, httpModel, type HttpModelOptions } from "./http-model.ts";
import { MessagesDecoder } from "./messages-decoder.ts";

export interface AnthropicMessagesOptions extends HttpModelOptions {
  /** With or without `/v1` at its end. @default "https://api.anthropic.com" */
  readonly baseUrl?: string | undefined;
  /** Most tokens of an answer when a request names no limit. @default what the model can, at most 32_000 */
  readonly maxOutputTokens?: number | undefined;
  /** How the model is made to think when a request wants effort. @default by its name */
  readonly thinking?: ThinkingStyle | undefined;
}

const roomyAnswer = 32_000;
/** What models take that are in no catalogue. */
const smallAnswer = 8192;

/** A model behind Anthropic's Messages, with prompt caching. The SDK is loaded with the first request. */
export function anthropicMessages(options: AnthropicMessagesOptions): Model {
  const { model, fields = {} } = options;
  const baseUrl = (options.baseUrl ?? "https://api.anthropic.com").replace(/\/v1\/?$/, "");
  const origin = `anthropic-messages:${hostOf(baseUrl)}:${model}`;
  const { cacheTtl = "5m" } = options;
  const format = messagesFormat({
    model,
    origin,
    maxOutputTokens:
      options.maxOutputTokens ?? Math.min(roomyAnswer, describeModel(model).maxOutputTokens ?? smallAnswer),
    cacheTtl,
    thinking: options.thinking ?? thinkingStyleOf(model),
    fields,
  });
  return httpModel(options, {
    baseUrl,
    path: "/v1/messages",
    origin,
    format,
    cacheTtl,
    load: (address) => anthropicClient(options, address),
    decoder: (context) => new MessagesDecoder(context),
  });
}
