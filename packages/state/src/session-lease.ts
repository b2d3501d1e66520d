/** The process that writes to a session. Matches agent-loop's port by shape, like the rest of this file. */
export interface LeaseOwner {
  readonly host: string;
  readonly pid: number;
  /** Tells the process from a later one with the same pid. Absent where the system does not say. */
  readonly processStart?: string | undefined;
}

/** The right to write to a session, which one writer has at a time. Times are milliseconds since 1970. */
export interface SessionLease {
  readonly owner: LeaseOwner;
  /** Fencing token: greater than that of every lease of this session before. */
  readonly token: number;
  /** Since when the owner has it. */
  readonly since: number;
  /** From then on another writer may take it, unless it is renewed. */
  readonly expiresAt: number;
}

export interface LeaseRequest {
  readonly owner: LeaseOwner;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly ttlMs: number;
  /** Whether a holder is known to be dead before its lease has expired. Called in the transaction, so it must not wait. */
  readonly isGone: (owner: LeaseOwner) => boolean;
  /** Takes the lease from whoever has it. @default false */
  readonly takeOver?: boolean | undefined;
}

export type LeaseAnswer = { readonly lease: SessionLease } | { readonly heldBy: SessionLease };

/** Who may write to which session. */
export interface SessionLeases {
  /**
   * Gives the lease to the one who asks, with a new token, where nobody holds it, its holder is gone or it has expired.
   *
   * @returns Undefined when there is no such session.
   */
  acquire(sessionId: string, request: LeaseRequest): LeaseAnswer | undefined;
  /** @returns Whether the token is still the one of the holder. The lease then holds until `expiresAt`, and never shorter than before. */
  renew(sessionId: string, token: number, expiresAt: number): boolean;
  /** Nobody holds the session from here on; does nothing where the token is not the one of the holder. */
  release(sessionId: string, token: number): void;
  /** The lease as it was last given, also one that has expired; undefined: nobody holds the session. */
  holder(sessionId: string): SessionLease | undefined;
}
