import type { Message } from "@hermes/models";
import type { SessionSummary } from "@hermes/state";
import { extractKeywords } from "./extract-keywords.ts";

const maxRequestChars = 240;
const maxAnswerChars = 360;

/** What a session was about, without a model: the first request, the last answer, and the words that say the most. */
export async function summarizeText(messages: readonly Message[]): Promise<SessionSummary> {
  const requests = textsOf(messages, "user");
  const answers = textsOf(messages, "assistant");
  const parts = [shorten(requests[0] ?? "", maxRequestChars), shorten(answers.at(-1) ?? "", maxAnswerChars)];
  return {
    summary: parts.filter((part) => part !== "").join(" → "),
    keywords: await extractKeywords([...requests, ...answers]),
  };
}

/** What was said in words by one side, in order; what is empty is left out. */
export function textsOf(messages: readonly Message[], role: "user" | "assistant"): readonly string[] {
  return messages.flatMap((message) => {
    if (message.role !== role) return [];
    const text = message.content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
    return text.trim() === "" ? [] : [text];
  });
}

/** The first sentences that fit; else as many whole words as fit. */
export function shorten(text: string, maxChars: number): string {
  // The beginning of a pasted book is enough.
  const line = text.slice(0, 4_000).replace(/\s+/gu, " ").trim();
  if (line.length <= maxChars) return line;
  let kept = "";
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: "sentence" }).segment(line)) {
    if (kept.length + segment.length > maxChars) break;
    kept += segment;
  }
  if (kept.trim() !== "") return kept.trim();
  return `${wholeWords(line, maxChars - 1)}…`;
}

function wholeWords(line: string, maxChars: number): string {
  let kept = "";
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: "word" }).segment(line)) {
    if (kept.length + segment.length > maxChars) break;
    kept += segment;
  }
  return kept.trim() === "" ? line.slice(0, maxChars) : kept.trim();
}
