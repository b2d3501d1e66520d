import { chatEfforts } from "../catalog/chat-efforts.ts";
import { chatChoice, chatSampling } from "../catalog/model-sampling.ts";
import { chatOutputSchemas } from "../catalog/output-schemas.ts";
import type { Model } from "../model.ts";
import { chatFormat, type ReasoningEcho } from "../render/openai-chat.ts";
import { type MediaRules, pdf, usualImages } from "../render/wire-media.ts";
import { checkOptions, httpModelOptions } from "./check-options.ts";
import { ChatDecoder } from "./chat-decoder.ts";
import type { OutputDialectName } from "../render/schema/output-dialects.ts";
import { hostOf, httpModel, type HttpModelOptions, splitQuery } from "./http-model.ts";
import { openaiClient } from "./openai-client.ts";
import { schemaDialect } from "./schema-dialect.ts";

export interface OpenaiChatOptions extends HttpModelOptions {
  /** @default "https://api.openai.com/v1" */
  readonly baseUrl?: string | undefined;
  /** In which field the server wants the reasoning of earlier turns back. @default by host; "none" for most */
  readonly reasoningEcho?: ReasoningEcho | undefined;
  /** Which field limits the answer. @default by host; "max_tokens" for most */
  readonly maxTokensField?: "max_tokens" | "max_completion_tokens" | undefined;
}

/** Every option that there is. */
export const chatOptions: Readonly<Record<keyof OpenaiChatOptions, true>> = {
  ...httpModelOptions,
  reasoningEcho: true,
  maxTokensField: true,
};

const defaultUrl = "https://api.openai.com/v1";

/** What is particular to a host that speaks Chat Completions. */
interface Dialect {
  readonly maxTokensField: "max_tokens" | "max_completion_tokens";
  readonly reasoningEcho: ReasoningEcho;
  readonly streamOptions: { readonly [key: string]: unknown };
}

const compatible: Dialect = {
  maxTokensField: "max_tokens",
  reasoningEcho: "none",
  streamOptions: { include_usage: true },
};

// Obfuscation pads every event against listeners who can see only lengths; it costs a tenth of the bytes.
const openai: Dialect = {
  ...compatible,
  maxTokensField: "max_completion_tokens",
  streamOptions: { include_usage: true, include_obfuscation: false },
};
const openrouter: Dialect = { ...compatible, reasoningEcho: "reasoning_details" };
const thinking: Dialect = { ...compatible, reasoningEcho: "reasoning_content" };

/**
 * A model behind Chat Completions: OpenAI, OpenRouter, and every server that is compatible with them.
 */
export function openaiChat(options: OpenaiChatOptions): Model {
  checkOptions(options, { maker: "openaiChat", names: chatOptions, defaultUrl });
  const { baseUrl, query } = splitQuery(options.baseUrl ?? defaultUrl);
  const host = hostOf(baseUrl);
  const name = host.replace(/:\d+$/, "");
  const dialect = dialectOf(host);
  const takesOutputSchemas = options.outputSchemas ?? chatOutputSchemas(name, options.model);
  const origin = `openai-chat:${host}:${options.model}`;
  // OpenRouter hands the marks of Anthropic's models on.
  const cacheMarkers = isHost(host, "openrouter.ai") && options.model.startsWith("anthropic/");
  const cacheTtl = cacheMarkers ? (options.cacheTtl ?? "5m") : undefined;
  const format = chatFormat({
    model: options.model,
    origin,
    maxTokensField: options.maxTokensField ?? dialect.maxTokensField,
    efforts: chatEfforts(name, options.model),
    reasoningEcho: options.reasoningEcho ?? dialect.reasoningEcho,
    schemas: schemaDialect(baseUrl, options.model),
    media: mediaOf(host),
    sampling: (effort) => chatSampling(name, options.model, effort),
    toolChoice: chatChoice(name),
    outputs: takesOutputSchemas ? outputDialect(name) : undefined,
    cacheMarkers,
    cacheTtl,
    maxOutputTokens: options.maxOutputTokens,
    fields: { stream_options: dialect.streamOptions, ...options.fields },
  });
  return httpModel(options, {
    baseUrl,
    path: `/chat/completions${query}`,
    origin,
    format,
    cacheTtl,
    takesOutputSchemas,
    client: (url) => openaiClient(options, url),
    decoder: (context) => new ChatDecoder(context),
  });
}

function dialectOf(host: string): Dialect {
  if (isHost(host, "api.openai.com")) return openai;
  if (isHost(host, "openrouter.ai")) return openrouter;
  // These refuse an assistant message with calls that comes back without its reasoning.
  const wantsReasoning = ["deepseek.com", "moonshot.ai", "moonshot.cn", "xiaomimimo.com"];
  return wantsReasoning.some((name) => isHost(host, name)) ? thinking : compatible;
}

/** Pictures by their address are known to all that take pictures; files to few. */
function mediaOf(host: string): MediaRules {
  const images = { data: usualImages, url: "any", fileId: false } as const;
  const isOpenai = isHost(host, "openai.com") || isHost(host, "azure.com");
  const isRouter = isHost(host, "openrouter.ai");
  return {
    images,
    files: { data: isOpenai || isRouter ? pdf : "none", url: isRouter ? pdf : "none", fileId: isOpenai },
    ownIds: /^(?:file|assistant)-/,
  };
}

/** What a server makes of a schema: only OpenAI's, and those that hand requests on to it, are known to be strict. */
function outputDialect(host: string): OutputDialectName {
  const isStrict = ["openai.com", "azure.com", "openrouter.ai", "x.ai"].some((name) => isHost(host, name));
  return isStrict ? "openai" : "any";
}

function isHost(host: string, name: string): boolean {
  return host === name || host.endsWith(`.${name}`);
}
