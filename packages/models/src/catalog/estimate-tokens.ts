import type { FilePart, Message } from "../message.ts";
import type { ModelRequest } from "../model.ts";

// Longer texts are judged by this many characters, spread evenly: the estimate of a history must cost microseconds.
const sampleSize = 128;
const imageTokens = 1500;
/** What providers count for a page of a document, and how many bytes a page has in most of them. */
const pageTokens = 2500;
const pageBytes = 60_000;
/** Of a file that is elsewhere: how long it is can't be told. */
const fileTokens = 4000;
const perMessage = 4;

/**
 * How many tokens a text has, roughly: a token is about 4 characters of Latin text and code, 2.5 of other
 * alphabets, 1.25 of Chinese, Japanese and Korean, and half an emoji. No tokenizer is loaded; real counts differ by
 * some ten to twenty per cent.
 */
export function estimateTokens(text: string): number {
  const { length } = text;
  const step = Math.max(1, length / sampleSize);
  let weight = 0;
  let seen = 0;
  for (let at = 0; at < length; at += step) {
    weight += weightOf(text.charCodeAt(Math.floor(at)));
    seen++;
  }
  return seen === 0 ? 0 : Math.ceil((weight / seen) * length);
}

function weightOf(code: number): number {
  if (code < 0x250) return 0.25;
  if (code < 0x1100) return 0.4;
  if (code >= 0xd800 && code <= 0xdfff) return 1;
  const eastAsian = code < 0x1200 || (code >= 0x2e80 && code < 0xfb00) || code >= 0xfe30;
  return eastAsian ? 0.8 : 0.4;
}

/** What a request will count as input, roughly: prompt, tools, messages, 1 500 for every image, and files by their size. */
export function estimateRequestTokens(request: ModelRequest): number {
  let tokens = estimateTokens(request.system);
  if (request.tools.length > 0) tokens += estimateTokens(JSON.stringify(request.tools));
  for (const message of request.messages) tokens += estimateMessageTokens(message);
  return tokens;
}

/** The share of one message, with what surrounds it on the wire. */
export function estimateMessageTokens(message: Message): number {
  const noted = message.role === "assistant" ? [] : (message.notes ?? []);
  const around = noted.reduce((sum, note) => sum + estimateTokens(note), perMessage);
  if (message.role !== "tool") return message.content.reduce((sum, part) => sum + partTokens(part), around);
  return around + estimateTokens(message.content) + (message.images?.length ?? 0) * imageTokens;
}

/** Text by its bytes, anything else by the pages that fit into its size. */
function tokensOfFile({ mediaType, data }: FilePart): number {
  if (data === undefined) return fileTokens;
  const bytes = (data.length * 3) / 4;
  const isText = /^text\/|[+/](?:json|xml|yaml)$/.test(mediaType);
  return isText ? Math.ceil(bytes / 4) : Math.ceil(bytes / pageBytes) * pageTokens;
}

function partTokens(part: Exclude<Message, { role: "tool" }>["content"][number]): number {
  switch (part.type) {
    case "text":
    case "reasoning":
      return estimateTokens(part.text);
    case "image":
      return imageTokens;
    case "file":
      return tokensOfFile(part);
    case "tool-call":
      return estimateTokens(part.name) + estimateTokens(part.arguments) + perMessage;
    case "provider":
      return estimateTokens(JSON.stringify(part.item) ?? "");
  }
}
