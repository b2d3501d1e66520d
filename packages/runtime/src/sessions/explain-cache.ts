import type { LoggedRequest, RequestPrefix, State } from "@hermes/state";

/**
 * Why a provider could not use what it had kept: the first thing in which a request differs from the one before it. `expired`: the
 * time between them was longer than it keeps anything. `not-read`: nothing differs, and the provider read less than half of it
 * all the same.
 */
export type CacheBreakCause = Exclude<RequestPrefix["change"], "first" | "none"> | "expired" | "not-read";

/** A request that could not go on with what the provider had kept. */
export interface CacheBreak {
  /** Place of the request in the session, from 1. */
  readonly request: number;
  /** When it was sent, in milliseconds since 1970. */
  readonly at: number;
  readonly cause: CacheBreakCause;
  /** Place of the first message that differs, from 1. */
  readonly message?: number | undefined;
  /** What it is now and what it was before: of a model or a provider. */
  readonly now?: string | undefined;
  readonly before?: string | undefined;
  /** Milliseconds since the request before. */
  readonly gapMs: number;
  /** How long the provider keeps what it has read, where that is known. Milliseconds. */
  readonly ttlMs?: number | undefined;
  readonly readTokens: number;
  /** Input tokens that were not read from the cache. */
  readonly unreadTokens: number;
}

export interface CacheReport {
  readonly sessionId: string;
  readonly requests: number;
  /** Of them those of which nothing is known but their tokens. */
  readonly unwatched: number;
  readonly readTokens: number;
  readonly writtenTokens: number;
  /** Neither read from the cache nor written to it. */
  readonly uncachedTokens: number;
  /** Share of the input that was read from the cache, from 0 to 1. */
  readonly hitRate: number;
  readonly breaks: readonly CacheBreak[];
}

/** Providers keep no shorter prefixes. */
const shortestPrefixTokens = 4_096;

/** What became of the provider's cache in one session, request by request. */
export function explainCache(state: Pick<State, "requests">, sessionId: string): CacheReport {
  const requests = state.requests.list(sessionId);
  const sum = (of: (usage: LoggedRequest["usage"]) => number): number =>
    requests.reduce((total, { usage }) => total + of(usage), 0);
  const readTokens = sum(({ cacheReadTokens }) => cacheReadTokens);
  const input = sum(inputOf);
  const isCached = sum(({ cacheReadTokens, cacheWriteTokens }) => cacheReadTokens + cacheWriteTokens) > 0;
  return {
    sessionId,
    requests: requests.length,
    unwatched: requests.filter(({ prefix }) => prefix === undefined).length,
    readTokens,
    writtenTokens: sum(({ cacheWriteTokens }) => cacheWriteTokens),
    uncachedTokens: sum(({ inputTokens }) => inputTokens),
    hitRate: input === 0 ? 0 : readTokens / input,
    breaks: requests.flatMap((request, index) => {
      // An answer that was cut is no end that the next request goes on from.
      const before = requests.slice(0, index).findLast(({ prefix }) => prefix !== undefined);
      return breakAt(request, before, { index, isCached });
    }),
  };
}

function breakAt(
  { usage, prefix }: LoggedRequest,
  before: LoggedRequest | undefined,
  { index, isCached }: { readonly index: number; readonly isCached: boolean },
): readonly CacheBreak[] {
  const last = before?.prefix;
  if (before === undefined || prefix === undefined || last === undefined) return [];
  const gapMs = prefix.sentAt - last.sentAt;
  const cause = causeOf({ usage, prefix }, before.usage, { gapMs, ttlMs: last.cacheTtlMs, isCached });
  if (cause === undefined) return [];
  return [
    {
      ...{ request: index + 1, at: prefix.sentAt, cause, gapMs },
      ...(prefix.message === undefined ? {} : { message: prefix.message }),
      ...(cause === "model" || cause === "provider" ? { now: prefix[cause], before: last[cause] } : {}),
      ...(last.cacheTtlMs === undefined ? {} : { ttlMs: last.cacheTtlMs }),
      readTokens: usage.cacheReadTokens,
      unreadTokens: inputOf(usage) - usage.cacheReadTokens,
    },
  ];
}

interface Circumstances {
  readonly gapMs: number;
  readonly ttlMs: number | undefined;
  /** Whether the provider has read or written a cache in this session at all. */
  readonly isCached: boolean;
}

function causeOf(
  { usage, prefix }: { readonly usage: LoggedRequest["usage"]; readonly prefix: RequestPrefix },
  before: LoggedRequest["usage"],
  { gapMs, ttlMs, isCached }: Circumstances,
): CacheBreakCause | undefined {
  if (prefix.change === "first") return undefined;
  if (prefix.change !== "none") return prefix.change;
  const kept = inputOf(before);
  const isRead = usage.cacheReadTokens >= kept / 2;
  if (!isCached || isRead) return undefined;
  if (ttlMs !== undefined && gapMs > ttlMs) return "expired";
  return kept >= shortestPrefixTokens ? "not-read" : undefined;
}

function inputOf({ inputTokens, cacheReadTokens, cacheWriteTokens }: LoggedRequest["usage"]): number {
  return inputTokens + cacheReadTokens + cacheWriteTokens;
}
