import { SpanKind, context } from "@opentelemetry/api";
import type { Attributes, Tracer } from "@opentelemetry/api";
import type { AgentHooks, AskedRequest, ModelEvent } from "@hermes/agent-loop";
import { instructionsText, messagesText } from "./content.ts";
import type { Content } from "./content.ts";
import { names, providerName } from "./conventions.ts";
import { errorTypeOf } from "./error-type.ts";
import type { RequestMetrics } from "./metrics.ts";
import { OpenSpan } from "./open-span.ts";
import { usageAttributes } from "./usage-attributes.ts";

export interface ChatSpansOptions {
  readonly tracer: Tracer;
  readonly metrics: RequestMetrics;
  readonly attributes: Attributes;
  readonly content: Content;
}

/** `chat`: one request with its retries, of a turn or beside one. */
export function chatSpans(options: ChatSpansOptions): NonNullable<AgentHooks["aroundModelRequest"]> {
  const { tracer, metrics, attributes, content } = options;
  return async function* (asked, next, { sessionId, signal }) {
    const startedAt = performance.now();
    const seconds = (): number => (performance.now() - startedAt) / 1_000;
    const chat = new OpenSpan(tracer, `chat ${asked.model.id}`, {
      kind: SpanKind.CLIENT,
      attributes: { ...attributes, [names.conversation]: sessionId, ...requestAttributes(asked) },
    });
    content.add(chat.span, names.systemInstructions, () => instructionsText(asked.request));
    content.add(chat.span, names.inputMessages, () => messagesText(asked.request.messages));
    const answer = new Answer(chat, content, seconds);
    let errorType: string | undefined;
    try {
      for await (const event of context.with(chat.context, () => next())) {
        answer.take(event);
        yield event;
      }
      if (!answer.isWhole) chat.fail((errorType = "incomplete"));
    } catch (error) {
      if (signal.aborted) chat.span.setAttribute(names.interrupted, true);
      else chat.fail((errorType = errorTypeOf(error)), content.ofError(error));
      throw error;
    } finally {
      // Whoever reads may leave in the middle.
      if (!answer.isWhole && signal.aborted) chat.span.setAttribute(names.interrupted, true);
      chat.end();
      metrics.record(asked, { seconds: seconds(), usage: answer.usage, errorType, model: answer.model });
    }
  };
}

function requestAttributes({ purpose, round, model, request }: AskedRequest): Attributes {
  return {
    [names.operation]: "chat",
    [names.provider]: providerName(model.provider),
    [names.requestModel]: model.id,
    [names.stream]: true,
    [names.outputType]: request.output === undefined ? undefined : "json",
    [names.maxTokens]: request.maxOutputTokens,
    [names.temperature]: request.temperature,
    [names.topP]: request.topP,
    [names.seed]: request.seed,
    [names.stopSequences]: request.stop === undefined ? undefined : [...request.stop],
    [names.purpose]: purpose,
    [names.round]: round,
  };
}

type Finish = Extract<ModelEvent, { readonly type: "finish" }>;

/** What comes back, as it is put on a span. */
class Answer {
  readonly #chat: OpenSpan;
  readonly #content: Content;
  readonly #seconds: () => number;
  #hasBegun = false;
  #finish: Finish | undefined;
  #switched: string | undefined;

  constructor(chat: OpenSpan, content: Content, seconds: () => number) {
    this.#chat = chat;
    this.#content = content;
    this.#seconds = seconds;
  }

  get isWhole(): boolean {
    return this.#finish !== undefined;
  }

  get usage(): Finish["usage"] | undefined {
    return this.#finish?.usage;
  }

  /** That answered, where it is known. */
  get model(): string | undefined {
    return this.#finish?.model ?? this.#switched;
  }

  take(event: ModelEvent): void {
    const { span } = this.#chat;
    switch (event.type) {
      case "retry":
        // The reason may quote what was sent.
        span.addEvent("hermes.retry", {
          attempt: event.attempt,
          delay_ms: event.delayMs,
          "http.response.status_code": event.status,
        });
        break;
      case "restart":
        span.addEvent("hermes.restart");
        break;
      case "switch": {
        const { from, to, cause } = event;
        this.#switched = to.model;
        span.addEvent("hermes.model_switch", { from: from.model, to: to.model, cause: String(cause) });
        break;
      }
      case "unsupported":
        span.addEvent("hermes.unsupported", { what: event.what, sent: event.sent });
        break;
      case "finish":
        this.#end(event);
        break;
      default:
        if (!this.#hasBegun) span.setAttribute(names.timeToFirstChunk, this.#seconds());
        this.#hasBegun = true;
    }
  }

  #end(finish: Finish): void {
    const { span } = this.#chat;
    this.#finish = finish;
    span.setAttributes({
      [names.responseModel]: this.model,
      [names.finishReasons]: [finish.finishReason],
      ...usageAttributes(finish.usage),
    });
    this.#content.add(span, names.outputMessages, () => messagesText([finish.message], finish.finishReason));
  }
}
