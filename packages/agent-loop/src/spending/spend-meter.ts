import { estimateRequestTokens } from "@hermes/models";
import type { Message, Model, ModelEvent, ModelRequest, Usage } from "@hermes/models";
import type { AgentHooks } from "../hooks/agent-hooks.ts";
import { throughModelHooks } from "../hooks/around-model-request.ts";
import { processOwner } from "../session/process-owner.ts";
import type { BudgetWarning } from "./budget-text.ts";
import { MeteredRequest } from "./metered-request.ts";
import { answerWithin, InputEstimate, longestAnswer, mostOf, RequestCost } from "./request-cost.ts";
import type {
  LedgerCaps,
  SpendAmount,
  SpendCaps,
  SpendLedger,
  SpendRefusal,
  SpendScope,
} from "./spend-ledger.ts";
import type { AskedAmount, AskedModel, Reservations, Reserved, TurnSum } from "./reservation.ts";
import { SpendLimitError } from "./spend-limit-error.ts";

export interface Spending {
  readonly ledger: SpendLedger;
  /** @default none: everything is counted, and nothing refused */
  readonly caps?: SpendCaps | undefined;
  /** The job that the session works for. */
  readonly job?: string | undefined;
}

export interface RequestRecord {
  readonly model: string;
  readonly purpose: string;
  readonly usage: Usage;
  readonly durationMs: number;
}

export interface SpendMeterOptions extends Partial<Spending> {
  /** Absent: what is asked belongs to no session. */
  readonly sessionId?: string | undefined;
  /** Of the session: what they do around requests, they do around those that are asked beside the loop. @default [] */
  readonly hooks?: readonly AgentHooks[] | undefined;
  /** Told what was asked beside the loop, whose own requests are in the journal. */
  readonly record?: ((request: RequestRecord) => void) | undefined;
  /** Milliseconds since 1970. @default Date.now */
  readonly now?: (() => number) | undefined;
}

const units = ["usd", "tokens", "requests"] as const;
const nothing: SpendAmount = { tokens: 0, usd: 0, requests: 0 };
/** From this share of a cap on, person and model are told. */
const warnedFrom = 0.8;
/** An answer is not given less room than that: hardly a call of a tool fits into it. */
const leastAnswer = 256;

/** Counts what models are asked for one session against its budgets: the turns, and what is asked beside them. */
export class SpendMeter implements Reservations {
  readonly #options: SpendMeterOptions;
  readonly #caps: SpendCaps;
  readonly #ledgerCaps: LedgerCaps | undefined;
  readonly #isLimited: boolean;
  readonly #inputs = new WeakMap<Model, InputEstimate>();
  readonly #told = new Set<SpendScope | "unpriced">();
  #turn: TurnSum = { spent: nothing };
  #warnings: BudgetWarning[] = [];
  #note: SpendRefusal | undefined;

  constructor(options: SpendMeterOptions = {}) {
    this.#options = options;
    const { request, turn, ...caps } = options.caps ?? {};
    this.#caps = { request, turn, ...caps };
    this.#ledgerCaps = hasCap(caps) ? caps : undefined;
    this.#isLimited = hasCap(this.#caps);
  }

  /** Whether somebody counts. */
  get counts(): boolean {
    return this.#options.ledger !== undefined;
  }

  /** The same model, whose requests count: for whoever asks one beside the loop, and for what. */
  metered(model: Model, purpose: string): Model {
    const { id, provider } = model;
    return {
      ...{ id, provider },
      // Of several models, those of the one whose turn it is.
      get contextWindow() {
        return model.contextWindow;
      },
      get maxOutputTokens() {
        return model.maxOutputTokens;
      },
      get price() {
        return model.price;
      },
      get takesOutputSchemas() {
        return model.takesOutputSchemas;
      },
      get abilities() {
        return model.abilities;
      },
      stream: (request, options) => {
        const { sessionId, hooks = [] } = this.#options;
        const send = (sent: ModelRequest): AsyncIterable<ModelEvent> =>
          this.#recorded(this.request(model, sent), options, { model: id, purpose });
        if (sessionId === undefined) return send(request);
        const context = { sessionId, signal: options.signal };
        return throughModelHooks(hooks, { purpose, model, request }, { context, send });
      },
    };
  }

