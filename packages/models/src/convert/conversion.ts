import { HermesError } from "@hermes/registry";
import type { z } from "zod";
import type { AssistantPart, ImageData, Message, ToolCallPart, UserPart } from "../message.ts";

export interface Converted {
  readonly messages: readonly Message[];
  /** Of the messages that come before the conversation. Absent: there are none. */
  readonly system?: string | undefined;
  /** What has no form here. */
  readonly left: readonly LeftOut[];
}

/** Something of a message that is not in what came of it. */
export interface LeftOut {
  /** Such as `part of type "input_audio"`. */
  readonly what: string;
  /** Of the message, from 0. */
  readonly index: number;
}

/** A conversation on its way into messages of this library. */
export class Conversion {
  readonly #from: string;
  readonly #messages: Message[] = [];
  readonly #system: string[] = [];
  readonly #left: LeftOut[] = [];
  /** By id of the call. */
  readonly #names = new Map<string, string>();
  #index = 0;

  /** @param from Name of the form, for errors. */
  constructor(from: string) {
    this.#from = from;
  }

  /** Hands the messages over one by one. */
  each(messages: unknown, convert: (message: unknown) => void): Converted {
    if (!Array.isArray(messages))
      throw new HermesError(`The messages of ${this.#from} are no list.`, {
        code: "MODEL_MESSAGES_INVALID",
        hint: "Give the list of messages alone.",
      });
    for (const [index, message] of messages.entries()) {
      this.#index = index;
      convert(message);
    }
    const system = this.#system.join("\n\n");
    return { messages: this.#messages, ...(system === "" ? {} : { system }), left: this.#left };
  }

  /** @throws {HermesError} `MODEL_MESSAGES_INVALID` that names the message and the field. */
  parse<T>(schema: z.ZodType<T>, value: unknown, place = ""): T {
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    const [issue] = parsed.error.issues;
    const path = (issue?.path ?? []).map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`));
    throw this.#error(`messages[${this.#index}]${place}${path.join("")}`, issue?.message ?? "is not valid");
  }

  #error(place: string, problem: string): HermesError {
    return new HermesError(`${place} is not a message of ${this.#from}: ${problem}.`, {
      code: "MODEL_MESSAGES_INVALID",
      hint: `Give the messages as ${this.#from} has them.`,
    });
  }

  leave(what: string): void {
    this.#left.push({ what, index: this.#index });
  }

  /** Instructions stand before the conversation; within it they have no form. */
  system(text: string): void {
    if (this.#messages.length > 0) this.leave("system message within the conversation");
    else if (text.trim() !== "") this.#system.push(text);
  }

  user(content: readonly UserPart[]): void {
    if (content.length > 0) this.#messages.push({ role: "user", content });
  }

  assistant(content: readonly AssistantPart[]): void {
    if (content.length === 0) return;
    const calls = content.filter((part): part is ToolCallPart => part.type === "tool-call");
    for (const { id, name } of calls) this.#names.set(id, name);
    this.#messages.push({
      role: "assistant",
      content,
      finishReason: calls.length > 0 ? "tool-calls" : "stop",
    });
  }

  /** @param content What the tool returned; text that is no JSON becomes a JSON string. */
  result(
    callId: string,
    content: string,
    {
      name,
      isError = false,
      images = [],
    }: { name?: string; isError?: boolean; images?: readonly ImageData[] } = {},
  ): void {
    this.#messages.push({
      role: "tool",
      callId,
      name: name ?? this.#names.get(callId) ?? "unknown",
      content: isJson(content) ? content : JSON.stringify(content),
      ...(isError ? { isError } : {}),
      ...(images.length > 0 ? { images } : {}),
    });
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
