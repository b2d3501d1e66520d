// Spans of turns and calls for a collector of OpenTelemetry. The variable OTEL_EXPORTER_OTLP_HEADERS has headers, as `key=value,key=value`.
import type { PluginContext, PluginParts } from "@hermes/plugins";
import { headersOf, sendSpans } from "./otlp.ts";
import { spanId, toolSpan, traceId, turnSpan } from "./spans.ts";
import type { OtlpSpan, Turn } from "./spans.ts";

/** More than a collector takes at once, or a plug-in should keep while none answers. */
const maxWaiting = 2_000;
const batchMs = 2_000;
const sendMs = 5_000;

const turns = new Map<string, Turn>();
let waiting: OtlpSpan[] = [];
let timer: NodeJS.Timeout | undefined;

function begin(session: string, prompt: string): void {
  turns.set(session, { traceId: traceId(), spanId: spanId(), startMs: Date.now(), prompt });
}

function keep(span: OtlpSpan, context: PluginContext): void {
  waiting = [...waiting, span].slice(-maxWaiting);
  timer ??= setTimeout(() => {
    flush(context).catch((error: unknown) => context.log(String(error)));
  }, batchMs);
}

/** Sends what waits. What a collector can't take now is tried again with what comes next. */
async function flush({ settings, variables, log }: PluginContext): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  const spans = waiting;
  waiting = [];
  if (spans.length === 0) return;
  try {
    const { again, problem } = await sendSpans(spans, {
      endpoint: String(settings["endpoint"]),
      serviceName: String(settings["service_name"]),
      headers: headersOf(variables["OTEL_EXPORTER_OTLP_HEADERS"] ?? ""),
      signal: AbortSignal.timeout(sendMs),
    });
    if (problem !== undefined) log(problem);
    if (again) waiting = [...spans, ...waiting].slice(-maxWaiting);
  } catch (error) {
    log(`The collector does not answer: ${String(error)}`);
    waiting = [...spans, ...waiting].slice(-maxWaiting);
  }
}

const parts: PluginParts = {
  hooks: {
    pre_llm_call({ session_id, prompt }) {
      begin(session_id, prompt);
    },
    post_tool_call(call, context) {
      const turn = turns.get(call.session_id);
      keep(toolSpan(call, { turn, hasContent: context.settings["content"] === true }), context);
    },
    on_turn_end(end, context) {
      const turn = turns.get(end.session_id);
      turns.delete(end.session_id);
      if (turn !== undefined)
        keep(turnSpan(turn, end, { hasContent: context.settings["content"] === true }), context);
    },
    async on_session_end({ session_id }, context) {
      turns.delete(session_id);
      await flush(context);
    },
  },
};

export default parts;
