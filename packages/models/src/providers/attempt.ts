import type { ModelEvent, ModelRequest } from "../model.ts";

/**
 * One request on the wire, without any retry. Yields no `retry` and no `restart`, ends after `finish`, and throws
 * what the wire or the SDK threw, or the reason of `signal` untouched.
 */
export type Attempt = (
  request: ModelRequest,
  options: { readonly signal: AbortSignal },
) => AsyncIterable<ModelEvent>;
