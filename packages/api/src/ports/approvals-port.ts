import type { Approval, ApprovalDecision } from "@hermes/registry";

/** Questions about permission, as the log of the home has them, without those about tools of clients. */
export interface ApprovalsPort {
  /** The oldest first. */
  list(filter: {
    readonly sessionId?: string | undefined;
    readonly status?: Approval["status"] | undefined;
  }): Promise<readonly Approval[]>;
  get(id: string): Promise<Approval | undefined>;
  /**
   * The first answer is the one that holds. The turn that waits goes on; where its process has died, or it ended as
   * `awaiting-approval`, the session goes on with a turn of its own.
   *
   * @throws {HermesError} `APPROVAL_NOT_FOUND`, `APPROVAL_EXPIRED`, `APPROVAL_CLOSED`.
   */
  answer(id: string, given: { readonly answer: ApprovalDecision; readonly actor: string }): Promise<Approval>;
}
