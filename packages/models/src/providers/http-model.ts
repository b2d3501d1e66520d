import { describeModel } from "../catalog/describe-model.ts";
import type { ModelAbilities } from "../catalog/model-abilities.ts";
import { costOf, hourWritePrice, type ModelPrice } from "../catalog/model-price.ts";
import { ModelError } from "../model-error.ts";
import type { Model, ModelRequest } from "../model.ts";
import { type CacheTtl, cacheTtlMs } from "../render/cache-marker.ts";
import { type EncodedRequest, RequestEncoder } from "../render/request-encoder.ts";
import type { WireFormat } from "../render/wire-format.ts";
import { isTaken, type MediaRules, mediaRules, usualMedia } from "../render/wire-media.ts";
import type { WireTools } from "../render/wire-tools.ts";
import { originOf } from "../resilience/error-facts.ts";
import type { RetryPolicy } from "../resilience/retry-policy.ts";
import { withRetries } from "../resilience/with-retries.ts";
import type { AnswerDecoder } from "../transport/answer-decoder.ts";
import { answerStream, type OpenAnswer } from "../transport/answer-stream.ts";
import { isRecord, type JsonRecord } from "../transport/json-fields.ts";
import type { Fetch } from "../transport/post.ts";
import type { Usage } from "../usage.ts";
import type { Attempt } from "./attempt.ts";
import { ApiError } from "./api-error.ts";
import { outputDecoder } from "./output-decoder.ts";
import { connect, type Connection, type ProviderClient } from "./provider-client.ts";

/** What every model behind an HTTP address has. */
export interface HttpModelOptions {
  /** The provider's name for the model. */
  readonly model: string;
  /** Sent to the host of `baseUrl` alone. Undefined: none is sent. */
  readonly apiKey?: string | undefined;
  readonly baseUrl?: string | undefined;
  /** Id of the provider, for messages and display. @default the host */
  readonly provider?: string | undefined;
  /** Tokens of input and output together. @default what is known of the model */
  readonly contextWindow?: number | undefined;
  /** Most tokens of an answer when a request names no limit. @default what the provider takes */
  readonly maxOutputTokens?: number | undefined;
  /** Gives usage its cost where the provider names none. @default what is known of the model */
  readonly price?: ModelPrice | undefined;
  /** What the model can; what it can't is not sent to it, and said by an event. @default what is known of the model */
  readonly abilities?: ModelAbilities | undefined;
  /** Whether the provider keeps to the schema of an answer, also where tools are offered. @default what is known of it */
  readonly outputSchemas?: boolean | undefined;
  /** How long a provider keeps what it has read, where it can be told: Anthropic, also through OpenRouter. @default "5m" */
  readonly cacheTtl?: CacheTtl | undefined;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Top-level fields of every request, such as `provider` of OpenRouter. */
  readonly fields?: { readonly [key: string]: unknown } | undefined;
  /** Stands for the package's own HTTP client: for a proxy, or a test. */
  readonly fetch?: Fetch | undefined;
  readonly retry?: RetryPolicy | undefined;
}

/** What a decoder needs to know of the request that is answered. */
export interface DecoderContext {
  /** Marks what only this adapter understands. */
  readonly origin: string;
  readonly tools: WireTools;
  /** The data of an event as a record. @throws {ModelError} when it is none. */
  parse(data: string): JsonRecord;
  /** The error for one that came inside the stream. */
  streamError(body: unknown): Error;
  /** Adds the cost where a price is known and the provider named none. */
  priced(usage: Usage): Usage;
}

/** What makes one protocol different from another. */
export interface Protocol {
  readonly baseUrl: string;
  /** Appended to the base URL. */
  readonly path: string;
  readonly origin: string;
  readonly format: WireFormat;
  /** That of the marks that it sends. Undefined: it sends none. */
  readonly cacheTtl?: CacheTtl | undefined;
  /** Whether the provider keeps to the schema of an answer, as far as is known. @default false */
  readonly takesOutputSchemas?: Model["takesOutputSchemas"];
  /** Called with the first request. @param url `baseUrl` and `path` */
  client(url: string): ProviderClient | Promise<ProviderClient>;
  decoder(context: DecoderContext): AnswerDecoder;
}

export function httpModel(options: HttpModelOptions, protocol: Protocol): Model {
  const { model, retry } = options;
  const known = describeModel(model);
  const provider = options.provider ?? hostOf(protocol.baseUrl);
  const price = withTtl(options.price ?? known.price, protocol.cacheTtl);
  const abilities = { ...known.abilities, ...options.abilities };
  const media = mediaRules({ ...(protocol.format.media ?? usualMedia), provider }, abilities);
  return {
    id: model,
    provider,
    contextWindow: options.contextWindow ?? known.contextWindow,
    maxOutputTokens: options.maxOutputTokens ?? known.maxOutputTokens,
    price,
    cacheTtlMs: protocol.cacheTtl && cacheTtlMs(protocol.cacheTtl),
    takesOutputSchemas: options.outputSchemas ?? protocol.takesOutputSchemas ?? false,
    abilities,
    takesFile: (file) => isTaken(file, media),
    stream: withRetries(attemptOf(options, protocol, { price, media }), {
      ...retry,
      provider,
      model,
      baseUrl: protocol.baseUrl,
    }),
  };
}

