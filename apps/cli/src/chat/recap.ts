import type { Message } from "@hermes/models";
import { countOf } from "../render/count-of.ts";
import { cleanText } from "../render/clean-text.ts";
import { fit, oneLine } from "../render/fit.ts";
import { wrapLines } from "../render/wrap.ts";

export interface RecapOptions {
  readonly columns: number;
  /** `full`: the last exchanges, shortened. `minimal`: the last words of both sides, a line each. @default "minimal" */
  readonly display?: "full" | "minimal" | undefined;
}

interface Exchange {
  readonly person: string;
  /** What was said last before the person spoke again; undefined where nothing but calls was. */
  answer?: string | undefined;
}

const shownExchanges = 10;
const shownLines = 3;
const personChars = 300;
const answerChars = 200;

/**
 * Where a session was left: its first words, its size, and the last words of both sides. An answer that was cut
 * off is given whole: nobody has seen its end.
 */
export async function recap(
  all: readonly Message[],
  { columns, display = "minimal" }: RecapOptions,
): Promise<readonly string[]> {
  // Loaded already: there is a session.
  const { isNoteToModel, isSummary } = await import("@hermes/agent-loop");
  const messages = all.filter((message) => !isSummary(message) && !isNoteToModel(textOf(message)));
  const first = messages.find(isSpoken);
  if (first === undefined) return ["Continuing a conversation without messages."];
  const head = fit(`Continuing “${fit(oneLine(textOf(first)), 40)}” · ${countOf(messages.length)}`, columns);
  const last = messages.findLast((message) => message.role === "assistant" && isSpoken(message));
  const cut = last !== undefined && wasCut(last) ? last : undefined;
  const end = cut === undefined ? [] : ["  hermes (cut off):", cleanText(textOf(cut))];
  const exchanges = exchangesOf(messages, cut);
  const lines =
    display === "full"
      ? exchanges.slice(-shownExchanges).flatMap((exchange) => exchangeLines(exchange, columns))
      : lastLines(exchanges, columns);
  return [head, ...lines, ...end];
}

function exchangesOf(messages: readonly Message[], cut: Message | undefined): readonly Exchange[] {
  const exchanges: Exchange[] = [];
  for (const message of messages.filter(isSpoken)) {
    const text = textOf(message);
    const last = exchanges.at(-1);
    if (message.role === "user") exchanges.push({ person: text });
    else if (last !== undefined && message !== cut) last.answer = text;
  }
  return exchanges;
}

function exchangeLines({ person, answer }: Exchange, columns: number): readonly string[] {
  return [
    ...shortened(`› ${cleanText(person).trim()}`, personChars, columns),
    ...(answer === undefined ? [] : shortened(cleanText(answer).trim(), answerChars, columns)),
  ];
}

/** The first words stand in the head. */
function lastLines(exchanges: readonly Exchange[], columns: number): readonly string[] {
  const last = exchanges.at(-1);
  const answer = exchanges.findLast((exchange) => exchange.answer !== undefined)?.answer;
  return [
    ...(last === undefined || exchanges.length === 1 ? [] : [`  you: ${oneLine(last.person)}`]),
    ...(answer === undefined ? [] : [`  hermes: ${oneLine(answer)}`]),
  ].map((line) => fit(line, columns));
}

function shortened(text: string, chars: number, columns: number): readonly string[] {
  const short = text.length > chars ? `${[...text].slice(0, chars - 1).join("")}…` : text;
  const lines = wrapLines(short, { columns, indent: 2 }).filter((line) => line !== "");
  if (lines.length <= shownLines) return lines;
  return [...lines.slice(0, shownLines - 1), fit(`${lines[shownLines - 1]?.slice(0, -1) ?? ""}…`, columns)];
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
