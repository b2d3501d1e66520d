import type { Message, Model } from "@hermes/models";
import type { SessionSummary } from "@hermes/state";
import { askAuxiliaryModel } from "./ask-auxiliary-model.ts";
import { shorten, textsOf } from "./summarize-text.ts";

const titleInstructions =
  "Give the conversation a title of at most seven words, in the language of the person. Answer with the title alone, without quotes.";

/** @returns Undefined when the model said nothing that could be a title. */
export async function titleByModel(
  model: Model,
  messages: readonly Message[],
  signal: AbortSignal,
): Promise<string | undefined> {
  const text = [
    `Person: ${shorten(textsOf(messages, "user")[0] ?? "", 2_000)}`,
    `Assistant: ${shorten(textsOf(messages, "assistant")[0] ?? "", 1_000)}`,
  ].join("\n\n");
  const said = await askAuxiliaryModel(model, { instructions: titleInstructions, text, signal });
  const [line = ""] = said.split("\n");
  const title = line.replace(/^\W*title\s*:\s*/iu, "").replace(/^["'«“*#\s]+|["'»”*.\s]+$/gu, "");
  return title === "" ? undefined : title;
}

const summaryInstructions =
  "Summarize the conversation for somebody who looks for it later: what was wanted, what was done, what came out. " +
  "At most four sentences, in the language of the person. Then one line that begins with `Keywords:` and names up to twelve, divided by commas.";
const maxTranscriptChars = 16_000;

/** @returns Undefined when the model said nothing. */
export async function summaryByModel(
  model: Model,
  messages: readonly Message[],
  signal: AbortSignal,
): Promise<SessionSummary | undefined> {
  const said = await askAuxiliaryModel(model, {
    instructions: summaryInstructions,
    text: transcript(messages),
    signal,
  });
  const [, text = said, keywords = ""] = /^([\s\S]*?)\n?[*_\s]*keywords[*_]*\s*:(.*)$/iu.exec(said) ?? [];
  if (text.trim() === "") return undefined;
  return {
    summary: shorten(text, 1_500),
    keywords: keywords
      .split(/[,،、;]/u)
      .map((each) => each.replace(/^[*_\s]+|[*_.\s]+$/gu, ""))
      .filter((each) => each !== "" && each.length <= 60)
      .slice(0, 12),
  };
}

/** Both ends of what was said: the middle of a long session is left out. */
function transcript(messages: readonly Message[]): string {
  const lines = messages.flatMap((message) => {
    if (message.role === "tool") return [];
    const [text] = textsOf([message], message.role);
    return text === undefined
      ? []
      : [`${message.role === "user" ? "Person" : "Assistant"}: ${shorten(text, 1_000)}`];
  });
  const whole = lines.join("\n\n");
  if (whole.length <= maxTranscriptChars) return whole;
  const half = maxTranscriptChars / 2;
  return `${whole.slice(0, half)}\n\n[…]\n\n${whole.slice(-half)}`;
}
