/** Tokens of input and output together, and what they cost. */
export interface SpendAmount {
  readonly tokens: number;
  /** US dollars; 0 where the model has no known price. */
  readonly usd: number;
}

/** What a request could cost at most, and whose it is. */
export interface SpendRequest {
  /** It counts for the whole tree of sessions: for the first of the parents. */
  readonly sessionId: string;
  readonly atMost: SpendAmount;
  /** Absent: everything may be spent, and is counted. */
  readonly caps?: SpendCaps | undefined;
  /** Milliseconds since 1970; says on which day it counts, in local time. */
  readonly at: number;
}

/** What may be spent; absent: any amount. Each holds for what is reserved and what is settled together. */
export interface SpendCaps {
  /** By a session and all that were started from it. */
  readonly session?: Partial<SpendAmount> | undefined;
  /** By all sessions of the ledger on one day. */
  readonly day?: Partial<SpendAmount> | undefined;
}

/** Given back to `settle` as it is. */
export interface SpendReservation {
  readonly scopes: readonly string[];
  readonly amount: SpendAmount;
}

export interface SpendRefusal {
  /** Which cap it would exceed. */
  readonly scope: keyof SpendCaps;
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
  /** Puts what was spent in the place of what was reserved. Once for each reservation. */
  settle(reservation: SpendReservation, spent: SpendAmount): void | Promise<void>;
}
