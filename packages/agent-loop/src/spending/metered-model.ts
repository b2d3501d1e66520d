import { ModelError } from "@hermes/models";
import type { Model } from "@hermes/models";
import { HermesError } from "@hermes/registry";
import { InputEstimate, RequestCost, mostOf } from "./request-cost.ts";
import type { SpendCaps, SpendLedger, SpendRefusal } from "./spend-ledger.ts";

export interface Spending {
  readonly ledger: SpendLedger;
  /** @default none: everything is counted, and nothing refused */
  readonly caps?: SpendCaps | undefined;
}

export interface MeteredModelOptions extends Spending {
  readonly sessionId: string;
  /** Milliseconds since 1970. @default Date.now */
  readonly now?: (() => number) | undefined;
}

/**
 * The same model. Before each request its worst case is reserved; after it, also after an abort or an error, what was spent is
 * settled: what the provider counted, or an estimate of what was sent and received. A request that the provider refused
 * (a status of 4xx) costs nothing.
 *
 * Its stream throws `SPEND_LIMIT_REACHED` where a request could exceed a cap; nothing is sent then.
 */
export function meteredModel(
  model: Model,
  { ledger, caps, sessionId, now = Date.now }: MeteredModelOptions,
): Model {
  const input = new InputEstimate();
  const { id, provider, contextWindow, maxOutputTokens, price, cacheTtlMs } = model;
  return {
    id,
    provider,
    contextWindow,
    maxOutputTokens,
    price,
    cacheTtlMs,
    async *stream(request, options) {
      const inputTokens = input.of(request);
      const { length } = request.messages;
      const atMost = mostOf(model, inputTokens, request.maxOutputTokens);
      const reservation = await ledger.reserve({ sessionId, atMost, caps, at: now() });
      if ("refused" in reservation) throw limitReached(reservation.refused);
      const cost = new RequestCost(model, inputTokens);
      let wasRefused = false;
      try {
        for await (const event of model.stream(request, options)) {
          cost.take(event);
          if (event.type === "finish") input.learn(request, length, event.usage);
          yield event;
        }
      } catch (error) {
        wasRefused = isRefusal(error);
        throw error;
      } finally {
        await ledger.settle(reservation, cost.spent(wasRefused));
      }
    },
  };
}

/** An answer of the provider that it did not take the request. Without one it may have been worked on. */
function isRefusal(error: unknown): boolean {
  return ModelError.is(error) && error.status !== undefined && error.status >= 400 && error.status < 500;
}

const owners: Readonly<Record<SpendRefusal["scope"], string>> = {
  session: "this session and those that it started",
  day: "this day",
};

function limitReached({ scope, unit, cap, spent }: SpendRefusal): HermesError {
  const say = (amount: number): string => (unit === "usd" ? `$${amount.toFixed(2)}` : `${amount} tokens`);
  return new HermesError(
    `The request was not sent: it could exceed the cap of ${say(cap)} for ${owners[scope]}, of which ${say(spent)} are spent or reserved.`,
    {
      code: "SPEND_LIMIT_REACHED",
      hint: "Raise the cap, or lower the longest answer, which is reserved in full.",
    },
  );
}
