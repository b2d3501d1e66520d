import type { GuardedFetch } from "@hermes/permissions";

/** How browsers are told of news. */
export interface PushChoice {
  /** Sends what goes to push services. @default one that reaches public addresses alone */
  readonly fetch?: GuardedFetch | undefined;
  /** A turn that took less is no news, in milliseconds. @default 10_000 */
  readonly longTurnMs?: number | undefined;
  /** How long a question waits before it is told, in milliseconds. @default 3_000 */
  readonly unansweredMs?: number | undefined;
}
