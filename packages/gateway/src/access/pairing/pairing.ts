import type { Tier } from "../../chat/chat-sessions.ts";

/** As what somebody is let in. */
export type PairedTier = Exclude<Tier, "guest">;

/** Somebody who asked to be let in, and has a code. */
export interface PairingRequest {
  readonly platform: string;
  readonly userId: string;
  /** As they called themselves: for people, never for a decision. */
  readonly name?: string | undefined;
  /** Milliseconds since 1970. */
  readonly askedAt: number;
}

export interface PairedUser {
  readonly platform: string;
  readonly userId: string;
  readonly name?: string | undefined;
  readonly tier: PairedTier;
  /** Milliseconds since 1970. */
  readonly approvedAt: number;
}

export type PairingAsked =
  | { readonly type: "code"; readonly code: string }
  /** They asked a short while ago. */
  | { readonly type: "too-soon" }
  /** As many as can wait are waiting. */
  | { readonly type: "full" }
  /** Somebody was guessing. */
  | { readonly type: "locked" };

export type PairingApproved =
  | { readonly type: "approved"; readonly user: PairedUser }
  /** Wrong, used, or too old. */
  | { readonly type: "wrong"; readonly triesLeft: number }
  | { readonly type: "locked"; readonly untilMs: number };

/**
 * Who was let in by a code: a stranger is told one, and gives it to the owner in a way that they trust, who approves it outside of
 * the chat.
 */
export interface Pairing {
  tierOf(platform: string, userId: string): Promise<PairedTier | undefined>;
  /** Gives a stranger a code; it is kept nowhere, and said this once. */
  ask(request: Omit<PairingRequest, "askedAt">): Promise<PairingAsked>;
  /** Lets the holder of a code in. A code works once. */
  approve(platform: string, code: string, as: { readonly tier: PairedTier }): Promise<PairingApproved>;
  /** @returns False where nobody of that id was let in. */
  revoke(platform: string, userId: string): Promise<boolean>;
  /** Forgets the codes of a platform, or of all. @returns How many. */
  clearPending(platform?: string): Promise<number>;
  pending(): Promise<readonly PairingRequest[]>;
  approved(): Promise<readonly PairedUser[]>;
  /** Takes over who was let in elsewhere, once for each platform. @returns How many; undefined where it was done before. */
  adopt(
    platform: string,
    users: readonly Omit<PairedUser, "platform" | "tier">[],
  ): Promise<number | undefined>;
}
