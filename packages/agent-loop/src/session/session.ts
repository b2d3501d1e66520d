import type {
  AssistantMessage,
  AssistantPart,
  Message,
  ToolDefinition,
  ToolMessage,
  Usage,
  UserMessage,
} from "@hermes/models";
import { untrustedSources } from "@hermes/registry";
import type { Provenance, Transcript } from "@hermes/registry";
import type { RequestPrefix } from "../journal/request-prefix.ts";
import { withPrompt } from "../journal/session-journal.ts";
import type { JournalEntry, SessionHead, SessionJournal } from "../journal/session-journal.ts";
import { toolCallName, toolSearchName } from "../tools/waiting-tools.ts";
import type { WaitingTools } from "../tools/waiting-tools.ts";
import type { PromptPart } from "../prompt/prompt-layer.ts";
import { openCallsOf, toolCallsOf } from "./message-parts.ts";
import type { OpenCalls } from "./message-parts.ts";
import type { ParentSession } from "./parent-session.ts";
import { PrefixWatch } from "./prefix-watch.ts";
import type { SentRequest } from "./prefix-watch.ts";
import { transcriptOf, transcriptOfChild } from "./transcript-of.ts";

export interface MessageFacts {
  readonly usage?: Usage | undefined;
  readonly model?: string | undefined;
  readonly durationMs?: number | undefined;
  readonly prefix?: RequestPrefix | undefined;
  /** Ids of the notices that it tells. */
  readonly notices?: readonly string[] | undefined;
}

export interface SessionOptions {
  readonly journal: SessionJournal;
  /** That of the lease under which the session is written. */
  readonly token: () => number | undefined;
  readonly head: SessionHead;
  readonly messages: readonly Message[];
  /** Undefined: every tool that can be called is in the head. */
  readonly waiting: WaitingTools | undefined;
  readonly now: () => number;
  /** Undefined: a person speaks to it. */
  readonly parent?: ParentSession | undefined;
}

/** A system prompt from a compression on, with the untrusted sources of its text. */
export interface NewPrompt {
  readonly text?: string | undefined;
  readonly layout?: readonly PromptPart[] | undefined;
  readonly provenance?: readonly Provenance[] | undefined;
}

/** A session as the loop holds it: the frozen head, and a history that only grows. Only a compression changes either; an epoch begins before it is made. */
export class Session {
  readonly now: () => number;
  readonly #described: readonly string[];
  readonly #fixed: ReadonlySet<string> | undefined;
  /** Those that it can find. Undefined: there are none. */
  readonly waiting: WaitingTools | undefined;
  /** Tokens of the last request and its answer as the provider counted them; 0: not known yet. */
  contextTokens = 0;
  readonly #journal: SessionJournal;
  readonly #token: () => number | undefined;
  readonly #parent: ParentSession | undefined;
  readonly #callIds = new Set<string>();
  #head: SessionHead;
  #history: Message[];
  #provenance: readonly Provenance[];
  #watch: PrefixWatch | undefined;
  #isCompressed = false;

  constructor({ journal, token, head, messages, waiting, now, parent }: SessionOptions) {
    this.#journal = journal;
    this.#token = token;
    this.#head = head;
    this.#parent = parent;
    this.now = now;
    this.waiting = waiting;
    const names = new Set(head.tools.map((tool) => tool.name));
    if (waiting !== undefined) for (const name of [toolSearchName, toolCallName]) names.delete(name);
    this.#described = [...names];
    this.#fixed = waiting?.isLive === true ? undefined : new Set([...names, ...(waiting?.names ?? [])]);
    this.#history = [...messages];
    this.#provenance = sourcesOf(head, messages);
    for (const message of messages) {
      if (message.role === "assistant") for (const call of toolCallsOf(message)) this.#callIds.add(call.id);
    }
  }

  /** The tools that the model was told about, or can find; nothing else may be called. */
  get offered(): ReadonlySet<string> {
    return this.#fixed ?? new Set([...this.#described, ...(this.waiting?.callable ?? [])]);
  }

  /** The live history; the same array until a compression. */
  get history(): readonly Message[] {
    return this.#history;
  }

  /** Untrusted sources of all that a request carries. They stay until a new session begins. */
  get provenance(): readonly Provenance[] {
    return this.#provenance;
  }

  /** What was said, told apart by who it is from. */
  get transcript(): Transcript {
    return this.#transcriptOf(this.#history);
  }

