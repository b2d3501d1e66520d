import type { ModelEvent, ModelRequest } from "@hermes/models";
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
    yield* given;
  } catch (error) {
    throw isOurs(error) ? error : hookFailure(hook, error);
  }
}

const changeable = ["maxOutputTokens", "temperature", "topP", "seed", "stop"] as const;

function changed(request: ModelRequest, change: RequestChange): ModelRequest {
  const given = changeable.filter((key) => Object.hasOwn(change, key)).map((key) => [key, change[key]]);
  return given.length === 0 ? request : { ...request, ...Object.fromEntries(given) };
}