/** With what is written for an hour, where that is asked for: a reservation counts on it. */
function withTtl(price: ModelPrice | undefined, ttl: CacheTtl | undefined): ModelPrice | undefined {
  if (price === undefined || ttl !== "1h") return price;
  return { ...price, cacheWrite1h: hourWritePrice(price) };
}

function attemptOf(
  options: HttpModelOptions,
  protocol: Protocol,
  { price, media }: { readonly price: ModelPrice | undefined; readonly media: MediaRules },
): Attempt {
  const encoder = new RequestEncoder(protocol.format, media);
  /** Of these it was said what can't be sent: a further attempt says it no more. */
  const reported = new WeakSet<ModelRequest>();
  const provider = options.provider ?? hostOf(protocol.baseUrl);
  let connection: Promise<Connection> | undefined;
  const connected = async (): Promise<Connection> =>
    connect(await protocol.client(protocol.baseUrl + protocol.path), options);

  return (request, { signal, onActivity }) => {
    let encoded: EncodedRequest | undefined;
    const open = async (): Promise<OpenAnswer> => {
      const { client, post, streamError } = await (connection ??= connected());
      encoded = encoder.encode(request);
      const answer = await post({ body: encoded.body, signal });
      const decoder = protocol.decoder({
        origin: protocol.origin,
        tools: protocol.format.tools(request.tools),
        parse: (data) => parseEvent(data, options.model, provider),
        streamError: (body) => streamError(body, answer),
        priced: (usage) => withCost(usage, price),
      });
      const unsupported = reported.has(request) ? [] : encoded.unsupported;
      reported.add(request);
      return {
        source: answer.source,
        events: unsupported,
        decoder: outputDecoder(decoder, protocol.format.output?.(request)),
        reader: client.reader,
        refusal: (received) => noAnswer(received, options, protocol),
      };
    };
    const explain = async (error: unknown): Promise<unknown> =>
      error instanceof ApiError ? await (await connection)?.client.explain?.(error) : undefined;
    return answerStream(open, { signal, onActivity, explain, onClose: () => encoded?.release() });
  };
}

function withCost(usage: Usage, price: ModelPrice | undefined): Usage {
  const costUsd = usage.costUsd ?? costOf(usage, price);
  return costUsd === undefined ? usage : { ...usage, costUsd };
}

function parseEvent(data: string, model: string, provider: string): JsonRecord {
  try {
    const value: unknown = JSON.parse(data);
    if (isRecord(value)) return value;
  } catch {
    // Said below, as for every other thing that is no record.
  }
  throw new ModelError(`${provider} sent an event that is not a JSON object: ${data.slice(0, 80)}`, {
    kind: "server",
    provider,
    model,
    retryable: true,
    hint: "Try again; if it stays, the server speaks another protocol.",
  });
}

/** For a body that came with status 200 and is no answer of a model: sending the request again would change nothing. */
function noAnswer(received: string, options: HttpModelOptions, { baseUrl, path }: Protocol): ModelError {
  const isPage = received.trimStart().startsWith("<");
  const title = /<title[^>]*>([^<]+)/i.exec(received)?.[1];
  const what = isPage ? `a web page (${title?.trim() ?? "without a title"})` : "something else";
  const start = title === undefined ? `: ${received.trim().replace(/\s+/g, " ").slice(0, 120)}` : "";
  return new ModelError(
    `${originOf(baseUrl)}${pathOf(baseUrl)}${path} answered with ${what} and not as a model does${start}.`,
    {
      kind: "bad-request",
      provider: options.provider ?? hostOf(baseUrl),
      model: options.model,
      status: 200,
      retryable: false,
      hint: "Check the base URL (most end in /v1): a login page, a proxy or another program may answer there.",
    },
  );
}

function pathOf(baseUrl: string): string {
  return (URL.parse(baseUrl)?.pathname ?? "").replace(/\/+$/, "");
}

/** Host and port: what a key belongs to. */
export function hostOf(baseUrl: string): string {
  return URL.parse(baseUrl)?.host ?? baseUrl;
}

/** A base URL and what stands behind its path, such as `?api-version=…`, which goes behind that of a request. */
export function splitQuery(text: string): { readonly baseUrl: string; readonly query: string } {
  const [baseUrl = "", ...rest] = text.split("?");
  return { baseUrl: baseUrl.replace(/\/+$/, ""), query: rest.length === 0 ? "" : `?${rest.join("?")}` };
}
