import { estimateMessageTokens } from "@hermes/models";
import type { Message, ToolMessage, UserMessage } from "@hermes/models";
import { isNoteToModel, textOf } from "../session/message-parts.ts";
import { steeredWords } from "../tools/steer-note.ts";
import { parseSummary } from "./summary-message.ts";
import type { Summary } from "./summary-message.ts";

/** A history as a compression sees it. */
export interface SplitHistory {
  /** What an earlier compression wrote. */
  readonly earlier: Summary | undefined;
  /** What becomes one message. */
  readonly middle: readonly Message[];
  /** The newest thing that the person said, where it lies before the tail: it stays as it is. */
  readonly active: readonly UserMessage[];
  /** Where `active` is from: not told again. */
  readonly source?: Message | undefined;
  /** What stays as it is. A call and its results are never parted. */
  readonly tail: readonly Message[];
}

/**
 * @param tailTokens How much may stay. The last answer stays in any case, with everything after it.
 */
export function splitHistory(messages: readonly Message[], tailTokens: number): SplitHistory {
  const earlier = parseSummary(messages[0]);
  const body = earlier === undefined ? messages : messages.slice(1);
  const start = tailStart(body, tailTokens);
  const before = body.slice(0, start);
  const tail = body.slice(start);
  if (tail.some((message) => personsWords(message) !== undefined))
    return { earlier, middle: before, active: [], tail };
  const newest = before.findLast((message) => personsWords(message) !== undefined);
  if (newest === undefined) return { earlier, middle: before, active: [], tail };
  // What was said while the model worked gets a message of its own: its result may go.
  if (newest.role === "tool")
    return { earlier, middle: before, active: [steerMessage(newest)], source: newest, tail };
  return {
    earlier,
    middle: before.filter((message) => message !== newest),
    active: newest.role === "user" ? [newest] : [],
    tail,
  };
}

/** What the person said in a message; undefined: nothing. */
export function personsWords(message: Message): string | undefined {
  if (message.role === "tool") {
    const words = (message.notes ?? []).flatMap((note) => steeredWords(note) ?? []);
    return words.length === 0 ? undefined : words.join("\n");
  }
  if (message.role !== "user" || parseSummary(message) !== undefined) return undefined;
  const text = textOf(message);
  return isNoteToModel(text) ? undefined : text;
}

/** Where the tail begins: at an answer, or at something said. */
function tailStart(body: readonly Message[], tailTokens: number): number {
  const lastAnswer = body.findLastIndex(({ role }) => role === "assistant");
  let start = body.length;
  let tokens = 0;
  for (let index = body.length - 1; index >= 0; index--) {
    const message = body[index];
    if (message === undefined) break;
    tokens += estimateMessageTokens(message);
    if (tokens > tailTokens && index < lastAnswer) break;
    if (message.role !== "tool") start = index;
  }
  return start;
}

function steerMessage(result: ToolMessage): UserMessage {
  const { provenance } = result;
  const content = [{ type: "text", text: personsWords(result) ?? "" }] as const;
  return { role: "user", content, ...(provenance === undefined ? {} : { provenance }) };
}
