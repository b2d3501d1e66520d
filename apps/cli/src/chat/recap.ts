import type { Message } from "@hermes/models";
import { countOf } from "../render/count-of.ts";
import { cleanText } from "../render/clean-text.ts";
import { fit, oneLine } from "../render/fit.ts";

/**
 * Where a session was left: its first words, its size, and the last words of both sides. An answer that was cut
 * off is given whole: nobody has seen its end.
 */
export async function recap(all: readonly Message[], columns: number): Promise<readonly string[]> {
  // Loaded already: there is a session.
  const { isSummary } = await import("@hermes/agent-loop");
  const messages = all.filter((message) => !isSummary(message));
  const first = messages.find(isSpoken);
  if (first === undefined) return ["Continuing a conversation without messages."];
  const lines = [`Continuing “${fit(oneLine(textOf(first)), 40)}” · ${countOf(messages.length)}`];
  const person = messages.findLast((message) => message.role === "user" && isSpoken(message));
  if (person !== undefined && person !== first) lines.push(`  you: ${oneLine(textOf(person))}`);
  const answer = messages.findLast((message) => message.role === "assistant" && isSpoken(message));
  if (answer !== undefined && !wasCut(answer)) lines.push(`  hermes: ${oneLine(textOf(answer))}`);
  const shown = lines.map((line) => fit(line, columns));
  return answer !== undefined && wasCut(answer)
    ? [...shown, "  hermes (cut off):", cleanText(textOf(answer))]
    : shown;
}

function textOf(message: Message): string {
  if (message.role === "tool") return "";
  return message.content.map((part) => (part.type === "text" ? part.text : "")).join("");
}

function isSpoken(message: Message): boolean {
  return textOf(message).trim() !== "";
}

/** The loop marks an answer whose end never came by leaving the reason of its end out. */
function wasCut(message: Message): boolean {
  return message.role === "assistant" && message.finishReason === undefined;
}
