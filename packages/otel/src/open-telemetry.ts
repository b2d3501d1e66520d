import { metrics, trace } from "@opentelemetry/api";
import type { Attributes, Meter, Tracer } from "@opentelemetry/api";
import type { AgentHooks } from "@hermes/agent-loop";
import { chatSpans } from "./chat-spans.ts";
import { Content } from "./content.ts";
import { requestMetrics } from "./metrics.ts";
import { toolSpans } from "./tool-spans.ts";
import { turnSpans } from "./turn-spans.ts";

export interface OpenTelemetryOptions {
  /** @default that of the provider that is registered */
  readonly tracer?: Tracer | undefined;
  /** For the histograms of requests. @default that of the provider that is registered; without one nothing is measured */
  readonly meter?: Meter | undefined;
  /** For the name of the spans of turns: `invoke_agent NAME`. */
  readonly agentName?: string | undefined;
  /** For every span, such as the person or the environment. */
  readonly attributes?: Attributes | undefined;
  /** Whether prompts, messages, arguments, results and texts of errors are put on spans. @default false */
  readonly content?: boolean | undefined;
  /** Takes out of content what must not leave. What it fails on is left out. @default content stays as it is */
  readonly redact?: ((text: string) => string) | undefined;
}

const scope = "@hermes/otel";

/**
 * Spans of what an agent does, in OpenTelemetry's conventions for generative AI: `invoke_agent` for a turn, in it `chat` for
 * each request and `execute_tool` for each call, in that the turns of children. They are active while their work runs, so that
 * spans of others find their parents, which needs a context manager as the SDK for Node registers one.
 *
 * Serves any number of agents. Give it first among the hooks: then what others do is within the spans.
 *
 * @example See examples/basic.ts
 */
export function openTelemetry(options: OpenTelemetryOptions = {}): AgentHooks {
  const { agentName, attributes = {}, content: isWanted = false, redact = (text) => text } = options;
  const tracer = options.tracer ?? trace.getTracer(scope);
  const meter = options.meter ?? metrics.getMeter(scope);
  const content = new Content({ content: isWanted, redact });
  const shared = { tracer, attributes, content };
  return {
    name: "opentelemetry",
    aroundTurn: turnSpans({ ...shared, agentName }),
    aroundModelRequest: chatSpans({ ...shared, metrics: requestMetrics(meter) }),
    aroundToolCall: toolSpans(shared),
    // Both run within the span of the call that is asked about.
    approvalRequest: ({ id }) => void trace.getActiveSpan()?.addEvent("hermes.approval.request", { id }),
    approvalAnswer: ({ request: { id }, answer }) =>
      void trace.getActiveSpan()?.addEvent("hermes.approval.answer", {
        id,
        approved: "approved" in answer && answer.approved,
      }),
  };
}
