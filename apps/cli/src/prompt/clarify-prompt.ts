import type { Clarifier, ClarifyAnswer, ClarifyQuestion } from "@hermes/agent-loop";
import { oneLine } from "../render/fit.ts";
import type { Style } from "../render/style.ts";
import type { Ask } from "./ask.ts";

export interface ClarifyPromptOptions {
  readonly ask: Ask;
  readonly style: Style;
  /** Called when the person interrupts instead of answering. */
  readonly onInterrupt: () => void;
}

/** Puts a question of the model as a numbered list; where it is allowed, any other text is an answer too. */
export function createClarifyPrompt({ ask, style, onInterrupt }: ClarifyPromptOptions): Clarifier {
  return async (question, { signal }) => {
    let intro = [style.cyan(`? ${oneLine(question.question)}`), ...numbered(question.choices)];
    for (;;) {
      const answer = await ask({ intro, prompt: promptFor(question), plain: true, signal });
      if (answer.type === "interrupt") onInterrupt();
      signal.throwIfAborted();
      if (answer.type !== "line") return { answered: false, reason: "The person left without an answer." };
      const given = toAnswer(answer.text, question);
      if (given) return given;
      intro = [style.dim(`  Please type a number from 1 to ${question.choices.length}.`)];
    }
  };
}

/** Answers at once where nobody can be asked. */
export const nobodyToAsk: Clarifier = async () => ({
  answered: false,
  reason: "Nobody is at the terminal. Decide by yourself and say what you assumed.",
});

function numbered(choices: readonly string[]): readonly string[] {
  return choices.map((choice, index) => `  ${index + 1}. ${oneLine(choice)}`);
}

function promptFor({ choices, allowFreetext }: ClarifyQuestion): string {
  if (choices.length === 0) return "  Your answer: ";
  return `  1–${choices.length}${allowFreetext ? " or your own words" : ""}, Enter skips: `;
}

/** Undefined when the text is none of the possible answers. */
function toAnswer(text: string, { choices, allowFreetext }: ClarifyQuestion): ClarifyAnswer | undefined {
  const typed = text.trim();
  if (typed === "") return { answered: false, reason: "The person skipped the question." };
  if (/^\d+$/.test(typed) && choices.length > 0) {
    const chosen = choices[Number(typed) - 1];
    return chosen === undefined ? undefined : { answered: true, answer: chosen };
  }
  const named = choices.find((choice) => choice.toLowerCase() === typed.toLowerCase());
  if (named !== undefined) return { answered: true, answer: named };
  return allowFreetext || choices.length === 0 ? { answered: true, answer: typed } : undefined;
}
