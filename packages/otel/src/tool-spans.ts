import { SpanKind, context } from "@opentelemetry/api";
import type { Attributes, Tracer } from "@opentelemetry/api";
import type { AgentHooks } from "@hermes/agent-loop";
import type { Content } from "./content.ts";
import { names } from "./conventions.ts";
import { errorTypeOf } from "./error-type.ts";
import { OpenSpan } from "./open-span.ts";

export interface ToolSpansOptions {
  readonly tracer: Tracer;
  readonly attributes: Attributes;
  readonly content: Content;
}

/** `execute_tool`: one call, with the time in which a person is asked about it. */
export function toolSpans({
  tracer,
  attributes,
  content,
}: ToolSpansOptions): NonNullable<AgentHooks["aroundToolCall"]> {
  return async ({ tool, args }, next, { sessionId, callId, signal }) => {
    const call = new OpenSpan(tracer, `execute_tool ${tool.name}`, {
      kind: SpanKind.INTERNAL,
      attributes: {
        ...attributes,
        [names.operation]: "execute_tool",
        [names.conversation]: sessionId,
        [names.toolName]: tool.name,
        [names.toolType]: "function",
        [names.toolCallId]: callId,
      },
    });
    content.add(call.span, names.toolArguments, () => JSON.stringify(args) ?? "");
    try {
      const result = await context.with(call.context, () => next());
      const { isError, notRun, awaiting } = result;
      if (awaiting !== undefined) call.span.setAttribute(names.awaits, awaiting);
      else {
        if (isError) call.fail(notRun ?? "tool_error");
        content.add(call.span, names.toolResult, () => result.content);
      }
      return result;
    } catch (error) {
      if (signal.aborted) call.span.setAttribute(names.interrupted, true);
      else call.fail(errorTypeOf(error), content.ofError(error));
      throw error;
    } finally {
      call.end();
    }
  };
}
