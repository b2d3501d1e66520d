import type { ApprovalDecision, ApprovalRequest } from "./approval.ts";

/** `withdrawn`: what it was asked for does not wait any more. */
export type ApprovalStatus = "open" | "answered" | "expired" | "withdrawn";

/** A question and what came of it. */
export interface Approval {
  readonly id: string;
  readonly request: ApprovalRequest;
  /** What an answer holds for: a hash of everything that the call would run or touch. */
  readonly digest: string;
  /** Milliseconds since 1970. */
  readonly askedAt: number;
  /** One that nobody answered in time stays `open` until somebody looks: see `statusAt`. */
  readonly status: ApprovalStatus;
  readonly answer?: ApprovalDecision | undefined;
  /** Who answered. */
  readonly actor?: string | undefined;
  readonly closedAt?: number | undefined;
}

export type NewApproval = Pick<Approval, "request" | "digest" | "askedAt">;

export interface GivenAnswer {
  readonly answer: ApprovalDecision;
  /** Who says so, such as `telegram:1234`. */
  readonly actor: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

export interface ApprovalFilter {
  readonly sessionId?: string | undefined;
  readonly status?: ApprovalStatus | undefined;
}

/**
 * Where questions to people are kept, so that an answer outlives whoever asked, and whoever answered. Matched by shape:
 * `@hermes/state` implements it.
 */
export interface ApprovalLog {
  /** Durable (against the death of this process) when it returns: only then is anybody asked. */
  open(asked: NewApproval): void | Promise<void>;
  /**
   * The first answer is the one that holds, whoever gives it in whichever process.
   *
   * @throws {HermesError} `APPROVAL_NOT_FOUND`; `APPROVAL_EXPIRED` after `expiresAt`; `APPROVAL_CLOSED` when it was
   * answered or withdrawn before.
   */
  answer(id: string, given: GivenAnswer): Approval | Promise<Approval>;
  /** Ends a question that is open; any other stays as it is. */
  close(
    id: string,
    as: { readonly status: "expired" | "withdrawn"; readonly at: number },
  ): void | Promise<void>;
  get(id: string): Approval | undefined | Promise<Approval | undefined>;
  /** The last one that was opened for a call. */
  find(sessionId: string, callId: string): Approval | undefined | Promise<Approval | undefined>;
  /** In the order in which they were opened. */
  list(filter?: ApprovalFilter): readonly Approval[] | Promise<readonly Approval[]>;
}

/** The status with the time counted in: an open question whose time is over has expired. */
export function statusAt({ status, request: { expiresAt } }: Approval, at: number): ApprovalStatus {
  return status === "open" && expiresAt !== undefined && at >= expiresAt ? "expired" : status;
}
