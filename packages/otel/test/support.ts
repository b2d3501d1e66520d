import { SpanStatusCode, context, trace } from "@opentelemetry/api";
import type { Attributes } from "@opentelemetry/api";
import { NodeTracerProvider } from "@opentelemetry/sdk-trace-node";
import type { ReadableSpan, Span, SpanProcessor } from "@opentelemetry/sdk-trace-node";
import { Agent, defineTool, scripted, z } from "@hermes/agent-loop";
import type { AgentEvent, AgentOptions, Tool, TurnEnd } from "@hermes/agent-loop";
import type { ScriptedAnswer } from "@hermes/models";
import { openTelemetry } from "../src/index.ts";

/** Keeps every span from its beginning, so that one that never ends is seen. */
export class Spans implements SpanProcessor {
  readonly begun: ReadableSpan[] = [];
  /** In the order of their ends. */
  readonly ended: ReadableSpan[] = [];

  onStart(span: Span): void {
    this.begun.push(span);
  }

  onEnd(span: ReadableSpan): void {
    this.ended.push(span);
  }

  /** Each span behind the names of those above it. */
  get paths(): readonly string[] {
    return this.begun.map((span) => this.pathOf(span));
  }

  pathOf(span: ReadableSpan): string {
    const above = this.parentOf(span);
    return above === undefined ? span.name : `${this.pathOf(above)} / ${span.name}`;
  }

  parentOf({ parentSpanContext }: ReadableSpan): ReadableSpan | undefined {
    return this.begun.find((each) => each.spanContext().spanId === parentSpanContext?.spanId);
  }

  /** The first of that name. */
  named(name: string): ReadableSpan {
    const span = this.begun.find((each) => each.name === name);
    if (span === undefined) throw new Error(`There is no span ${name}: ${this.paths.join(", ")}`);
    return span;
  }

  attributesOf(name: string): Attributes {
    return this.named(name).attributes;
  }

  forceFlush = async (): Promise<void> => undefined;
  shutdown = async (): Promise<void> => undefined;
}

/** A registered provider whose spans are kept. */
export function registerSpans(): { readonly spans: Spans; readonly close: () => Promise<void> } {
  const spans = new Spans();
  const provider = new NodeTracerProvider({ spanProcessors: [spans] });
  provider.register();
  return {
    spans,
    async close() {
      trace.disable();
      context.disable();
      await provider.shutdown();
    },
  };
}

export function isFailed({ status }: ReadableSpan): boolean {
  return status.code === SpanStatusCode.ERROR;
}

export const secret = "hunter2-is-my-password";
const noInput = z.object({});

export function toolThat(name: string, execute: (context: Parameters<Tool["execute"]>[1]) => unknown): Tool {
  return defineTool({
    ...{ name, toolset: "test", description: `Does ${name}.`, input: noInput },
    execute: async (_input, context) => await execute(context),
  });
}

export function calling(name: string): ScriptedAnswer {
  return { calls: [{ name, id: `call-${name}` }] };
}

export function agentWith(
  script: Parameters<typeof scripted>[0],
  {
    otel = {},
    ...options
  }: Partial<AgentOptions> & { readonly otel?: Parameters<typeof openTelemetry>[0] } = {},
): Agent {
  const hooks = [openTelemetry({ agentName: "helper", ...otel })];
  return new Agent({ model: scripted(script), sessionId: "s1", hooks, ...options });
}

export async function endOf(events: AsyncIterable<AgentEvent>): Promise<TurnEnd> {
  let last: AgentEvent | undefined;
  for await (const event of events) last = event;
  if (last?.type !== "turn-end") throw new Error("The turn has no end.");
  return last;
}
