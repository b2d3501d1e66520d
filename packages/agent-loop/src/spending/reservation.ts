import type { Model } from "@hermes/models";
import type { SpendAmount, SpendReservation } from "./spend-ledger.ts";

/** A reservation under way, with what counts in memory alone. */
export interface Reserved {
  readonly amount: SpendAmount;
  readonly inLedger: SpendReservation | undefined;
  readonly ofTurn: TurnSum;
  /** Tokens that its answer may have. */
  readonly outputTokens: number;
  /** A cap holds for it. */
  readonly isLimited: boolean;
  /** The answer gets less room than was asked for. */
  readonly isLowered: boolean;
}

/** Who is asked, and what that costs. */
export type AskedModel = Omit<Model, "stream">;

export interface AskedAmount {
  readonly inputTokens: number;
  /** Of the answer, in tokens. Undefined: that of the model. */
  readonly limit: number | undefined;
  /** Whether the answer may get less room. */
  readonly mayLower: boolean;
}

/** What a turn has spent and reserved so far. */
export interface TurnSum {
  spent: SpendAmount;
}

/** Reserves and settles the attempts of a request. */
export interface Reservations {
  /** Whether somebody counts. */
  readonly counts: boolean;
  /** @returns Undefined where nobody counts. */
  reserve(model: AskedModel, asked: AskedAmount): Promise<Reserved | undefined>;
  /** Puts what a request came to in the place of what was reserved. */
  settle(reserved: Reserved, spent: SpendAmount): Promise<void>;
}
