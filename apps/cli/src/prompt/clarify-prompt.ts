import type { Clarifier, ClarifyAnswer, ClarifyQuestion } from "@hermes/agent-loop";
import { oneLine } from "../render/fit.ts";
import type { Style } from "../render/style.ts";
import type { Ask, Choose, Questions } from "./ask.ts";

export interface ClarifyPromptOptions extends Questions {
  readonly style: Style;
  /** Called when the person interrupts instead of answering. */
  readonly onInterrupt: () => void;
}

const left: ClarifyAnswer = { answered: false, reason: "The person left without an answer." };

/** Puts a question of the model as a list to choose from, or as a numbered one where none can be drawn. */
export function createClarifyPrompt({ ask, choose, style, onInterrupt }: ClarifyPromptOptions): Clarifier {
  return async (question, { signal }) => {
    const answer = choose
      ? await fromList(question, { choose, signal })
      : await fromReply(question, { ask, style, signal });
    if (answer === "interrupt") onInterrupt();
    signal.throwIfAborted();
    return answer === "interrupt" ? left : answer;
  };
}

/** Answers at once where nobody can be asked. */
export const nobodyToAsk: Clarifier = async () => ({
  answered: false,
  reason: "Nobody is at the terminal. Decide by yourself and say what you assumed.",
});

async function fromList(
  question: ClarifyQuestion,
  { choose, signal }: { readonly choose: Choose; readonly signal: AbortSignal },
): Promise<ClarifyAnswer | "interrupt"> {
  const outcome = await choose(question, { signal });
  if (outcome.type === "answer") return { answered: true, answer: outcome.answer };
  if (outcome.type === "skip") return { answered: false, reason: "The person skipped the question." };
  return outcome.type === "interrupt" ? "interrupt" : left;
}

interface FromReplyOptions {
  readonly ask: Ask;
  readonly style: Style;
  readonly signal: AbortSignal;
}

async function fromReply(
  question: ClarifyQuestion,
  { ask, style, signal }: FromReplyOptions,
): Promise<ClarifyAnswer | "interrupt"> {
  const { formatQuestion, howToReply, parseReply } = await import("@hermes/agent-loop");
  const lines = formatQuestion(question).split("\n").map(oneLine);
  let intro = lines.map((line, index) => (index === 0 ? style.cyan(`? ${line}`) : `  ${line}`));
  for (;;) {
    const answer = await ask({ intro, prompt: "  Your answer: ", plain: true, signal });
    if (answer.type === "interrupt") return "interrupt";
    if (answer.type === "end") return left;
    const given = parseReply(answer.text, question);
    if (given) return given;
    intro = [style.dim(`  ${howToReply(question)}`)];
  }
}
