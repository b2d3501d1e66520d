import type { Clarifier, ClarifyAnswer, ClarifyQuestion } from "@hermes/agent-loop";
import type { Question, Questions } from "./question.ts";

export interface ClarifyPromptOptions {
  readonly questions: Questions;
  /** Called when the person interrupts instead of answering. */
  readonly onInterrupt: () => void;
}

const left: ClarifyAnswer = { answered: false, reason: "The person left without an answer." };

/** Puts a question of the model to the person at the terminal. */
export function createClarifyPrompt({ questions, onInterrupt }: ClarifyPromptOptions): Clarifier {
  return async (asked, { signal }) => {
    const outcome = await questions.put(questionOf(asked), { signal });
    if (outcome.type === "interrupt") onInterrupt();
    signal.throwIfAborted();
    if (outcome.type === "choice") return { answered: true, answer: outcome.id };
    if (outcome.type === "words") return { answered: true, answer: outcome.text };
    return outcome.type === "skip" ? { answered: false, reason: "The person skipped the question." } : left;
  };
}

/** Answers at once where nobody can be asked. */
export const nobodyToAsk: Clarifier = async () => ({
  answered: false,
  reason: "Nobody is at the terminal. Decide by yourself and say what you assumed.",
});

function questionOf({ question, choices, allowFreetext }: ClarifyQuestion): Question {
  const free = allowFreetext || choices.length === 0;
  return {
    question,
    choices: choices.map((choice) => ({ id: choice, label: choice })),
    ownWords: free ? (choices.length === 0 ? "answer (Esc skips)" : "something else") : undefined,
  };
}
