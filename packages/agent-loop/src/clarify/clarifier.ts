export interface ClarifyQuestion {
  readonly question: string;
  /** At most 6. */
  readonly choices: readonly string[];
  readonly allowFreetext: boolean;
}

export type ClarifyAnswer =
  | { readonly answered: true; readonly answer: string }
  | { readonly answered: false; readonly reason: string };

/** Puts a question to the person. Must answer, and at once when nobody is there. */
export type Clarifier = (
  question: ClarifyQuestion,
  options: { readonly signal: AbortSignal },
) => Promise<ClarifyAnswer>;
