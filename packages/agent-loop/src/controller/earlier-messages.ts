import type { Message, UserMessage } from "@hermes/models";
import { isSummary } from "../compression/summary-message.ts";
import { isNoteToModel, textOf } from "../session/message-parts.ts";

/** A message of the person that the conversation can go back to. */
export interface EarlierMessage {
  /** 1: the last one. `/undo` with it goes back to before the message. */
  readonly back: number;
  readonly text: string;
  readonly message: UserMessage;
  /** Its place in the history. */
  readonly index: number;
}

/** What the person said, the newest first. What a compression has condensed is not among it. */
export function earlierMessages(messages: readonly Message[]): readonly EarlierMessage[] {
  return messages
    .flatMap((message, index) => {
      if (message.role !== "user" || isSummary(message)) return [];
      const text = textOf(message);
      return isNoteToModel(text) ? [] : [{ text, message, index }];
    })
    .toReversed()
    .map((each, place) => ({ ...each, back: place + 1 }));
}
