import type {
  AssistantMessage,
  AssistantPart,
  Message,
  ToolDefinition,
  ToolMessage,
  Usage,
  UserMessage,
} from "@hermes/models";
import type { JournalEntry, SessionHead, SessionJournal } from "../journal/session-journal.ts";
import { openCallsOf, toolCallsOf } from "./message-parts.ts";
import type { OpenCalls } from "./message-parts.ts";

export interface MessageFacts {
  readonly usage?: Usage | undefined;
  readonly model?: string | undefined;
  readonly durationMs?: number | undefined;
  /** Ids of the notices that it tells. */
  readonly notices?: readonly string[] | undefined;
}

export interface SessionOptions {
  readonly journal: SessionJournal;
  /** That of the lease under which the session is written. */
  readonly token: () => number | undefined;
  readonly head: SessionHead;
  readonly messages: readonly Message[];
  readonly now: () => number;
}

/** A conversation as the loop holds it: the frozen head, and a history that only grows. Only a compression changes either. */
export class Session {
  readonly now: () => number;
  /** The tools the model was told about; nothing else may be called. */
  readonly offered: ReadonlySet<string>;
  /** Tokens of the last request and its answer as the provider counted them; 0: not known yet. */
  contextTokens = 0;
  readonly #journal: SessionJournal;
  readonly #token: () => number | undefined;
  readonly #callIds = new Set<string>();
  #head: SessionHead;
  #history: Message[];

  constructor({ journal, token, head, messages, now }: SessionOptions) {
    this.#journal = journal;
    this.#token = token;
    this.#head = head;
    this.now = now;
    this.offered = new Set(head.tools.map((tool) => tool.name));
    this.#history = [...messages];
    for (const message of messages) {
      if (message.role === "assistant") for (const call of toolCallsOf(message)) this.#callIds.add(call.id);
    }
  }

  /** The live history; the same array until a compression. */
  get history(): readonly Message[] {
    return this.#history;
  }

  get head(): SessionHead {
    return this.#head;
  }

  get system(): string {
    return this.#head.system;
  }

  get tools(): readonly ToolDefinition[] {
    return this.#head.tools;
  }

  /** A promise only where the journal gives one. */
  append(entry: JournalEntry): void | Promise<void> {
    return this.#journal.append(this.#head.id, entry, this.#token());
  }

  /** Writes a message, then takes it into the history. */
  record(message: Message, facts?: MessageFacts): void | Promise<void> {
    const written = this.write(message, facts);
    if (written === undefined) {
      this.#history.push(message);
      return undefined;
    }
    return written.then(() => {
      this.#history.push(message);
    });
  }

  /** Adds to the last message, which no request has carried yet. @returns The message as it is from here on. */
  async note(message: UserMessage, text: string): Promise<UserMessage> {
    await this.append({ type: "note", text, at: this.now() });
    const noted = { ...message, notes: [...(message.notes ?? []), text] };
    this.#history[this.#history.length - 1] = noted;
    return noted;
  }

  /** Writes a message; `adoptResults` takes it into the history later. */
  write(message: Message, facts?: MessageFacts): void | Promise<void> {
    return this.append({ type: "message", message, ...facts, at: this.now() });
  }

  /** Takes results of the last answer's calls into the history: in call order, also beside those that are there. */
  adoptResults(results: readonly ToolMessage[]): void {
    const place = this.#history.findLastIndex(({ role }) => role === "assistant");
    const [answer, ...before] = this.#history.slice(place);
    if (before.length === 0 || answer?.role !== "assistant") {
      for (const result of results) this.#history.push(result);
      return;
    }
    const order = new Map(toolCallsOf(answer).map(({ id }, index) => [id, index]));
    const placeOf = (message: Message): number =>
      message.role === "tool" ? (order.get(message.callId) ?? 0) : order.size;
    const all = [...before, ...results].toSorted((one, other) => placeOf(one) - placeOf(other));
    this.#history.splice(place + 1, before.length, ...all);
  }

  /** The last answer's calls that have no result, while nothing but results follows it: they wait for an approval. */
  openCalls(): OpenCalls {
    return openCallsOf(this.#history);
  }

  /** Writes a shortened history, and the prompt where there is another one, in one entry: a session has both or neither. */
  async compress(messages: readonly Message[], system: string | undefined): Promise<void> {
    const prompt = system === undefined || system === this.system ? {} : { system };
    await this.append({ type: "compression", messages, ...prompt, at: this.now() });
    this.#head = { ...this.#head, ...prompt };
    this.#history = [...messages];
    this.contextTokens = 0;
  }

  /**
   * The message with call ids that no earlier call of this conversation has: some servers count from zero in every
   * answer, and an outcome could then not be told from another. The same object when nothing had to change.
   */
  withFreshCallIds(message: AssistantMessage): AssistantMessage {
    let content: AssistantPart[] | undefined;
    for (const [index, part] of message.content.entries()) {
      if (part.type !== "tool-call") continue;
      const id = this.#freshId(part.id);
      if (id !== part.id) (content ??= [...message.content])[index] = { ...part, id };
    }
    return content === undefined ? message : { ...message, content };
  }

  #freshId(wanted: string): string {
    const stem = wanted === "" ? "call" : wanted;
    let id = stem;
    for (let number = 2; this.#callIds.has(id); number++) id = `${stem}-${number}`;
    this.#callIds.add(id);
    return id;
  }
}
