import { estimateMessageTokens, estimateTokens } from "@hermes/models";
import type { AssistantMessage, Message, Model, UserMessage } from "@hermes/models";
import { answerReserve } from "../compression/compression-limit.ts";
import { mostOff, requestTokens } from "../compression/request-size.ts";
import { isSummary } from "../compression/summary-message.ts";
import type { SessionHead } from "../journal/session-journal.ts";

/** One thing that takes room in the model's window. */
export interface ContextPart {
  readonly group: "prompt" | "tools" | "messages";
  /**
   * In the prompt: the kind of the layer, or `prompt` where the layers are not known. Of the tools: `toolset`. Of the messages:
   * `person`, `answer`, `reasoning`, `call` (what the model calls), `result` (of a tool), `note`, `summary`.
   */
  readonly kind: string;
  /** Of the layer, the toolset or the tool; else as `kind`. */
  readonly name: string;
  /** An estimate, scaled to what the provider counted where that is known. */
  readonly tokens: number;
}

/** What fills the window of a session's model. All sizes are tokens. */
export interface ContextUsage {
  readonly model: string;
  readonly contextWindow: number;
  /** Of the next request; the sum of the parts. */
  readonly tokens: number;
  /**
   * True: counted by the provider, with an estimate of what came after its last answer. False: an estimate, also where the
   * provider's count is less than half of it, or more than twice as much.
   */
  readonly counted: boolean;
  /** Prompt in its order, tools by size, messages by size. */
  readonly parts: readonly ContextPart[];
  /** Kept free for an answer. */
  readonly outputReserve: number;
  /** From so many on, older messages are condensed by themselves; absent: never. */
  readonly condenseAt?: number | undefined;
  /** What is left for messages: up to the threshold, or without one up to the reserve. */
  readonly free: number;
}

export interface ContextUsageInput {
  readonly head: Pick<SessionHead, "system" | "tools" | "layout">;
  readonly messages: readonly Message[];
  readonly model: Pick<Model, "id" | "contextWindow" | "maxOutputTokens">;
  /** Tokens of the last request and its answer as the provider counted them. @default not known */
  readonly contextTokens?: number | undefined;
  /** @default never */
  readonly condenseAt?: number | undefined;
  /** Toolset of a tool; undefined: it is not known. */
  readonly toolsetOf: (tool: string) => string | undefined;
}

/** Says what the next request of a session is made of. Reads nothing but its input. */
export function contextUsage(input: ContextUsageInput): ContextUsage {
  const { head, messages, model, contextTokens = 0, condenseAt } = input;
  const { contextWindow } = model;
  const estimates = [...promptParts(head), ...toolParts(input), ...messageParts(messages)];
  const estimate = estimates.reduce((sum, { tokens }) => sum + tokens, 0);
  const ofProvider = requestTokens({ messages, inputTokens: contextTokens, counted: true, head });
  // Some servers count only what was not in their cache: a count that can't be is none.
  const counted = contextTokens > 0 && ofProvider >= estimate / mostOff && ofProvider <= estimate * mostOff;
  const tokens = counted ? ofProvider : estimate;
  const outputReserve = Math.round(answerReserve(model));
  const limit = condenseAt === undefined ? contextWindow - outputReserve : Math.round(condenseAt);
  return {
    model: model.id,
    contextWindow,
    ...{ tokens, counted, outputReserve },
    parts: scaled(estimates, estimate === 0 ? 0 : tokens / estimate),
    ...(condenseAt === undefined ? {} : { condenseAt: limit }),
    free: Math.max(0, limit - tokens),
  };
}

function promptParts({ system, layout = [] }: ContextUsageInput["head"]): readonly ContextPart[] {
  const isWhole = layout.length > 0 && layout.reduce((sum, { chars }) => sum + chars, 0) === system.length;
  const parts = isWhole ? layout : [{ kind: "prompt", name: "prompt", chars: system.length }];
  let at = 0;
  return parts.flatMap(({ kind, name, chars }): readonly ContextPart[] => {
    const text = system.slice(at, (at += chars));
    return text === "" ? [] : [{ group: "prompt", kind, name, tokens: estimateTokens(text) }];
  });
}

function toolParts({ head: { tools }, toolsetOf }: ContextUsageInput): readonly ContextPart[] {
  const sums = new Map<string, number>();
  for (const tool of tools)
    add(sums, toolsetOf(tool.name) ?? tool.name, estimateTokens(JSON.stringify(tool)));
  return bySize([...sums].map(([name, tokens]) => ({ group: "tools", kind: "toolset", name, tokens })));
}

function messageParts(messages: readonly Message[]): readonly ContextPart[] {
  const kinds = new Map<string, number>();
  const results = new Map<string, number>();
  for (const message of messages) {
    const tokens = estimateMessageTokens(message);
    if (message.role === "tool") add(results, message.name, tokens);
    else if (message.role === "assistant") addAnswer(kinds, message, tokens);
    else if (isSummary(message)) add(kinds, "summary", tokens);
    else addWords(kinds, message, tokens);
  }
  const ofKinds = [...kinds].map(([kind, tokens]) => ({ kind, name: kind, tokens }));
  const ofTools = [...results].map(([name, tokens]) => ({ kind: "result", name, tokens }));
  return bySize([...ofKinds, ...ofTools].map((part) => ({ group: "messages", ...part })));
}

/** What a part of an answer does not take is the answer's own. */
function addAnswer(kinds: Map<string, number>, message: AssistantMessage, tokens: number): void {
  const { content } = message;
  const around = estimateMessageTokens({ role: "assistant", content: [] });
  const of = (...types: readonly string[]): number => {
    const parts = content.filter(({ type }) => types.includes(type));
    return estimateMessageTokens({ role: "assistant", content: parts }) - around;
  };
  const [reasoning, calls] = [of("reasoning", "provider"), of("tool-call")];
  add(kinds, "reasoning", reasoning);
  add(kinds, "call", calls);
  add(kinds, "answer", Math.max(0, tokens - reasoning - calls));
}

function addWords(kinds: Map<string, number>, { notes = [] }: UserMessage, tokens: number): void {
  const ofNotes = notes.reduce((sum, note) => sum + estimateTokens(note), 0);
  add(kinds, "note", ofNotes);
  add(kinds, "person", tokens - ofNotes);
}

function add(sums: Map<string, number>, name: string, tokens: number): void {
  if (tokens > 0) sums.set(name, (sums.get(name) ?? 0) + tokens);
}

function bySize(parts: readonly ContextPart[]): readonly ContextPart[] {
  return parts.toSorted((one, other) => other.tokens - one.tokens);
}

/** Whole numbers whose sum is that of all, rounded. */
function scaled(parts: readonly ContextPart[], scale: number): readonly ContextPart[] {
  let exact = 0;
  let given = 0;
  return parts.map((part) => {
    exact += part.tokens * scale;
    const tokens = Math.round(exact) - given;
    given += tokens;
    return { ...part, tokens };
  });
}
