import type { Model } from "@hermes/models";
import { withStream } from "./with-stream.ts";

/** By then the request has left, over a new connection too, and seldom is the first word of the answer there. */
const delayMs = 150;

/**
 * The same model; while it thinks about its first request with tools, what the first call of one needs is made ready.
 *
 * @param prepare A failure is ignored here: the call tries again, and reports it.
 * @param closing Aborted when the session is closed: what is made ready after that would have no owner.
 */
export function prepareDuringFirstRequest(
  model: Model,
  prepare: () => Promise<unknown>,
  closing: AbortSignal,
): Model {
  let begun = false;
  return withStream(
    () => model,
    (request, options) => {
      if (!begun && request.tools.length > 0) {
        begun = true;
        setTimeout(() => {
          if (!options.signal.aborted && !closing.aborted) prepare().catch(() => undefined);
        }, delayMs).unref();
      }
      return model.stream(request, options);
    },
  );
}
