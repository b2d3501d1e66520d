import { ModelError } from "@hermes/models";
import type { Model, ModelEvent, ModelRequest, Usage } from "@hermes/models";
import { amountOf, RequestCost, withAttempts } from "./request-cost.ts";
import type { InputEstimate } from "./request-cost.ts";
import { SpendLimitError } from "./spend-limit-error.ts";
import type { Reserved, SpendMeter } from "./spend-meter.ts";

export interface MeteredRequestOptions {
  readonly meter: SpendMeter;
  readonly model: Model;
  readonly request: ModelRequest;
  readonly input: InputEstimate;
}

/**
 * One request. Before each of its attempts the worst case is reserved; after it, also after an abort or an error, what was
 * spent is settled: what the provider counted, or an estimate of what was sent and received. An attempt that the provider
 * refused (a status of 4xx) costs nothing.
 */
export class MeteredRequest {
  readonly #options: MeteredRequestOptions;
  /** How many messages were sent: the history is one array that grows. */
  readonly #length: number;
  #inputTokens: number | undefined;
  #cost: RequestCost;
  /** Of the attempts that broke off. */
  #before: Usage | undefined;
  #reserved: Reserved | undefined;
  /** The attempt was settled, and what `#cost` has is in `#before` or cost nothing. */
  #isSettled = true;

  constructor(options: MeteredRequestOptions) {
    this.#options = options;
    this.#length = options.request.messages.length;
    this.#cost = this.#newCost();
  }

  /** What it came to so far, estimated until the provider has counted; undefined where nothing was spent. */
  get usage(): Usage | undefined {
    return this.#isSettled ? this.#before : withAttempts(this.#before, this.#cost.usage);
  }

  /** What it came to before its last attempt, which is not counted again: another model was asked. */
  takeUsage(): Usage | undefined {
    const before = this.#before;
    this.#before = undefined;
    return before;
  }

  /**
   * The events of the model. Where a cap holds, an answer that goes on beyond what was reserved is broken off.
   *
   * @throws {SpendLimitError} `SPEND_LIMIT_REACHED`; where it could exceed a cap, nothing is sent.
   * @throws what the model throws.
   */
  async *stream(options: { readonly signal: AbortSignal }): AsyncGenerator<ModelEvent> {
    const { model, input, request } = this.#options;
    await this.#begin();
    const { isLowered = false, outputTokens } = this.#reserved ?? {};
    const sent = isLowered ? { ...request, maxOutputTokens: outputTokens } : request;
    let isRestarted = false;
    try {
      for await (const event of model.stream(sent, options)) {
        // After something was shown, `restart` comes first, and what is behind it announces the same attempt.
        const announces = event.type === "retry" || (event.type === "switch" && event.asked);
        const isBroken = event.type === "restart" || (announces && !isRestarted);
        if (event.type === "restart") this.#cost.take(event);
        if (isBroken) await this.#end(event.type !== "restart" && isRefusal(event.status));
        else this.#take(event);
        if (event.type === "finish") input.learn(request, this.#length, event.usage);
        isRestarted = event.type === "restart";
        yield event;
        if (isBroken) await this.#begin(outputTokens);
      }
    } catch (error) {
      await this.#end(ModelError.is(error) && isRefusal(error.status));
      throw error;
    } finally {
      await this.#end(false);
    }
  }

  #newCost(): RequestCost {
    // Of several models it is by turns the one or the other.
    const { price, contextWindow, maxOutputTokens } = this.#options.model;
    return new RequestCost(
      { price, contextWindow, maxOutputTokens },
      () => (this.#inputTokens ??= this.#options.input.of(this.#options.request)),
    );
  }

  /** @param exactly The tokens that the answer of another attempt may have, since it is sent as the first one was. */
  async #begin(exactly?: number): Promise<void> {
    const { meter, model, input, request } = this.#options;
    if (meter.counts) {
      this.#inputTokens ??= input.of(request);
      const limit = exactly ?? request.maxOutputTokens;
      const asked = { inputTokens: this.#inputTokens, limit, mayLower: exactly === undefined };
      this.#reserved = await meter.reserve(model, asked);
    }
    this.#cost = this.#newCost();
    this.#isSettled = false;
  }

  /** @param wasRefused The provider did not take the request: it charges nothing for it. */
  async #end(wasRefused: boolean): Promise<void> {
    if (this.#isSettled) return;
    this.#isSettled = true;
    const usage = wasRefused && !this.#cost.hasBegun ? undefined : this.#cost.usage;
    if (usage !== undefined) this.#before = withAttempts(this.#before, usage);
    if (this.#reserved === undefined) return;
    const spent = usage === undefined ? { tokens: 0, usd: 0, requests: 0 } : amountOf(usage);
    const { amount } = this.#reserved;
    const atMost =
      usage?.estimated === true
        ? { ...spent, tokens: Math.min(spent.tokens, amount.tokens), usd: Math.min(spent.usd, amount.usd) }
        : spent;
    await this.#options.meter.settle(this.#reserved, atMost);
  }

  /** A provider that does not keep to the limit of an answer is stopped. */
  #take(event: ModelEvent): void {
    this.#cost.take(event);
    const { isLimited = false, outputTokens: cap = 0 } = this.#reserved ?? {};
    if (!isLimited || event.type === "finish" || this.#cost.outputTokens <= cap) return;
    throw new SpendLimitError(
      { scope: "request", unit: "tokens", cap, spent: 0 },
      `The answer was broken off: it went on beyond the ${cap} tokens that were reserved for it.`,
    );
  }
}

/** An answer of the provider that it did not take the request. Without one it may have been worked on. */
function isRefusal(status: number | undefined): boolean {
  return status !== undefined && status >= 400 && status < 500;
}