  async *#recorded(
    request: MeteredRequest,
    options: { readonly signal: AbortSignal },
    names: Pick<RequestRecord, "model" | "purpose">,
  ): AsyncGenerator<ModelEvent> {
    const startedAt = performance.now();
    try {
      for await (const event of request.stream(options)) {
        // An answer that another model takes the place of.
        if (event.type === "switch" && event.charged !== undefined)
          this.#options.record?.({ ...names, ...event.charged, durationMs: 0 });
        yield event;
      }
    } finally {
      const { usage } = request;
      const durationMs = performance.now() - startedAt;
      if (usage !== undefined) this.#options.record?.({ ...names, usage, durationMs });
    }
  }

  request(model: Model, request: ModelRequest): MeteredRequest {
    let input = this.#inputs.get(model);
    if (input === undefined) this.#inputs.set(model, (input = new InputEstimate()));
    return new MeteredRequest({ meter: this, model, request, input });
  }

  /** What a request and the answer that came of it cost, where nobody counted. */
  estimate(model: Model, request: ModelRequest, answer: Message): Usage {
    const cost = new RequestCost(model, () => estimateRequestTokens(request));
    if (answer.role === "assistant")
      for (const part of answer.content)
        if (part.type === "text" || part.type === "reasoning")
          cost.take({ type: "text-delta", text: part.text });
    return cost.usage;
  }

  /** What is spent from here on counts for another turn. */
  beginTurn(): void {
    this.#turn = { spent: nothing };
    this.#told.delete("turn");
  }

  /** What is to be told to the person, once. */
  takeWarnings(): readonly BudgetWarning[] {
    if (this.#warnings.length === 0) return this.#warnings;
    const warnings = this.#warnings;
    this.#warnings = [];
    return warnings;
  }

  /** The budget that is nearly used, once: for the model. */
  takeNote(): SpendRefusal | undefined {
    const note = this.#note;
    this.#note = undefined;
    return note;
  }

  /**
   * Reserves the worst case of a request. Where it does not fit into a budget, its answer gets less room.
   *
   * @returns Undefined where nobody counts.
   * @throws {SpendLimitError} `SPEND_LIMIT_REACHED`.
   */
  async reserve(
    model: AskedModel,
    { inputTokens, limit, mayLower }: AskedAmount,
  ): Promise<Reserved | undefined> {
    if (!this.counts) return undefined;
    this.#sayUnpriced(model);
    const most = longestAnswer(model, inputTokens, limit);
    let outputTokens = most;
    for (;;) {
      const amount = mostOf(model, inputTokens, outputTokens);
      // oxlint-disable-next-line no-await-in-loop -- each one is smaller than the one that was refused
      const answer = await this.#ask(amount);
      if (!("refused" in answer))
        return { ...answer, outputTokens, isLimited: this.#isLimited, isLowered: outputTokens < most };
      const { refused } = answer;
      const fitting = answerWithin(model, inputTokens, {
        unit: refused.unit,
        left: refused.cap - refused.spent,
      });
      // Written so that no number at all is refused too.
      if (!(mayLower && fitting < outputTokens && fitting >= Math.min(leastAnswer, most)))
        throw new SpendLimitError(refused);
      outputTokens = fitting;
    }
  }

  /** Puts what a request came to in the place of what was reserved. */
  async settle(reserved: Reserved, spent: SpendAmount): Promise<void> {
    const { inLedger, amount, ofTurn } = reserved;
    ofTurn.spent = plus(minus(ofTurn.spent, amount), spent);
    if (inLedger !== undefined) await this.#options.ledger?.settle(inLedger, spent);
    this.#sayNearlyUsed("turn", ofTurn.spent);
    for (const scope of ["session", "tree", "job", "day"] as const) {
      const before = inLedger?.before[scope];
      if (before !== undefined) this.#sayNearlyUsed(scope, plus(before, spent));
    }
  }

  async #ask(
    atMost: SpendAmount,
  ): Promise<Pick<Reserved, "amount" | "inLedger" | "ofTurn"> | { readonly refused: SpendRefusal }> {
    const ofTurn = this.#turn;
    const here =
      refusalOf("request", this.#caps.request, nothing, atMost) ??
      refusalOf("turn", this.#caps.turn, ofTurn.spent, atMost);
    if (here !== undefined) return { refused: here };
    // Before anything is awaited: requests of one turn ask side by side.
    ofTurn.spent = plus(ofTurn.spent, atMost);
    const { ledger, sessionId, job, now = Date.now } = this.#options;
    let isReserved = false;
    try {
      const owner = processOwner();
      const answer = await ledger?.reserve({
        ...{ sessionId, job, atMost, owner },
        caps: this.#ledgerCaps,
        at: now(),
      });
      if (answer !== undefined && "refused" in answer) return answer;
      isReserved = true;
      return { amount: atMost, inLedger: answer, ofTurn };
    } finally {
      if (!isReserved) ofTurn.spent = minus(ofTurn.spent, atMost);
    }
  }

  #sayNearlyUsed(scope: SpendScope, spent: SpendAmount): void {
    const caps: Partial<SpendAmount> | undefined = this.#caps[scope];
    if (caps === undefined || this.#told.has(scope)) return;
    for (const unit of units) {
      const cap = caps[unit];
      if (cap === undefined || spent[unit] < cap * warnedFrom) continue;
      this.#told.add(scope);
      this.#note = { scope, unit, cap, spent: spent[unit] };
      this.#warnings.push({ code: "BUDGET_NEARLY_USED", ...this.#note });
      return;
    }
  }

  #sayUnpriced({ id, price }: Pick<Model, "id" | "price">): void {
    if (price !== undefined || this.#told.has("unpriced")) return;
    if (!Object.values(this.#caps).some((caps) => caps?.usd !== undefined)) return;
    this.#told.add("unpriced");
    this.#warnings.push({ code: "BUDGET_UNPRICED", model: id });
  }
}

function hasCap(caps: SpendCaps): boolean {
  return Object.values(caps).some((cap) => cap !== undefined);
}

function refusalOf(
  scope: SpendScope,
  caps: Partial<SpendAmount> | undefined,
  spent: SpendAmount,
  atMost: SpendAmount,
): SpendRefusal | undefined {
  if (caps === undefined) return undefined;
  for (const unit of units) {
    const cap = caps[unit];
    if (cap !== undefined && atMost[unit] > 0 && spent[unit] + atMost[unit] > cap)
      return { scope, unit, cap, spent: spent[unit] };
  }
  return undefined;
}

function plus(left: SpendAmount, right: SpendAmount): SpendAmount {
  return {
    tokens: left.tokens + right.tokens,
    usd: left.usd + right.usd,
    requests: left.requests + right.requests,
  };
}

function minus(left: SpendAmount, right: SpendAmount): SpendAmount {
  return {
    tokens: left.tokens - right.tokens,
    // Sums of fractions drift.
    usd: Math.max(0, left.usd - right.usd),
    requests: left.requests - right.requests,
  };
}
