import type { LeaseOwner } from "../journal/session-lease.ts";

/** Tokens of input and output together, what they cost, and in how many requests. */
export interface SpendAmount {
  readonly tokens: number;
  /** US dollars; 0 where the model has no known price. */
  readonly usd: number;
  /** Requests that were sent and not refused by the provider. */
  readonly requests: number;
}

/** Whose budget it is, where the ledger counts. */
export type LedgerScope = "session" | "tree" | "job" | "day";

export type SpendScope = "request" | "turn" | LedgerScope;

/** What may be spent; absent: any amount. Each holds for what is reserved and what is settled together. */
export interface LedgerCaps {
  /** By this session alone, also when it goes on another time. */
  readonly session?: Partial<SpendAmount> | undefined;
  /** By the first session of a tree and all that were started from it. */
  readonly tree?: Partial<SpendAmount> | undefined;
  /** By all sessions of one job: of a schedule, or of one run of a program. */
  readonly job?: Partial<SpendAmount> | undefined;
  /** By everything of the ledger on one day. */
  readonly day?: Partial<SpendAmount> | undefined;
}

export interface SpendCaps extends LedgerCaps {
  /** By one request. Its answer is given less room where that makes it fit. */
  readonly request?: Pick<Partial<SpendAmount>, "tokens" | "usd"> | undefined;
  /** By one turn, with all that is asked beside it: a compression, a judgement about a call. Counted while the process lives. */
  readonly turn?: Partial<SpendAmount> | undefined;
}

/** What a request could cost at most, and whose it is. */
export interface SpendRequest {
  /** Absent: it belongs to no session, and counts for its day alone. */
  readonly sessionId?: string | undefined;
  readonly job?: string | undefined;
  readonly atMost: SpendAmount;
  /** Absent: everything may be spent, and is counted. */
  readonly caps?: LedgerCaps | undefined;
  /** Milliseconds since 1970; says on which day it counts, in local time. */
  readonly at: number;
  /** The process that asks, so that what it leaves behind when it dies can be told from what is under way. */
  readonly owner?: LeaseOwner | undefined;
}

/** Given back to `settle` as it is. */
export interface SpendReservation {
  readonly id: number;
  readonly scopes: readonly string[];
  readonly amount: SpendAmount;
  /** Reserved and settled before it, of the scopes that have a cap. */
  readonly before: { readonly [Scope in LedgerScope]?: SpendAmount };
}

export interface SpendRefusal {
  /** Which cap it would exceed. */
  readonly scope: SpendScope;
  readonly unit: keyof SpendAmount;
  readonly cap: number;
  /** Reserved and settled so far. */
  readonly spent: number;
}

/**
 * Who counts what models cost, before and after. A reservation counts in full until it is settled: agents side by side, in
 * whatever process, can't spend more than the cap together. One of a process that died is never settled, and so counts as
 * spent in full: its request was sent, and nobody knows what the provider charged.
 */
export interface SpendLedger {
  /** Durable when it returns a reservation; a refusal changes nothing. */
  reserve(
    request: SpendRequest,
  ):
    | SpendReservation
    | { readonly refused: SpendRefusal }
    | Promise<SpendReservation | { readonly refused: SpendRefusal }>;
  /** Puts what was spent in the place of what was reserved. The second time it does nothing. */
  settle(reservation: SpendReservation, spent: SpendAmount): void | Promise<void>;
}
