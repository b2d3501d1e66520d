import { estimateMessageTokens, estimateTokens } from "@hermes/models";
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
  /** What is worked on and lies before the tail, oldest first: it stays, behind the summary. */
  readonly active: readonly UserMessage[];
  /** Where `active` is from: its words are not told again. */
  readonly sources: ReadonlySet<Message>;
  /** What stays as it is. A call and its results are never parted. */
  readonly tail: readonly Message[];
}

/**
 * What is worked on are the messages of the person since the last answer, however many, and what they said while the model
 * worked on them. The newest of it stays in any case, the rest as far as there is room.
 *
 * @param room How much may stay of the tail, and of what is worked on. The last answer stays in any case, with everything after
 * it; but for messages that got no answer and find no room.
 */
export function splitHistory(
  messages: readonly Message[],
  { tailTokens, activeTokens }: { readonly tailTokens: number; readonly activeTokens: number },
): SplitHistory {
  const earlier = parseSummary(messages[0]);
  const body = earlier === undefined ? messages : messages.slice(1);
  const start = tailStart(body, tailTokens);
  const before = body.slice(0, start);
  const tail = body.slice(start);
  const isInTail = tail.some(isOfPerson);
  const workedOn = before.slice(workBegin(body)).filter(isOfPerson);
  const newest = isInTail ? undefined : workedOn.at(-1);
  const sources = newestOf(workedOn, newest, activeTokens);
  return {
    earlier,
    middle: before.filter((message) => message.role === "tool" || !sources.has(message)),
    active: before.flatMap((message) => (sources.has(message) ? (asSaid(message) ?? []) : [])),
    sources,
    tail,
  };
}

function isOfPerson(message: Message): boolean {
  return personsWords(message) !== undefined;
}

/** Where the messages begin that the person wrote without an answer in between, the newest of such. */
function workBegin(body: readonly Message[]): number {
  let first = body.findLastIndex((message) => message.role === "user" && isOfPerson(message));
  while (first > 0 && body[first - 1]?.role === "user") first--;
  return Math.max(0, first);
}

/** The newest of these that find room, and `always` in any case. */
function newestOf(
  messages: readonly Message[],
  always: Message | undefined,
  maxTokens: number,
): ReadonlySet<Message> {
  const kept = new Set(always === undefined ? [] : [always]);
  let left = maxTokens;
  for (const message of messages.toReversed()) {
    left -=
      message.role === "tool" ? estimateTokens(personsWords(message) ?? "") : estimateMessageTokens(message);
    if (left < 0) break;
    kept.add(message);
  }
  return kept;
}

/** What was said while the model worked gets a message of its own: its result may go. */
function asSaid(message: Message): UserMessage | undefined {
  if (message.role === "assistant") return undefined;
  return message.role === "tool" ? steerMessage(message) : message;
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
  const must = mustStay(body, tailTokens);
  let start = body.length;
  let tokens = 0;
  for (let index = body.length - 1; index >= 0; index--) {
    const message = body[index];
    if (message === undefined) break;
    tokens += estimateMessageTokens(message);
    if (tokens > tailTokens && index < must) break;
    if (message.role !== "tool") start = index;
  }
  return start;
}

/** From where on everything stays: the last answer, or the newest message where those that got no answer are too large. */
function mustStay(body: readonly Message[], tailTokens: number): number {
  const answer = body.findLastIndex(({ role }) => role === "assistant");
  const said = body.findLastIndex((message) => message.role === "user" && isOfPerson(message));
  const between = body.slice(answer + 1, Math.max(answer + 1, said));
  const tokens = between.reduce((sum, message) => sum + estimateMessageTokens(message), 0);
  return tokens > tailTokens ? said : answer;
}

function steerMessage(result: ToolMessage): UserMessage {
  const { provenance } = result;
  const content = [{ type: "text", text: personsWords(result) ?? "" }] as const;
  return { role: "user", content, ...(provenance === undefined ? {} : { provenance }) };
}
