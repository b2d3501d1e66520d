import type { Usage } from "@hermes/models";
import { HermesError } from "@hermes/registry";
import type { TurnEnd, TurnEndReason, UnfinishedWork } from "../agent-event.ts";
import { SpendLimitError } from "../spending/spend-limit-error.ts";
import { isOpen } from "../todo/todo-item.ts";
import type { TurnScope } from "./turn-scope.ts";
import { reasonOf } from "../reason-of.ts";

type ErrorOfEnd = NonNullable<TurnEnd["error"]>;

/** What is said about an end that is no answer, where the step that ended the turn has nothing more exact to say. */
const explanations: Readonly<Partial<Record<TurnEndReason, ErrorOfEnd>>> = {
  "empty-answer": {
    code: "EMPTY_ANSWER",
    message: "The model gave no answer, although it was reminded.",
    hint: "Ask again in other words, or choose another model.",
  },
  "budget-exhausted": {
    code: "BUDGET_EXHAUSTED",
    message: "The rounds of this turn are used up, and the model gave no final answer.",
    hint: "Send another message to go on, or raise the limit of rounds.",
  },
  truncated: {
    code: "ANSWER_TRUNCATED",
    message: "The answer was cut off at the model's output limit.",
    hint: "Ask for a shorter answer, raise the output limit, or lower the reasoning effort.",
  },
  guardrail: {
    code: "TURN_STOPPED",
    message: "The turn was stopped because the model went in circles.",
    hint: "Say what it should try instead.",
  },
  refused: {
    code: "HOOK_REFUSED",
    message: "A hook refused it.",
    hint: "The name of the hook says which part of the setup decided so.",
  },
  "invalid-output": {
    code: "OUTPUT_INVALID",
    message: "The answer is not of the form that was asked for.",
    hint: "Make the schema simpler, describe its fields, or choose another model.",
  },
  "content-filter": {
    code: "CONTENT_FILTERED",
    message: "The provider's content filter stopped the answer.",
    hint: "Ask in other words, or choose another model.",
  },
};

/** @param message More exact words than those kept for the reason. */
export function endTurn(scope: TurnScope, reason: TurnEndReason, text: string, message?: string): TurnEnd {
  // A final answer at the end of the budget speaks for itself.
  const explanation = reason === "budget-exhausted" && text !== "" ? undefined : explanations[reason];
  const error =
    explanation === undefined ? undefined : { ...explanation, ...(message === undefined ? {} : { message }) };
  const { rounds, usage } = scope;
  return { type: "turn-end", reason, text, rounds, usage, ...(error === undefined ? {} : { error }) };
}

/** The end of a turn whose program failed between two requests. */
export function stepFailedEnd(scope: TurnScope, error: unknown, text: string): TurnEnd {
  return { ...endTurn(scope, "refused", text), error: describe(error) };
}

/** What children used whose end this turn told. A sum that can't be had is a warning. */
export async function usageOfChildren({ settings, notices, events }: TurnScope): Promise<Usage | undefined> {
  const { told } = notices;
  if (settings.children === undefined || told.length === 0) return undefined;
  try {
    return await settings.children.usageOf(told);
  } catch (error) {
    const reason = reasonOf(error);
    const message = `What children used in this turn is not known: ${reason}`;
    events.push({ type: "warning", code: "CHILD_USAGE_UNKNOWN", message });
    return undefined;
  }
}

/** The end of a turn that goes on once the approvals are answered. */
export function awaitingEnd(scope: TurnScope, awaiting: readonly string[], text: string): TurnEnd {
  return { ...endTurn(scope, "awaiting-approval", text), awaiting };
}

/** The end of a turn whose model threw. */
export function failedEnd(
  scope: TurnScope,
  error: unknown,
  { said, text }: { readonly said: readonly string[]; readonly text: string },
): TurnEnd {
  if (!SpendLimitError.is(error)) return { ...endTurn(scope, "model-error", text), error: describe(error) };
  const all = [...said, text].filter((each) => each.trim() !== "").join("\n\n");
  const unfinished = unfinishedWork(scope);
  return { ...endTurn(scope, "spend-limit", all), error: describe(error), budget: error.refusal, unfinished };
}

/** What is left to do, as it is recorded. */
function unfinishedWork({ session, settings }: TurnScope): UnfinishedWork {
  const { all, open } = session.openCalls();
  return {
    todos: (settings.todo?.items ?? []).filter(isOpen),
    calls: all.map((call) => ({ id: call.id, name: call.name, hasResult: !open.includes(call) })),
  };
}

function describe(error: unknown): ErrorOfEnd {
  if (HermesError.is(error)) {
    const { code, message, hint, data } = error;
    return {
      code,
      message,
      ...(hint === undefined ? {} : { hint }),
      ...(data === undefined ? {} : { data }),
    };
  }
  return { code: "MODEL_UNKNOWN", message: reasonOf(error) };
}
