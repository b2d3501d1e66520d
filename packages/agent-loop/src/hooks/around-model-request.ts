import type { ModelEvent, ModelFinish, ModelRequest } from "@hermes/models";
import { HermesError } from "@hermes/registry";
import type { AgentHooks, HookContext } from "./agent-hooks.ts";
import type { AskedRequest, RequestChange } from "./held-work.ts";
import { hookFailure } from "./hook-failure.ts";
import { inThisContext } from "./in-this-context.ts";

export type Send = (request: ModelRequest) => AsyncIterable<ModelEvent>;

/** The events of a request as they come through what hooks do around it; the first is the outermost. */
export function throughModelHooks(
  hooks: readonly AgentHooks[],
  asked: AskedRequest,
  { context, send }: { readonly context: HookContext; readonly send: Send },
): AsyncIterable<ModelEvent> {
  const [hook, ...rest] = hooks;
  if (hook === undefined) return send(asked.request);
  if (hook.aroundModelRequest === undefined) return throughModelHooks(rest, asked, { context, send });
  const { signal } = context;
  const thrown = new Set<unknown>();
  const next = (change: RequestChange = {}): AsyncIterable<ModelEvent> => {
    const inner = { ...asked, request: changed(asked.request, change) };
    return inThisContext(() => throughModelHooks(rest, inner, { context, send }), {
      signal,
      onError: (error) => thrown.add(error),
    });
  };
  return failingAs(hook, () => hook.aroundModelRequest?.(asked, next, context), {
    isOurs: (error) => thrown.has(error) || signal.aborted || HermesError.is(error),
  });
}

/** What a hook throws itself names it; what it lets through, and the errors that a model has, stay as they are. */
async function* failingAs(
  hook: AgentHooks,
  events: () => AsyncIterable<ModelEvent> | undefined,
  { isOurs }: { readonly isOurs: (error: unknown) => boolean },
): AsyncGenerator<ModelEvent> {
  try {
    const given = events();
    if (given === undefined) throw new TypeError("it gave no events");
    for await (const event of given) yield checked(event);
  } catch (error) {
    throw isOurs(error) ? error : hookFailure(hook, error);
  }
}

/** What a hook answers itself goes into the history. */
function checked(event: ModelEvent): ModelEvent {
  // Types say that it is one; hooks that are written in JavaScript know of none.
  const given: unknown = event;
  if (typeof given !== "object" || given === null || typeof event.type !== "string")
    throw new TypeError("it gave something that is no event of a model");
  if (event.type === "finish" && !isWhole(event)) throw new TypeError("its answer has not the form of one");
  return event;
}

function isWhole({ message, usage, finishReason }: Partial<ModelFinish>): boolean {
  const counts = [usage?.inputTokens, usage?.outputTokens, usage?.cacheReadTokens, usage?.cacheWriteTokens];
  return (
    message?.role === "assistant" &&
    Array.isArray(message.content) &&
    typeof finishReason === "string" &&
    counts.every((count) => Number.isFinite(count))
  );
}

const changeable = ["maxOutputTokens", "temperature", "topP", "seed", "stop"] as const;

function changed(request: ModelRequest, change: RequestChange): ModelRequest {
  const given = changeable.filter((key) => Object.hasOwn(change, key)).map((key) => [key, change[key]]);
  return given.length === 0 ? request : { ...request, ...Object.fromEntries(given) };
}
