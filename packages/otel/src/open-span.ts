import { SpanStatusCode, context, createContextKey, trace } from "@opentelemetry/api";
import type { Attributes, Context, Link, Span, SpanKind, SpanContext, Tracer } from "@opentelemetry/api";
import { names } from "./conventions.ts";

const openSpanKey = createContextKey("hermes.open-span");

export interface OpenSpanOptions {
  readonly kind: SpanKind;
  readonly attributes: Attributes;
  /** What it goes on with, beside its parent. */
  readonly links?: readonly SpanContext[] | undefined;
}

/** A span of this package, and the context in which it is active. */
export class OpenSpan {
  readonly span: Span;
  readonly context: Context;
  #isEnded = false;

  constructor(tracer: Tracer, name: string, { kind, attributes, links = [] }: OpenSpanOptions) {
    const { parent, before } = parentOf(context.active());
    const linked: Link[] = [...before, ...links].map((each) => ({ context: each }));
    this.span = tracer.startSpan(name, { kind, attributes, links: linked }, parent);
    this.context = trace.setSpan(parent.setValue(openSpanKey, this), this.span);
  }

  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** @param text Shown with the status; absent: the type says it all. */
  fail(type: string, text?: string): void {
    this.span.setAttribute(names.errorType, type);
    this.span.setStatus({ code: SpanStatusCode.ERROR, ...(text === undefined ? {} : { message: text }) });
  }

  end(): void {
    this.#isEnded = true;
    this.span.end();
  }
}

/** What began in a span that has ended meanwhile, as children in the background do, is a trace of its own with a link. */
function parentOf(active: Context): { readonly parent: Context; readonly before: readonly SpanContext[] } {
  const open = active.getValue(openSpanKey);
  // A span of somebody else in between is their matter.
  if (!(open instanceof OpenSpan) || !open.isEnded || trace.getSpan(active) !== open.span)
    return { parent: active, before: [] };
  return { parent: trace.deleteSpan(active), before: [open.span.spanContext()] };
}
