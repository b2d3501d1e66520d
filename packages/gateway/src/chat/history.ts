import type { Message } from "@hermes/agent-loop";

function textOfMessage(message: Message): string {
  return message.role === "tool"
    ? ""
    : message.content.map((part) => (part.type === "text" ? part.text : "")).join("");
}

/**
 * Whether a session was told these words since `position`. Empty words are those of a command: then it is asked whether anything was
 * said since.
 */
export function wasTold(
  messages: readonly Message[],
  { position, words }: { readonly position: number; readonly words: string },
): boolean {
  return messages
    .slice(position)
    .some((message) => message.role === "user" && (words === "" || textOfMessage(message) === words));
}

/** Whether words were said to the model in the middle of a turn, or right behind it. */
export function wasSteered(
  messages: readonly Message[],
  { position, words }: { readonly position: number; readonly words: string },
): boolean {
  return messages
    .slice(position + 1)
    .some(
      (message) =>
        (message.role === "user" && textOfMessage(message).includes(words)) ||
        (message.role === "tool" && (message.notes ?? []).some((note) => note.includes(words))),
    );
}

/** The answer that a turn ended with; undefined where it did not come that far. */
export function finalAnswer(messages: readonly Message[]): string | undefined {
  const last = messages.at(-1);
  if (last?.role !== "assistant" || last.finishReason !== "stop") return undefined;
  return last.content.some(({ type }) => type === "tool-call") ? undefined : textOfMessage(last);
}

/** Whether the last turn was cut off. */
export function isUnfinished(messages: readonly Message[]): boolean {
  return messages.length > 0 && finalAnswer(messages) === undefined;
}

/** How many texts the model has said since `position` that count for the keys of rows: those that calls or a cut followed. */
export function textsSaid(messages: readonly Message[], position: number): number {
  return messages
    .slice(position)
    .filter(
      (message) =>
        message.role === "assistant" &&
        message.content.some(({ type }) => type === "text") &&
        (message.finishReason === undefined || message.content.some(({ type }) => type === "tool-call")),
    ).length;
}
