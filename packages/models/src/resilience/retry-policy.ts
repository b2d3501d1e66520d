import type { ModelError } from "../model-error.ts";
import type { Alternatives, ModelRequest } from "../model.ts";
import { isLocalUrl } from "./is-local-url.ts";
import { recoveryOf } from "./recovery.ts";
import type { StallLimits } from "./stall-watch.ts";

/** How hard a model tries. Every field has a default. */
export interface RetryPolicy {
  /** Further attempts after one that failed before anything was shown. @default 3 */
  readonly retries?: number | undefined;
  /** Further attempts after one that broke in the middle of an answer. @default 2 */
  readonly streamRetries?: number | undefined;
  /** @default 2_000 */
  readonly baseDelayMs?: number | undefined;
  /** Of the back-off without its jitter. @default 60_000 */
  readonly maxDelayMs?: number | undefined;
  /** Longest wait that a provider can ask for with `Retry-After`. @default 120_000 */
  readonly maxRetryAfterMs?: number | undefined;
  /**
   * Longest silence before an answer begins.
   * @default 180_000; 240_000 above 50 000 tokens of input, 300_000 above 100 000, 600_000 at high reasoning effort;
   * 1_800_000 on local hosts, which load a model or read a long prompt in silence.
   */
  readonly firstEventTimeoutMs?: number | undefined;
  /**
   * Longest silence within an answer. @default 180_000; 300_000 on local hosts, where such an answer ends there: what
   * was shown of it is kept, and the server is not asked again for what it can't finish.
   */
  readonly stallTimeoutMs?: number | undefined;
  /** Longest wait for one attempt in all. @default 1_800_000 */
  readonly requestTimeoutMs?: number | undefined;
  /** Waits; rejects with the signal's reason as soon as it is aborted. Replaced in tests. */
  readonly sleep?: ((delayMs: number, signal: AbortSignal) => Promise<void>) | undefined;
  /** 0 ≤ value < 1. */
  readonly random?: (() => number) | undefined;
  /** Milliseconds since 1970; dates in `Retry-After` are compared with it. */
  readonly now?: (() => number) | undefined;
}

export interface Tries {
  /** The attempt broke in the middle of an answer. */
  readonly shown: boolean;
  /** How many have failed like this one. */
  readonly count: number;
  readonly policy: RetryPolicy;
  /** Who else could answer. */
  readonly alternatives: Alternatives | undefined;
}

/** Where someone else can answer, the same is asked once more, and only after a short wait. */
const retriesBesideOthers = 1;
const longestWaitBesideOthersMs = 10_000;

/** How long to wait before the next attempt, in milliseconds; undefined: there is none. */
export function delayBeforeRetry(failure: ModelError, tries: Tries): number | undefined {
  if (!failure.retryable) return undefined;
  const { shown, count, policy, alternatives } = tries;
  const { key, model } = recoveryOf(failure);
  const others =
    (alternatives?.key === true && key !== "keep") || (alternatives?.model === true && model === "next");
  const most = shown ? (policy.streamRetries ?? 2) : (policy.retries ?? 3);
  if (count > (others ? Math.min(most, retriesBesideOthers) : most)) return undefined;
  const delayMs = retryDelayMs(count, failure, policy);
  const atLeastMs = Math.max(delayMs, failure.resetAfterMs ?? 0);
  return others && atLeastMs > longestWaitBesideOthersMs ? undefined : delayMs;
}

/** What the provider asked for, else exponential back-off with up to half of it as jitter. `attempt` counts from 1. */
function retryDelayMs(attempt: number, failure: ModelError, policy: RetryPolicy): number {
  if (failure.retryAfterMs !== undefined)
    return Math.min(failure.retryAfterMs, policy.maxRetryAfterMs ?? 120_000);
  const delay = Math.min((policy.baseDelayMs ?? 2000) * 2 ** (attempt - 1), policy.maxDelayMs ?? 60_000);
  return Math.round(delay + (policy.random ?? Math.random)() * 0.5 * delay);
}

export function stallLimits(request: ModelRequest, policy: RetryPolicy, baseUrl: string): StallLimits {
  const local = isLocalUrl(baseUrl);
  return {
    firstMs: policy.firstEventTimeoutMs ?? (local ? localPatienceMs : patience(request)),
    betweenMs: policy.stallTimeoutMs ?? (local ? 300_000 : 180_000),
    totalMs: policy.requestTimeoutMs ?? 1_800_000,
  };
}

const localPatienceMs = 1_800_000;

function patience(request: ModelRequest): number {
  if (["high", "xhigh", "max"].includes(request.reasoningEffort ?? "")) return 600_000;
  const tokens = roughSize(request) / 4;
  if (tokens > 100_000) return 300_000;
  return tokens > 50_000 ? 240_000 : 180_000;
}

// Lengths alone: this runs before every request, and the limit needs no more than an order of magnitude.
function roughSize(request: ModelRequest): number {
  let size = request.system.length;
  for (const message of request.messages) {
    if (message.role === "tool") size += message.content.length;
    else for (const part of message.content) size += "text" in part ? part.text.length : 0;
  }
  return size;
}
