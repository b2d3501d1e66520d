import { HermesError } from "@hermes/registry";
import { amountText, ownerTexts } from "./budget-text.ts";
import type { SpendRefusal } from "./spend-ledger.ts";

interface SpendLimitText {
  readonly message: string;
  readonly hint: string;
  readonly data?: Readonly<Record<string, unknown>> | undefined;
}

/** A request was not sent, because it could exceed a cap; or its answer went on beyond what was reserved for it. */
export class SpendLimitError extends HermesError {
  readonly refusal: SpendRefusal;

  constructor(refusal: SpendRefusal, { message, ...rest }: SpendLimitText = notSent(refusal)) {
    super(message, { code: "SPEND_LIMIT_REACHED", ...rest });
    this.name = "SpendLimitError";
    this.refusal = refusal;
  }

  static override is(value: unknown): value is SpendLimitError {
    return HermesError.is(value) && value.code === "SPEND_LIMIT_REACHED" && "refusal" in value;
  }
}

function notSent(refusal: SpendRefusal): SpendLimitText {
  const { scope, unit, cap, spent } = refusal;
  const soFar = scope === "request" ? "" : `, of which ${amountText(unit, spent)} are spent or reserved`;
  return {
    message: `The request was not sent: it could exceed the cap of ${amountText(unit, cap)} for ${ownerTexts[scope]}${soFar}.`,
    hint: "Raise the budget, then go on.",
    data: { scope, unit },
  };
}
