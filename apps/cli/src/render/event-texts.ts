import type { AgentEvent, UnfinishedWork } from "@hermes/agent-loop";
import { formatDuration } from "./activity-line.ts";
import { amount } from "./amount.ts";
import { oneLine } from "./fit.ts";

type Of<Type extends AgentEvent["type"]> = Extract<AgentEvent, { readonly type: Type }>;

export function retryText({ reason, attempt, delayMs }: Of<"retry">): string {
  return `${withoutPeriod(reason)}; try ${attempt} in ${formatDuration(delayMs)}`;
}

export function restartText({ reason }: Of<"text-restart">): string {
  return `${withoutPeriod(reason)}; starting the answer again`;
}

export function compressionText({ tokens }: Of<"compression">): string {
  return `Compressed ${amount(tokens.before)} → ${amount(tokens.after)} tokens; nothing you said was lost`;
}

/** What the model does not take of what was to be sent. */
export function unsupportedText({ what, sent, detail }: Of<"unsupported">): string {
  const which = detail === undefined ? what : `${what} (${oneLine(detail)})`;
  const instead = { nothing: "it was left out", "as-text": "its text was sent", nearest: "the nearest was sent" };
  return `The model does not take this ${which}; ${instead[sent]}`;
}

/** The model gets all of it; its first line says what happened. */
export function noticeText(text: string): string {
  return oneLine(text.split("\n", 1)[0] ?? "");
}

export function rememberedText(entry: string): string {
  return `Remembered: ${oneLine(entry)}`;
}

/** What a turn at its budget leaves to be done. */
export function unfinishedTexts({ todos = [], calls = [] }: Partial<UnfinishedWork> = {}): readonly string[] {
  const left = todos.map(({ content }) => `  left to do: ${oneLine(content)}`);
  const unread = calls.map(
    ({ name, hasResult }) => `  ${hasResult ? "its result was not read" : "not run"}: ${name}`,
  );
  return [...left, ...unread];
}

function withoutPeriod(sentence: string): string {
  return oneLine(sentence).replace(/\.$/, "");
}
