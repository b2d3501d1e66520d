import type { ModelEvent, ModelRequest } from "../model.ts";

/**
 * One request on the wire, without any retry. Yields no `retry` and no `restart`, ends after `finish`, and throws
 * what the wire or the SDK threw, or the reason of `signal` untouched.
 */
export type Attempt = (request: ModelRequest, options: AttemptOptions) => AttemptEvents;

export interface AttemptEvents {
  [Symbol.asyncIterator](): AttemptIterator;
}

export interface AttemptIterator extends AsyncIterator<ModelEvent> {
  /** The next event if it has come already: spares a promise for each of the many that come in one piece. */
  take?(): ModelEvent | undefined;
}

export interface AttemptOptions {
  readonly signal: AbortSignal;
  /** Called for every piece of an answer that comes, so that pings count as life although they make no event. */
  readonly onActivity?: (() => void) | undefined;
}
