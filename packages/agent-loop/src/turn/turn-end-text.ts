import type { TurnEnd } from "../agent-event.ts";

const endings: Readonly<Record<Exclude<TurnEnd["reason"], "answered" | "model-error">, string>> = {
  interrupted: "interrupted",
  "budget-exhausted": "the budget of rounds is used up",
  "empty-answer": "the model gave no answer",
  truncated: "the answer was cut off by the provider's limit",
  guardrail: "stopped: the same calls went in circles",
  "spend-limit": "the cap on spending is reached",
  refused: "refused by a hook",
  "content-filter": "the provider withheld the answer",
  "awaiting-approval": "waits for permission",
  stopped: "stopped where the program said",
  "invalid-output": "the answer is not of the form that was asked for",
};

/** How a turn ended, where the answer does not say it; undefined where it does, or where an error is told instead. */
export function turnEndText({
  reason,
  error,
  awaiting = [],
}: Pick<TurnEnd, "reason" | "error" | "awaiting">): string | undefined {
  if (awaiting.length > 0) return `${endings["awaiting-approval"]}: ${awaiting.join(", ")}`;
  return error !== undefined || reason === "answered" || reason === "model-error"
    ? undefined
    : endings[reason];
}
