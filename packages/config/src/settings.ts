/** Placeholder of the seam: what the rest of the house reads. The zod schema in this package produces it. */
export interface Settings {
  readonly model: {
    /** Provider's name of the model; undefined: the provider's default. */
    readonly default?: string | undefined;
    /** `openrouter`, `anthropic`, `openai`, `openai-responses`, `local`, `custom`; undefined: found by key. */
    readonly provider?: string | undefined;
    readonly base_url?: string | undefined;
    readonly api_key?: string | undefined;
    readonly context_length?: number | undefined;
    readonly max_tokens?: number | undefined;
  };
  readonly agent: { readonly max_turns: number };
}
