import type { ModelRequest } from "../model.ts";
import type { CacheTtl } from "../render/cache-marker.ts";

/** The `model` block of the settings, under its names in the file. */
export interface ModelSettings {
  readonly provider?: string | undefined;
  /** Name of the model. */
  readonly default?: string | undefined;
  readonly base_url?: string | undefined;
  readonly api_key?: string | undefined;
  readonly context_length?: number | undefined;
  readonly max_tokens?: number | undefined;
  readonly cache_ttl?: CacheTtl | undefined;
  readonly reasoning_effort?: ModelRequest["reasoningEffort"];
}
