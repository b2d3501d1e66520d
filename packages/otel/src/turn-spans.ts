import { SpanKind, context } from "@opentelemetry/api";
import type { Attributes, SpanContext, Tracer } from "@opentelemetry/api";
import type { AgentHooks, TurnEnd } from "@hermes/agent-loop";
import type { Content } from "./content.ts";
import { names, providerName } from "./conventions.ts";
import { errorTypeOf } from "./error-type.ts";
import { OpenSpan } from "./open-span.ts";
import { inputTokensOf, usageAttributes } from "./usage-attributes.ts";

export interface TurnSpansOptions {
  readonly tracer: Tracer;
  readonly agentName: string | undefined;
  readonly attributes: Attributes;
  readonly content: Content;
}

/** So many turns that wait for an approval are remembered. */
const maxWaiting = 1_000;

/** `invoke_agent`: one turn. */
export function turnSpans({
  tracer,
  agentName,
  attributes,
  content,
}: TurnSpansOptions): NonNullable<AgentHooks["aroundTurn"]> {
  const waiting = new Map<string, SpanContext>();
  return async ({ model, parent }, next, { sessionId, signal }) => {
    const before = waiting.get(sessionId);
    waiting.delete(sessionId);
    const turn = new OpenSpan(
      tracer,
      agentName === undefined ? "invoke_agent" : `invoke_agent ${agentName}`,
      {
        kind: SpanKind.INTERNAL,
        attributes: {
          ...attributes,
          [names.operation]: "invoke_agent",
          [names.provider]: providerName(model.provider),
          [names.requestModel]: model.id,
          [names.agentName]: agentName,
          [names.conversation]: sessionId,
          [names.parentConversation]: parent?.sessionId,
        },
        links: before === undefined ? [] : [before],
      },
    );
    try {
      const end = await context.with(turn.context, next);
      describeEnd(turn, end, content);
      if (end.reason === "awaiting-approval") remember(waiting, sessionId, turn.span.spanContext());
    } catch (error) {
      if (signal.aborted) turn.span.setAttribute(names.interrupted, true);
      turn.fail(errorTypeOf(error), content.ofError(error));
      throw error;
    } finally {
      turn.end();
    }
  };
}

function describeEnd(
  turn: OpenSpan,
  { reason, rounds, usage, children, error }: TurnEnd,
  content: Content,
): void {
  turn.span.setAttributes({
    [names.endReason]: reason,
    [names.rounds]: rounds,
    ...usageAttributes(usage),
    ...(children === undefined
      ? {}
      : {
          [names.childInputTokens]: inputTokensOf(children),
          [names.childOutputTokens]: children.outputTokens,
          [names.childCostUsd]: children.costUsd,
        }),
  });
  if (reason === "interrupted") turn.span.setAttribute(names.interrupted, true);
  else if (error !== undefined) turn.fail(error.code, content.ofError(error.message));
}

function remember(waiting: Map<string, SpanContext>, sessionId: string, span: SpanContext): void {
  waiting.set(sessionId, span);
  const [oldest] = waiting.keys();
  if (waiting.size > maxWaiting && oldest !== undefined) waiting.delete(oldest);
}
