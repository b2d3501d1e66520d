// Node 22 has toWellFormed; the house compiles for ES2023.
/// <reference lib="es2024.string" />
import { estimateMessageTokens } from "@hermes/models";
import type { Message } from "@hermes/models";
import { HermesError } from "@hermes/registry";
import type { CompressionInput } from "../compressor.ts";
import { collectFacts } from "./collect-facts.ts";
import type { CompressorOptions } from "./create-compressor.ts";
import { idsOf, joinSpans } from "./message-ids.ts";
import type { MessageArchive } from "./message-ids.ts";
import { narrate } from "./narrate.ts";
import { fitWords, wordsOf } from "./persons-words.ts";
import { pruneResults } from "./prune-results.ts";
import { measureRequest } from "./request-size.ts";
import { splitHistory } from "./split-history.ts";
import type { SplitHistory } from "./split-history.ts";
import { formatSummary } from "./summary-message.ts";
import type { Summary } from "./summary-message.ts";

export interface CompressConversationOptions extends CompressorOptions {
  /** Tokens from which on a request is too large. */
  readonly limit: number;
}

export interface CompressedConversation {
  readonly messages: readonly Message[];
  /** Tokens of the next request. */
  readonly after: number;
}

// Shares of what the messages may have together.
const tailShare = 0.25;
const largestTail = 0.4;
const activeShare = 0.25;
const wordsShare = 0.2;
const factsShare = 0.1;
const narrativeShare = 0.1;
const longestNarrative = 8_000;
/** Leaving out repeated results is enough where it leaves this much at most. */
const enough = 0.7;
/** What is hardly smaller is not worth a new prefix. */
const smaller = 0.95;
/** A provider that refuses a request has a smaller window than was thought. */
const overflowShare = 0.6;
const defaultTimeoutMs = 120_000;

/**
 * Drops repeated results, or condenses all but the newest part of a history.
 *
 * @throws {HermesError} `COMPRESSION_TOO_LITTLE` when the result would not be smaller.
 */
export async function compressConversation(
  input: CompressionInput,
  options: CompressConversationOptions,
): Promise<CompressedConversation> {
  const { messages, reason, head, describe } = input;
  const { archive } = options;
  const size = measureRequest(input);
  const most = reason === "overflow" ? size.tokens * overflowShare : Math.min(options.limit, size.tokens);
  const room = Math.max(0, most - size.of([]));
  const split = splitHistory(messages, {
    tailTokens: room * Math.min(options.newest ?? tailShare, largestTail),
    activeTokens: room * activeShare,
  });
  const live = (await archive?.liveIds(head.id)) ?? [];
  const ids = idsOf(messages, live);
  const readAgain = readingOf(input, archive);

  const pruned = pruneResults(messages, messages.length - split.tail.length, {
    describe,
    readAgain: (result) => {
      const id = ids.get(result);
      return id === undefined ? undefined : readAgain(String(id));
    },
  });
  const afterPruning = size.of(pruned);
  if (pruned !== messages && afterPruning <= most * enough) return { messages: pruned, after: afterPruning };

  const redact = (await options.redact?.()) ?? ((text: string): string => text);
  const recorded = (await options.facts?.(head.id)) ?? {};
  const facts = { describe, recorded, redact };
  const shorten = (summary: Summary): CompressedConversation => {
    const shortened = [formatSummary(summary, readAgain), ...split.active, ...split.tail];
    return { messages: shortened, after: size.of(shortened) };
  };
  const summaryIn = (tokens: number): Summary => summarize(split, { room: tokens, ids, facts });
  // Who asks for it before the limit has room for more words and facts than their share of what there is by now.
  let summary = summaryIn(reason === "manual" ? Math.max(room, options.limit - size.of([])) : room);
  if (shorten(summary).after > size.tokens * smaller) summary = summaryIn(room);
  const condensed = (narrative?: string, keep?: string): CompressedConversation =>
    shorten({ ...summary, narrative, keep });
  const bare = shorten(summary);
  if (split.middle.length === 0 || bare.after > size.tokens * smaller) {
    if (afterPruning <= size.tokens * smaller) return { messages: pruned, after: afterPruning };
    throw tooLittle(size.tokens, Math.min(bare.after, size.tokens));
  }

  const keep = clip(redact((await input.keep()) ?? ""), room * narrativeShare * charsPerToken);
  const maxTokens = Math.min(longestNarrative, room * narrativeShare, tokensOf(split.middle) / 2);
  const told = await narrate(
    {
      messages: pruned.slice(split.earlier === undefined ? 0 : 1, messages.length - split.tail.length),
      earlier: split.earlier?.narrative,
      focus: input.focus,
      redact,
    },
    {
      ...{ sessionId: head.id, maxTokens, signal: input.signal, record: options.record },
      models: await narrators(input, options),
      timeoutMs: options.timeoutMs ?? defaultTimeoutMs,
    },
  );
  if ("text" in told) {
    const whole = condensed(told.text, keep);
    if (whole.after <= size.tokens * smaller) return whole;
  } else if (options.narrative !== false) {
    const message = `No model told what happened in the condensed messages (${told.problem}); your words and the facts of the record are kept.`;
    input.warn("COMPRESSION_WITHOUT_NARRATIVE", message);
  }
  // What an earlier account said is better than nothing.
  const without = condensed(split.earlier?.narrative, keep);
  return without.after <= size.tokens * smaller ? without : bare;
}

