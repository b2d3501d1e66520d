import type { Approval } from "./approval-log.ts";
import { statusAt } from "./approval-log.ts";
import { HermesError } from "./hermes-error.ts";

/** Why an approval takes no answer; undefined where it does. */
export function answerRefusal(approval: Approval, at: number): HermesError | undefined {
  const status = statusAt(approval, at);
  if (status === "open") return undefined;
  if (status === "expired")
    return new HermesError(
      `The approval "${approval.id}" has expired: nobody answered in time, and that is a no.`,
      { code: "APPROVAL_EXPIRED", hint: "Ask the agent to try again; it is asked about anew." },
    );
  return new HermesError(`The approval "${approval.id}" is closed: ${closedBy(approval)}.`, {
    code: "APPROVAL_CLOSED",
    hint: "The first answer holds. Ask the agent to try again if it is still needed.",
  });
}

export function approvalNotFound(id: string): HermesError {
  return new HermesError(`There is no approval "${id}".`, {
    code: "APPROVAL_NOT_FOUND",
    hint: "Look at those that wait for an answer.",
  });
}

function closedBy({ answer, actor }: Approval): string {
  if (answer === undefined) return "what it was asked for does not wait for it any more";
  return `${actor ?? "somebody"} has said ${answer.approved ? "yes" : "no"} already`;
}
