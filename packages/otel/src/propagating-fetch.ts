import { context, propagation } from "@opentelemetry/api";

/**
 * A `fetch` that tells the server in which trace it is asked (`traceparent`, by the propagator that is registered): for a
 * provider or a proxy that takes part in the trace. Give it to the model, as in `openaiChat({ …, fetch: propagatingFetch() })`.
 *
 * @param inner What sends the request. @default the global one
 */
export function propagatingFetch(inner: typeof fetch = fetch): typeof fetch {
  return async (input, init) => {
    const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined));
    propagation.inject(context.active(), headers, { set: (all, name, value) => all.set(name, value) });
    return await inner(input, { ...init, headers });
  };
}