/** Two tries: the model for it, then that of the conversation. */
async function narrators(
  { model }: CompressionInput,
  options: CompressorOptions,
): Promise<readonly CompressionInput["model"][]> {
  return options.narrative === false ? [] : [(await options.model?.()) ?? model, model];
}

interface SummarizeOptions {
  readonly room: number;
  readonly ids: ReadonlyMap<Message, number | undefined>;
  readonly facts: Pick<Parameters<typeof collectFacts>[1], "describe" | "recorded" | "redact">;
}

function summarize(split: SplitHistory, { room, ids, facts }: SummarizeOptions): Summary {
  const { earlier, middle, sources } = split;
  const said = wordsOf(
    middle.filter((message) => !sources.has(message)),
    ids,
  );
  const spans = middle.map((message) => ({ from: ids.get(message), to: ids.get(message) }));
  return {
    messages: (earlier?.messages ?? 0) + middle.length,
    ...joinSpans(earlier ?? {}, ...spans),
    ...fitWords([...(earlier?.words ?? []), ...said], room * wordsShare, earlier?.older_words),
    facts: collectFacts(middle, { ...facts, ids, earlier: earlier?.facts, maxTokens: room * factsShare }),
  };
}

/** How the model gets originals by a handle; only what it can do is told. */
function readingOf(
  { head }: CompressionInput,
  archive: MessageArchive | undefined,
): (handle: string) => string {
  const canRead = head.tools.some(({ name }) => name === archive?.tool);
  return canRead && archive !== undefined
    ? (handle) => `${archive.tool}(${archive.argument}: "${handle}")`
    : (handle) => `message ${handle} of the record`;
}

const charsPerToken = 4;

function clip(text: string, most: number): string | undefined {
  if (text === "") return undefined;
  return text.length <= most ? text : text.slice(0, most).toWellFormed();
}

function tokensOf(messages: readonly Message[]): number {
  return messages.reduce((sum, message) => sum + estimateMessageTokens(message), 0);
}

function tooLittle(before: number, after: number): HermesError {
  return new HermesError(
    `There is too little to condense: of ${before} tokens ${after} would remain. The rest is the newest part of the conversation, the prompt and the tools.`,
    {
      code: "COMPRESSION_TOO_LITTLE",
      hint: "Go on in a new conversation, or use a model with a larger window.",
    },
  );
}
