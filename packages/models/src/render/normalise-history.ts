import type { AssistantMessage, ImageData, Message, ToolMessage, UserMessage } from "../message.ts";
import { isBlank, wireArguments, wireId } from "./wire-text.ts";
import type { InputPart, TurnPart, WireCall, WireResult, WireWriter } from "./wire-format.ts";
import { type MediaRules, sendable } from "./wire-media.ts";
import type { WireTools } from "./wire-tools.ts";

/** Stands where a conversation needs words of the user and there are none. */
const openingWords = "(The conversation begins here.)";
const goOnWords = "Please go on.";
const emptyResult = "(empty)";
const lostResult = JSON.stringify({
  error:
    "The outcome of this call is unknown: there is no result for it. It may or may not have taken effect.",
});
const maxQuotedChars = 2000;

/** A call that still waits for its result. */
interface OpenCall {
  readonly call: WireCall;
  /** As the model wrote them, where they could not be sent like that. */
  readonly brokenArguments: string | undefined;
  /** The id as the history has it. */
  readonly callId: string;
  result: ToolMessage | undefined;
}

/**
 * Turns any history, however broken, into one that every provider takes, and hands it to a writer.
 *
 * Works message by message: what was handed on is never changed by what comes later. The calls of a message are
 * held back until all have a result or the next message shows that there will be none; results without a call
 * are kept as words of the user; nothing that was said is lost.
 */
export class HistoryNormaliser {
  readonly #writer: WireWriter;
  readonly #tools: WireTools;
  readonly #media: MediaRules;
  readonly #usedIds = new Set<string>();
  #open: OpenCall[] | undefined;
  /** Results that came between calls and results and belong to neither. */
  #strays: InputPart[] = [];
  #last: "nobody" | "user" | "assistant" = "nobody";

  constructor(writer: WireWriter, tools: WireTools, media: MediaRules) {
    this.#writer = writer;
    this.#tools = tools;
    this.#media = media;
  }

  /** True when a request could be sent as it is: no call waits and the user has the last word. */
  get isComplete(): boolean {
    return this.#open === undefined && this.#last === "user";
  }

  add(message: Message): void {
    switch (message.role) {
      case "user":
        this.#closeCalls();
        this.#user(userParts(message, this.#media));
        break;
      case "assistant":
        this.#closeCalls();
        this.#assistant(message);
        break;
      case "tool":
        this.#result(message);
        break;
    }
  }

  /** Adds what is missing for a request to be sent. Nothing can be added after it. */
  complete(): void {
    this.#closeCalls();
    this.#needUser();
  }

  #user(parts: readonly InputPart[]): void {
    if (parts.length === 0) return;
    this.#writer.user(parts);
    this.#last = "user";
  }

  #needUser(): void {
    if (this.#last === "user") return;
    this.#user([{ type: "text", text: this.#last === "nobody" ? openingWords : goOnWords }]);
  }

  #assistant(message: AssistantMessage): void {
    const parts: TurnPart[] = [];
    const open: OpenCall[] = [];
    let spoke = false;
    for (const part of message.content) {
      if (part.type === "tool-call") {
        const name = this.#tools.wireName(part.name);
        const text = wireArguments(this.#tools.toWire(name, part.arguments));
        const id = this.#freshId(part.id);
        const { providerFields } = part;
        const call: WireCall = { type: "call", id, name, arguments: text ?? "{}", providerFields };
        const brokenArguments = text === undefined ? part.arguments : undefined;
        open.push({ call, brokenArguments, callId: part.id, result: undefined });
        parts.push(call);
      } else if (part.type !== "text") {
        spoke ||= part.type === "provider" && this.#writer.stands?.(part) === true;
        parts.push(part);
      } else if (!isBlank(part.text)) {
        spoke = true;
        parts.push(part);
      }
    }
    // Thoughts that led to nothing are refused by providers; leaving them out loses no words.
    if (!spoke && open.length === 0) return;
    this.#needUser();
    this.#writer.assistant(parts);
    this.#last = "assistant";
    if (open.length > 0) this.#open = open;
  }

  #freshId(id: string): string {
    const stem = wireId(id);
    let fresh = stem;
    for (let number = 2; this.#usedIds.has(fresh); number++) fresh = wireId(`${stem}_${number}`);
    this.#usedIds.add(fresh);
    return fresh;
  }

  #result(message: ToolMessage): void {
    const waiting = this.#open?.find((open) => open.callId === message.callId && open.result === undefined);
    if (waiting !== undefined) {
      waiting.result = message;
      if (this.#open?.every((open) => open.result !== undefined)) this.#closeCalls();
    } else if (this.#open !== undefined) this.#strays.push(...strayParts(message, this.#media));
    else this.#user(strayParts(message, this.#media));
  }

  #closeCalls(): void {
    if (this.#open === undefined) return;
    const results = this.#open.map((open) => wireResult(open, this.#media));
    this.#open = undefined;
    this.#writer.results(results);
    this.#last = "user";
    const strays = this.#strays;
    this.#strays = [];
    this.#user(strays);
  }
}

function userParts(message: UserMessage, media: MediaRules): InputPart[] {
  const parts: InputPart[] = [];
  for (const part of message.content) {
    if (part.type !== "text") parts.push(sendable(part, media));
    else if (!isBlank(part.text)) parts.push(part);
  }
  for (const text of message.notes ?? []) if (!isBlank(text)) parts.push({ type: "text", text });
  return parts;
}

function wireResult({ call, brokenArguments, result }: OpenCall, media: MediaRules): WireResult {
  const notes: string[] = [];
  if (brokenArguments !== undefined) notes.push(brokenArgumentsWords(brokenArguments));
  for (const note of result?.notes ?? []) if (!isBlank(note)) notes.push(note);
  const images: ImageData[] = [];
  for (const image of result?.images ?? []) {
    const part = sendable(image, media);
    if (part.type === "text") notes.push(part.text);
    else images.push(image);
  }
  const content = result === undefined ? lostResult : isBlank(result.content) ? emptyResult : result.content;
  return {
    id: call.id,
    name: call.name,
    content,
    notes,
    images,
    isError: result?.isError ?? result === undefined,
  };
}

function brokenArgumentsWords(raw: string): string {
  const quoted = raw.length > maxQuotedChars ? `${raw.slice(0, maxQuotedChars)}…` : raw;
  return `[The arguments of this call were not a JSON object and are shown as {}. They were written like this: ${quoted}]`;
}

/** A result that answers no call, as words of the user. */
function strayParts(message: ToolMessage, media: MediaRules): InputPart[] {
  const content = isBlank(message.content) ? emptyResult : message.content;
  const notes = (message.notes ?? []).filter((note) => !isBlank(note));
  const text = [`[A result of the tool "${message.name}" whose call is not known]`, content, ...notes].join(
    "\n\n",
  );
  return [{ type: "text", text }, ...(message.images ?? []).map((image) => sendable(image, media))];
}
