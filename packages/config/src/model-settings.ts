export interface ModelSettings {
  /** Name of the model; undefined: the provider's default. */
  readonly default?: string | undefined;
  /** Undefined: found by what is set up. */
  readonly provider?: string | undefined;
  readonly base_url?: string | undefined;
  readonly api_key?: string | undefined;
  /** Tokens. */
  readonly context_length?: number | undefined;
  /** Tokens. */
  readonly max_tokens?: number | undefined;
  /** Whose lists of models are renewed by themselves. @default "chosen" */
  readonly refresh?: "chosen" | "keys" | "off" | undefined;
  readonly reasoning_effort?: "off" | "minimal" | "low" | "medium" | "high" | "xhigh" | "max" | undefined;
  /** How long the provider keeps what it has read. */
  readonly cache_ttl?: "5m" | "1h" | undefined;
}

/** Of a login to a provider: what is not said is as the provider has it. */
export interface LoginSettings {
  readonly client_id?: string | undefined;
  readonly scopes?: readonly string[] | undefined;
  readonly device_url?: string | undefined;
  readonly authorize_url?: string | undefined;
  readonly token_url?: string | undefined;
  readonly revoke_url?: string | undefined;
}

/** A model that stands in for another. */
export interface FallbackSettings {
  readonly provider?: string | undefined;
  /** Name of the model; undefined: the provider's default. */
  readonly model?: string | undefined;
  readonly base_url?: string | undefined;
  readonly api_key?: string | undefined;
  /** The variable that holds the key. */
  readonly key_env?: string | undefined;
}

/** As OpenRouter documents it; absent: as OpenRouter decides. */
export interface ProviderRoutingSettings {
  readonly order?: readonly string[] | undefined;
  readonly only?: readonly string[] | undefined;
  readonly ignore?: readonly string[] | undefined;
  readonly allow_fallbacks?: boolean | undefined;
  readonly require_parameters?: boolean | undefined;
  readonly data_collection?: "allow" | "deny" | undefined;
  readonly zdr?: boolean | undefined;
  readonly quantizations?: readonly string[] | undefined;
  readonly sort?: "price" | "throughput" | "latency" | undefined;
  /** US dollars: per million tokens, per request, per image. */
  readonly max_price: {
    readonly prompt?: number | undefined;
    readonly completion?: number | undefined;
    readonly request?: number | undefined;
    readonly image?: number | undefined;
  };
}

export interface ModelOverride {
  /** Tokens. */
  readonly context_length?: number | undefined;
  /** Tokens. */
  readonly max_tokens?: number | undefined;
  /** US dollars per million tokens. */
  readonly price?:
    | {
        readonly input: number;
        readonly output: number;
        readonly cache_read?: number | undefined;
        readonly cache_write?: number | undefined;
      }
    | undefined;
}

/** The model of a side task. Without provider, model and address there is none. */
export interface AuxiliarySettings {
  readonly provider?: string | undefined;
  readonly model?: string | undefined;
  readonly base_url?: string | undefined;
  readonly api_key?: string | undefined;
  /** Seconds that a request may take; undefined: as is usual for the task. */
  readonly timeout?: number | undefined;
  /** Asked in this order when the model before fails. */
  readonly fallback_chain?: readonly FallbackSettings[] | undefined;
}

/** A model by its name, and where it is had if that does not go without saying. */
export interface NamedModelSettings extends FallbackSettings {
  readonly model: string;
}
