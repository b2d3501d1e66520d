/** Where questions to people are kept, and how they are put. */
export { answerRefusal, approvalNotFound } from "./answer-refusal.ts";
export { statusAt } from "./approval-log.ts";
export { askApprover, earlierApproval, nobodyHere, refusalOf } from "./ask-approver.ts";
export type { Answered, AskApproverOptions, Asked } from "./ask-approver.ts";
export { memoryApprovals } from "./memory-approvals.ts";
