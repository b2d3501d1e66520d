import type { Message, Model, ModelRequest, ToolDefinition } from "@hermes/models";
import type { LastPrefix, RequestPrefix } from "../journal/request-prefix.ts";
import { fingerprint, fingerprintChars, fingerprintOf } from "./fingerprint.ts";

/** One request as it was sent. */
export interface SentRequest {
  readonly model: Pick<Model, "id" | "provider" | "cacheTtlMs">;
  readonly reasoningEffort: ModelRequest["reasoningEffort"];
  readonly system: string;
  readonly tools: readonly ToolDefinition[];
  /** The history; it may have grown since. */
  readonly history: readonly Message[];
  /** How many messages of it were sent. */
  readonly count: number;
  /** Milliseconds since 1970. */
  readonly sentAt: number;
}

/** Compares each request of a session with the one before it. Each message is read once. */
export class PrefixWatch {
  #last: LastPrefix | undefined;
  #compressed: boolean;
  #history: readonly Message[] = [];
  /** How many messages of it have a fingerprint. */
  #read = 0;
  #prints = "";
  readonly #texts = new Map<unknown, string>();

  /** @param last What the journal knows of the session's last request. */
  constructor(last: LastPrefix | undefined) {
    this.#last = last;
    this.#compressed = last?.compressed ?? false;
  }

  /** The history was replaced: the next request may begin with another one. */
  noteCompression(): void {
    this.#compressed = true;
  }

  /** What is to be kept of a request that was answered. */
  observe(sent: SentRequest): RequestPrefix {
    const { model, reasoningEffort = "", system, tools, sentAt } = sent;
    const messages = this.#printsOf(sent);
    const kept = commonPrints(this.#last?.messages ?? "", messages);
    const now = {
      sentAt,
      provider: model.provider,
      model: model.id,
      settings: `${model.cacheTtlMs ?? ""} ${reasoningEffort}`,
      ...(model.cacheTtlMs === undefined ? {} : { cacheTtlMs: model.cacheTtlMs }),
      system: this.#printOf(system, () => system),
      tools: this.#printOf(tools, () => JSON.stringify(tools)),
    };
    const added = messages.slice(kept * fingerprintChars);
    const prefix: RequestPrefix = { ...this.#changeOf(now, kept), ...now, kept, added };
    this.#last = { prefix, messages, compressed: false };
    this.#compressed = false;
    return prefix;
  }

  #changeOf(
    now: Pick<RequestPrefix, "provider" | "model" | "settings" | "system" | "tools">,
    kept: number,
  ): Pick<RequestPrefix, "change" | "message"> {
    if (this.#last === undefined) return { change: "first" };
    const { prefix: before, messages } = this.#last;
    const parts = ["provider", "model", "settings", "system", "tools"] as const;
    const part = parts.find((each) => before[each] !== now[each]);
    const isWhole = kept * fingerprintChars === messages.length;
    if (part === undefined && isWhole) return { change: "none" };
    // With it the prompt changes, too; a provider or a model is another matter.
    if (this.#compressed && (part === undefined || part === "system")) return { change: "compression" };
    return part === undefined ? { change: "message", message: kept + 1 } : { change: part };
  }

  /** Those of messages that were seen already are not made again. */
  #printsOf({ history, count }: SentRequest): string {
    if (this.#history !== history) [this.#read, this.#prints] = [0, ""];
    this.#history = history;
    for (const message of history.slice(this.#read, count)) this.#prints += fingerprintOf(message);
    this.#read = Math.max(this.#read, count);
    return this.#prints;
  }

  /** The prompt and the tools of a session stay the same objects. */
  #printOf(key: unknown, text: () => string): string {
    const known = this.#texts.get(key);
    if (known !== undefined) return known;
    const made = fingerprint(text());
    this.#texts.set(key, made);
    return made;
  }
}

/** How many whole fingerprints are the same at the start. */
function commonPrints(before: string, after: string): number {
  if (after.startsWith(before)) return before.length / fingerprintChars;
  let count = 0;
  const at = (text: string): string => text.slice(count * fingerprintChars, (count + 1) * fingerprintChars);
  while (at(before) !== "" && at(before) === at(after)) count += 1;
  return count;
}
