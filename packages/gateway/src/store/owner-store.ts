import type { LeaseOwner } from "@hermes/agent-loop";

/** The right to serve one platform of this store. Times are milliseconds since 1970. */
export interface PlatformLease {
  /** A process. */
  readonly owner: LeaseOwner;
  /** Fencing token: greater than that of every lease of this platform before. */
  readonly token: number;
  readonly since: number;
  readonly expiresAt: number;
}

export interface PlatformLeaseRequest {
  readonly owner: LeaseOwner;
  readonly now: number;
  readonly ttlMs: number;
  /** Whether a holder is known to be dead before its lease has expired. Called in the transaction, so it must not wait. */
  readonly isGone: (owner: LeaseOwner) => boolean;
}

/** What a write that has an effect outside carries: refused once another owner has a greater token. */
export interface Fence {
  readonly platform: string;
  readonly token: number;
}

/** Who serves which platform. One owner at a time: its token stands in everything that it claims. */
export interface OwnerStore {
  /** Atomic: of several that ask at once, one gets it. */
  acquire(
    platform: string,
    request: PlatformLeaseRequest,
  ): Promise<{ readonly lease: PlatformLease } | { readonly heldBy: PlatformLease }>;
  /** @returns Whether the token is still the one of the holder. */
  renew(fence: Fence, expiresAt: number): Promise<boolean>;
  /** Nobody serves the platform from here on; does nothing where the token is not the one of the holder. */
  release(fence: Fence): Promise<void>;
  holder(platform: string): Promise<PlatformLease | undefined>;
}
