import {
  addUsage,
  estimateMessageTokens,
  estimateRequestTokens,
  estimateTokens,
  noUsage,
} from "@hermes/models";
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

/** @returns Tokens that an answer may have at most. */
export function longestAnswer(model: Priced, inputTokens: number, limit: number | undefined): number {
  const room = Math.max(0, model.contextWindow - inputTokens);
  return Math.min(limit ?? model.maxOutputTokens ?? room, Math.max(room, limit ?? 0));
}

/** The worst case of a request: its input at the dearest price, and an answer as long as it may be. */
export function mostOf(model: Priced, inputTokens: number, outputTokens: number): SpendAmount {
  const usd = dearest(model, inputTokens, outputTokens);
  return { tokens: inputTokens + outputTokens, usd: usd ?? 0, requests: 1 };
}

/** @returns The longest answer with which a request costs no more than `left`; less than 0 where its input alone costs more. */
export function answerWithin(
  model: Priced,
  inputTokens: number,
  { unit, left }: { readonly unit: keyof SpendAmount; readonly left: number },
): number {
  if (unit === "requests") return -1;
  if (unit === "tokens") return Math.floor(left) - inputTokens;
  // One less than fits: money is counted in whole billionths of a dollar, rounded up.
  const forAnswer = left - (dearest(model, inputTokens, 0) ?? 0);
  return Math.floor((forAnswer * 1_000_000) / (model.price?.output ?? 0)) - 1;
}

function dearest({ price }: Priced, inputTokens: number, outputTokens: number): number | undefined {
  if (price === undefined) return undefined;
  const input = Math.max(price.input, price.cacheRead ?? 0, price.cacheWrite ?? 0, price.cacheWrite1h ?? 0);
  return (inputTokens * input + outputTokens * price.output) / 1_000_000;
}

export function amountOf(usage: Usage): SpendAmount {
  const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens, costUsd = 0 } = usage;
  return {
    tokens: inputTokens + cacheReadTokens + cacheWriteTokens + outputTokens,
    usd: costUsd,
    requests: 1,
  };
}

/** So much text is collected before its tokens are estimated: of single words an estimate is too high. */
const estimatedChars = 1_000;

/** What came of one attempt of a request, and what that costs, however it ended. */
export class RequestCost {
  readonly #model: Priced;
  readonly #inputTokens: () => number;
  readonly #most: number;
  #text = "";
  #outputTokens = 0;
  #finish: ModelFinish | undefined;

  /** @param most Tokens that the answer may have: an estimate is never more than what was reserved for it. */
  constructor(model: Priced, inputTokens: () => number, most: number = Number.POSITIVE_INFINITY) {
    this.#model = model;
    this.#inputTokens = inputTokens;
    this.#most = most;
  }

  take(event: ModelEvent): void {
    if (event.type === "text-delta" || event.type === "reasoning-delta") this.#text += event.text;
    else if (event.type === "tool-call-delta") this.#text += event.arguments;
    else if (event.type === "finish") this.#finish = event;
    if (this.#text.length > estimatedChars) {
      this.#outputTokens += estimateTokens(this.#text);
      this.#text = "";
    }
  }

  get hasBegun(): boolean {
    return this.#finish !== undefined || this.#text !== "" || this.#outputTokens > 0;
  }

  /** Of the answer so far, estimated. */
  get outputTokens(): number {
    return this.#outputTokens + estimateTokens(this.#text);
  }

  /** What the provider counted, else an estimate of what was sent and received. */
  get usage(): Usage {
    const counted = this.#finish?.usage;
    const usage: Usage = counted ?? {
      ...noUsage,
      inputTokens: this.#inputTokens(),
      outputTokens: Math.min(this.outputTokens, this.#most),
      estimated: true,
    };
    if (usage.costUsd !== undefined) return usage;
    const { inputTokens, cacheReadTokens, cacheWriteTokens, outputTokens } = usage;
    const costUsd = dearest(this.#model, inputTokens + cacheReadTokens + cacheWriteTokens, outputTokens);
    return costUsd === undefined ? usage : { ...usage, costUsd };
  }
}

/** Adds what earlier attempts of a request cost. */
export function withAttempts(before: Usage | undefined, usage: Usage): Usage {
  return before === undefined ? usage : addUsage(before, usage);
}
