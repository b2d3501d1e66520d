import type { ApprovalAnswer, Approver } from "@hermes/registry";
import { oneLine } from "../render/fit.ts";
import type { Style } from "../render/style.ts";
import type { Ask } from "./ask.ts";

export interface ApprovalPromptOptions {
  readonly ask: Ask;
  readonly style: Style;
  /** Called when the person interrupts instead of answering. */
  readonly onInterrupt: () => void;
}

/** Asks on the terminal whether a call may run. Everything but a clear yes is a no, Enter included. */
export function createApprovalPrompt({ ask, style, onInterrupt }: ApprovalPromptOptions): Approver {
  return async ({ tool, summary, reason }, { signal }) => {
    const answer = await ask({
      intro: [style.yellow(`? ${tool} wants to do this: ${oneLine(reason)}`), `  ${oneLine(summary)}`],
      prompt: "  Allow it? [y]es once / [s]ession / [N]o ",
      plain: true,
      signal,
    });
    if (answer.type === "line") return toApproval(answer.text);
    if (answer.type === "interrupt") onInterrupt();
    signal.throwIfAborted();
    return { approved: false, reason: "The person left without an answer." };
  };
}

function toApproval(text: string): ApprovalAnswer {
  const word = text.trim().toLowerCase();
  if (["y", "yes"].includes(word)) return { approved: true, scope: "once" };
  if (["s", "session"].includes(word)) return { approved: true, scope: "session" };
  return { approved: false, reason: "The person said no." };
}
