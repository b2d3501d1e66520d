import { estimateMessageTokens, estimateRequestTokens, estimateTokens } from "@hermes/models";
import type { Message, Model, ModelEvent, ModelFinish, ModelRequest, Usage } from "@hermes/models";
import type { SpendAmount } from "./spend-ledger.ts";

/** By how much a count of tokens may be more than its estimate. */
const estimateMargin = 1.25;

type Priced = Pick<Model, "price" | "maxOutputTokens" | "contextWindow">;

/** Counts the input of requests before they are sent. What a provider counted is not estimated again. */
export class InputEstimate {
  #counted:
    | { readonly messages: number; readonly last: Message | undefined; readonly tokens: number }
    | undefined;

  of(request: ModelRequest): number {
    const { messages } = request;
    const known = this.#counted;
    // A history that was shortened, or another one, does not go on where the last request ended.
    if (known === undefined || messages[known.messages - 1] !== known.last)
      return Math.ceil(estimateRequestTokens(request) * estimateMargin);
    let more = 0;
    for (const message of messages.slice(known.messages)) more += estimateMessageTokens(message);
    return known.tokens + Math.ceil(more * estimateMargin);
  }

  /** @param messages How many of `request` were sent: the history is one array that grows. */
  learn(request: ModelRequest, messages: number, usage: Usage): void {
    const tokens = usage.inputTokens + usage.cacheReadTokens + usage.cacheWriteTokens;
    if (tokens > 0) this.#counted = { messages, last: request.messages[messages - 1], tokens };
  }
}

/** The worst case of a request: its input at the dearest price, and an answer as long as it may be. */
export function mostOf(model: Priced, inputTokens: number, limit: number | undefined): SpendAmount {
  const room = Math.max(0, model.contextWindow - inputTokens);
  const output = Math.min(limit ?? model.maxOutputTokens ?? room, Math.max(room, limit ?? 0));
  return amountOf(model, inputTokens, output);
}

/** @returns What a number of tokens costs at most. */
function amountOf({ price }: Priced, inputTokens: number, outputTokens: number): SpendAmount {
  const tokens = inputTokens + outputTokens;
  if (price === undefined) return { tokens, usd: 0 };
  const input = Math.max(price.input, price.cacheRead ?? 0, price.cacheWrite ?? 0);
  return { tokens, usd: (inputTokens * input + outputTokens * price.output) / 1_000_000 };
}

/** What came of one request, and what that costs, however it ended. */
export class RequestCost {
  readonly #model: Priced;
  readonly #inputTokens: number;
  #spentBefore: SpendAmount = { tokens: 0, usd: 0 };
  #outputTokens = 0;
  #hasBegun = false;
  #finish: ModelFinish | undefined;

  constructor(model: Priced, inputTokens: number) {
    this.#model = model;
    this.#inputTokens = inputTokens;
  }

  take(event: ModelEvent): void {
    switch (event.type) {
      case "text-delta":
      case "reasoning-delta":
        this.#hasBegun = true;
        this.#outputTokens += estimateTokens(event.text);
        break;
      case "tool-call-delta":
        this.#hasBegun = true;
        this.#outputTokens += estimateTokens(event.arguments);
        break;
      case "restart":
        // The attempt that broke off is charged too.
        this.#spentBefore = this.#soFar();
        this.#outputTokens = 0;
        this.#hasBegun = false;
        break;
      case "finish":
        this.#finish = event;
        break;
      case "retry":
      case "switch":
      case "tool-call-start":
        break;
    }
  }

  /** @param wasRefused The provider did not take the request: it charges nothing for it. */
  spent(wasRefused: boolean): SpendAmount {
    const { usage } = this.#finish ?? {};
    if (usage === undefined) return wasRefused && !this.#hasBegun ? this.#spentBefore : this.#soFar();
    const input = usage.inputTokens + usage.cacheReadTokens + usage.cacheWriteTokens;
    const most = amountOf(this.#model, input, usage.outputTokens);
    return sum(this.#spentBefore, { tokens: most.tokens, usd: usage.costUsd ?? most.usd });
  }

  #soFar(): SpendAmount {
    return sum(this.#spentBefore, amountOf(this.#model, this.#inputTokens, this.#outputTokens));
  }
}

function sum(left: SpendAmount, right: SpendAmount): SpendAmount {
  return { tokens: left.tokens + right.tokens, usd: left.usd + right.usd };
}