  /** Both as they were when the model made the calls of its last answer: results of these that are there already don't count. */
  contextBeforeCalls(): {
    readonly provenance: readonly Provenance[];
    readonly transcript: () => Transcript;
  } {
    const before = this.#history.slice(
      0,
      this.#history.findLastIndex(({ role }) => role === "assistant"),
    );
    return { provenance: sourcesOf(this.#head, before), transcript: () => this.#transcriptOf(before) };
  }

  #transcriptOf(messages: readonly Message[]): Transcript {
    return this.#parent === undefined
      ? transcriptOf(messages)
      : transcriptOfChild(messages, this.#parent.transcript());
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
    if (written === undefined) return this.adopt([message]);
    return written.then(() => this.adopt([message]));
  }

  /** Adds to the last message, which no request has carried yet. @returns The message as it is from here on. */
  async note(
    message: UserMessage,
    text: string,
    provenance: readonly Provenance[] = [],
  ): Promise<UserMessage> {
    const sources = provenance.length === 0 ? {} : { provenance };
    await this.append({ type: "note", text, ...sources, at: this.now() });
    const noted: UserMessage = {
      ...message,
      notes: [...(message.notes ?? []), text],
      ...(provenance.length === 0 ? {} : { provenance: [...(message.provenance ?? []), ...provenance] }),
    };
    this.#history[this.#history.length - 1] = noted;
    this.#provenance = untrustedSources(this.#provenance, noted.provenance);
    return noted;
  }

  /** Writes a message; `adoptResults` takes it into the history later. */
  write(message: Message, facts?: MessageFacts): void | Promise<void> {
    return this.append({ type: "message", message, ...facts, at: this.now() });
  }

  adopt(messages: readonly Message[]): void {
    for (const message of messages) {
      this.#history.push(message);
      if (message.provenance !== undefined)
        this.#provenance = untrustedSources(this.#provenance, message.provenance);
    }
  }

  /** Takes results of the last answer's calls into the history: in call order, also beside those that are there. */
  adoptResults(results: readonly ToolMessage[]): void {
    for (const { provenance } of results)
      if (provenance !== undefined) this.#provenance = untrustedSources(this.#provenance, provenance);
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

  /**
   * Writes a shortened history, and the prompt where there is another one, in one entry: a session has both or neither. What
   * stands for messages of untrusted sources has their sources.
   */
  async compress(
    shortened: readonly Message[],
    { text: system, layout, provenance: ofPrompt }: NewPrompt = {},
  ): Promise<void> {
    const sources = untrustedSources(this.#provenance, ofPrompt);
    const messages = withSources(shortened, sources, sourcesOf(this.#head, shortened));
    const prompt = system === undefined || system === this.system ? undefined : { system, layout };
    await this.append({ type: "compression", messages, ...prompt, at: this.now() });
    if (prompt !== undefined) this.#head = withPrompt(this.#head, prompt);
    this.#history = [...messages];
    this.#provenance = sources;
    this.contextTokens = 0;
    this.#isCompressed = true;
    this.#watch?.noteCompression();
  }

  /** Writes the head that it has: an epoch begins. */
  async writeHead(): Promise<void> {
    const { system, layout, tools, provenance, model } = this.#head;
    await this.append({ type: "head", system, layout, tools, provenance, model, at: this.now() });
  }

  /** What is to be kept of a request that was answered: how it went on where the last one ended. */
  async prefixOf(sent: Omit<SentRequest, "system" | "history">): Promise<RequestPrefix> {
    if (this.#watch === undefined) {
      // Not before the first answer: nobody is kept waiting by it.
      this.#watch = new PrefixWatch(await this.#journal.lastPrefix?.(this.#head.id));
      if (this.#isCompressed) this.#watch.noteCompression();
    }
    const { system } = this.#head;
    return this.#watch.observe({ ...sent, system, history: this.#history });
  }

  /**
   * The message with call ids that no earlier call of this session has: some servers count from zero in every
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
    const id = this.nextCallId(wanted);
    this.#callIds.add(id);
    return id;
  }

  /** The id that a call will have. @param others Those of the calls before it in the answer under way. */
  nextCallId(wanted: string, others?: ReadonlySet<string>): string {
    const stem = wanted === "" ? "call" : wanted;
    let id = stem;
    for (let number = 2; this.#callIds.has(id) || others?.has(id) === true; number++)
      id = `${stem}-${number}`;
    return id;
  }
}

function sourcesOf(head: SessionHead, messages: readonly Message[]): readonly Provenance[] {
  const ofMessages = messages.filter(hasSources).map(({ provenance }) => provenance);
  return untrustedSources(head.provenance, ...ofMessages);
}

/** Of a long history few have any. */
function hasSources({ provenance }: Message): boolean {
  return provenance !== undefined;
}

/** The first message takes over the sources that no message has any more. */
function withSources(
  messages: readonly Message[],
  all: readonly Provenance[],
  kept: readonly Provenance[],
): readonly Message[] {
  const [first, ...rest] = messages;
  if (first === undefined || kept.length === all.length) return messages;
  return [{ ...first, provenance: untrustedSources(first.provenance, all) }, ...rest];
}
