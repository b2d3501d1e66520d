/** What tests of tools need. */
export { approvalLogContract } from "./approval-log-contract.ts";
export type { ApprovalLogUnderTest } from "./approval-log-contract.ts";
export { testContext } from "./test-context.ts";
