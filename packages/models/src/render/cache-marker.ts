/** How long Anthropic keeps a prefix after its last use. */
export type CacheTtl = "5m" | "1h";

/** The last field of a block up to which a request is to be cached. All marks of a request have one time to live, so that no longer one follows a shorter one. */
export function cacheMarker(ttl: CacheTtl): string {
  return ttl === "1h"
    ? `,"cache_control":{"type":"ephemeral","ttl":"1h"}`
    : `,"cache_control":{"type":"ephemeral"}`;
}

/** Milliseconds. */
export function cacheTtlMs(ttl: CacheTtl): number {
  return ttl === "1h" ? 3_600_000 : 300_000;
}
