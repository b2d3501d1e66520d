import { ModelError } from "@hermes/models";
import type { Model, ModelEvent, ModelRequest, ModelSwitch, Usage } from "@hermes/models";
import { amountOf, RequestCost, withAttempts } from "./request-cost.ts";
import type { InputEstimate } from "./request-cost.ts";
import type { AskedModel, Reservations, Reserved } from "./reservation.ts";
import { SpendLimitError } from "./spend-limit-error.ts";

type ModelRetry = Extract<ModelEvent, { readonly type: "retry" }>;

export interface MeteredRequestOptions {
  readonly meter: Reservations;
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
  /** What the attempt has shown is void. */
  #isVoid = false;
  /** Who is asked: of several, at first the first. */
  #model: AskedModel;

  constructor(options: MeteredRequestOptions) {
    this.#options = options;
    const { id, provider, contextWindow, maxOutputTokens, price } = options.model;
    this.#model = { id, provider, contextWindow, maxOutputTokens, price };
    this.#length = options.request.messages.length;
    this.#cost = this.#newCost();
  }

  /** What it came to so far, estimated until the provider has counted; undefined where nothing was spent. */
  get usage(): Usage | undefined {
    return this.#isSettled ? this.#before : withAttempts(this.#before, this.#cost.usage);
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
    // Some providers give thinking more room than the answer may have.
    const reasoningEffort = request.reasoningEffort === "off" ? request.reasoningEffort : undefined;
    const lowered = { maxOutputTokens: outputTokens, reasoningEffort };
    const sent = isLowered ? { ...request, ...lowered } : request;
    try {
      for await (const event of model.stream(sent, options)) {
        // `restart` is followed by `retry` or `switch`, which tell more, before anything is sent.
        if (this.#isVoid && event.type !== "retry" && event.type !== "switch") await this.#goOn(outputTokens);
        this.#take(event);
        if (event.type === "finish") input.learn(request, this.#length, event.usage);
        yield event;
        if (event.type === "retry" || event.type === "switch") await this.#goOn(outputTokens, event);
      }
    } catch (error) {
      if (this.#isVoid) await this.#goOn(outputTokens);
      await this.#end(ModelError.is(error) && wasNotTaken(error));
      throw error;
    } finally {
      await this.#end(false);
    }
  }

  /** Another attempt follows, perhaps of another model. */
  async #goOn(outputTokens: number | undefined, event?: ModelRetry | ModelSwitch): Promise<void> {
    this.#isVoid = false;
    if (event?.type === "switch") {
      // A model that was passed over, or failed before it said anything, charges nothing.
      await this.#end(true, event.charged?.usage);
      const { provider, contextWindow, maxOutputTokens } = this.#model;
      const { to, price } = event;
      this.#model = { id: to.model, provider, contextWindow, maxOutputTokens, price };
    } else await this.#end(event !== undefined && wasNotTaken(event));
    await this.#begin(outputTokens);
  }

  #newCost(): RequestCost {
    return new RequestCost(
      this.#model,
      () => (this.#inputTokens ??= this.#options.input.of(this.#options.request)),
      this.#reserved?.outputTokens,
    );
  }

  /** @param exactly The tokens that the answer of another attempt may have, since it is sent as the first one was. */
  async #begin(exactly?: number): Promise<void> {
    const { meter, input, request } = this.#options;
    if (meter.counts) {
      this.#inputTokens ??= input.of(request);
      const limit = exactly ?? request.maxOutputTokens;
      const asked = { inputTokens: this.#inputTokens, limit, mayLower: exactly === undefined };
      this.#reserved = await meter.reserve(this.#model, asked);
    }
    this.#cost = this.#newCost();
    this.#isSettled = false;
  }

  /**
   * @param wasRefused The provider did not take the request: it charges nothing for it.
   * @param charged What the provider counted for an answer that does not count; whoever reads the events records it.
   */
  async #end(wasRefused: boolean, charged?: Usage): Promise<void> {
    if (this.#isSettled) return;
    this.#isSettled = true;
    const estimated = wasRefused && !this.#cost.hasBegun ? undefined : this.#cost.usage;
    const usage = charged ?? estimated;
    if (charged === undefined && usage !== undefined) this.#before = withAttempts(this.#before, usage);
    if (this.#reserved === undefined) return;
    const spent = usage === undefined ? { tokens: 0, usd: 0, requests: 0 } : amountOf(usage);
    await this.#options.meter.settle(this.#reserved, spent);
  }

  /** A provider that does not keep to the limit of an answer is stopped. */
  #take(event: ModelEvent): void {
    this.#cost.take(event);
    if (event.type === "restart") this.#isVoid = true;
    const { isLimited = false, outputTokens: cap = 0 } = this.#reserved ?? {};
    if (!isLimited || event.type === "finish" || this.#cost.outputTokens <= cap) return;
    throw new SpendLimitError(
      { scope: "request", unit: "tokens", cap, spent: 0 },
      {
        message: `The answer was broken off: it went on beyond the ${cap} tokens that were reserved for it.`,
        hint: "Go on, or choose a provider that keeps to the longest answer that a request names.",
      },
    );
  }
}

/** A request that never left, or that the provider answered without taking it. Otherwise it may have been worked on. */
function wasNotTaken({
  status,
  unsent,
}: Pick<ModelRetry, "status"> & { readonly unsent?: boolean | undefined }): boolean {
  return unsent === true || (status !== undefined && status >= 400 && status < 500);
}
