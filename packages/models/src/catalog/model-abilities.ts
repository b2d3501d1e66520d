/** What a model can, as far as it is known. */
export interface ModelAbilities {
  readonly tools?: boolean | undefined;
  readonly images?: boolean | undefined;
  /** PDF documents as they are. */
  readonly files?: boolean | undefined;
  /** Thinks before it answers, whether it can be told how much or not. */
  readonly reasoning?: boolean | undefined;
}
