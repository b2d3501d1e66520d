import { ModelError } from "@hermes/models";
import type { Model } from "@hermes/models";
import { withStream } from "./with-stream.ts";

export interface TimeLimit {
  readonly limitMs: number;
  /** The settings that have the limit as `timeout`. */
  readonly what: string;
}

/**
 * The same model; a request that takes longer, with all its attempts, is ended.
 *
 * @throws {ModelError} `MODEL_TIMEOUT` from the stream.
 */
export function withinTime(model: Model, { limitMs, what }: TimeLimit): Model {
  return withStream(
    () => model,
    async function* (request, options) {
      const limit = AbortSignal.timeout(limitMs);
      try {
        yield* model.stream(request, { ...options, signal: AbortSignal.any([options.signal, limit]) });
      } catch (error) {
        if (options.signal.aborted || error !== limit.reason) throw error;
        const { id, provider } = model;
        throw new ModelError(`${id} of ${provider} did not answer within ${limitMs / 1_000} s.`, {
          ...{ kind: "timeout", provider, model: id, retryable: true, cause: error },
          hint: `Try again, choose a faster model, or raise ${what}.timeout in the settings.`,
        });
      }
    },
  );
}
