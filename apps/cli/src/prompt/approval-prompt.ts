import type { ApprovalAnswer, ApprovalRequest, Approver } from "@hermes/registry";
import type { Questions } from "./question.ts";
import type { Style } from "../render/style.ts";

export interface ApprovalPromptOptions {
  readonly questions: Questions;
  readonly style: Style;
  /** Called when the person interrupts instead of answering. */
  readonly onInterrupt: () => void;
}

/** Asks on the terminal whether a call may run. Everything but a clear yes is a no, Enter included. */
export function createApprovalPrompt({ questions, style, onInterrupt }: ApprovalPromptOptions): Approver {
  return async (request: ApprovalRequest, { signal, stage }): Promise<ApprovalAnswer> => {
    // Most runs ask nothing.
    const { ApprovalQuestion } = await import("./approval-question.ts");
    const asked = new ApprovalQuestion(request, { style, stage, signal });
    const outcome = await questions.put(asked.question(), { signal });
    if (outcome.type === "interrupt" || outcome.type === "skip") onInterrupt();
    signal.throwIfAborted();
    return asked.answerOf(outcome);
  };
}
