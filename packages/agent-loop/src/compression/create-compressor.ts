import type { Message, Model, Usage } from "@hermes/models";
import type { CompressionInput, Compressor } from "../compressor.ts";
import { reasonOf } from "../reason-of.ts";
import type { MessageArchive } from "./message-ids.ts";
import { compressionLimit } from "./compression-limit.ts";
import { measureRequest, requestTokens } from "./request-size.ts";

export interface CompressorOptions {
  /** False: only when the person asks for it. @default true */
  readonly enabled?: boolean | undefined;
  /** Share of the window, less the room for an answer, from which on a history is shortened. @default 0.8 */
  readonly threshold?: number | undefined;
  /** Share of what may be kept that the newest part has as it is; more than 0.4 is taken as 0.4. @default 0.25 */
  readonly newest?: number | undefined;
  /** The model that tells what happened. Undefined: that of the conversation. @default that of the conversation */
  readonly model?: (() => Promise<Model | undefined>) | undefined;
  /** False: nobody tells it; there are the person's words and the facts. @default true */
  readonly narrative?: boolean | undefined;
  /** How long both tries of a model may take, in milliseconds. @default 120_000 */
  readonly timeoutMs?: number | undefined;
  /** Facts of the record that the history does not show, by kind: approvals, processes. @default none */
  readonly facts?: ((sessionId: string) => Promise<RecordedFacts>) | undefined;
  /** Where the originals can be read again. @default nowhere */
  readonly archive?: MessageArchive | undefined;
  /** Takes secrets out of what a model is asked, and of what it and the record say. */
  readonly redact?: (() => Promise<(text: string) => string>) | undefined;
  /**
   * Shortens a history in another way, once it is time; undefined: it stays as it is. Where it throws, the person is warned, and the
   * history is shortened in the usual way. So it is also where a request was refused for its size and stays as it is.
   *
   * @default the usual way
   */
  readonly engine?: ((input: CompressionInput) => Promise<readonly Message[] | undefined>) | undefined;
  /** Told what a request for a narrative used. */
  readonly record?: ((request: NarrativeUsage) => void) | undefined;
}

/** Lines by kind, such as `approvals`. */
export type RecordedFacts = Readonly<Record<string, readonly string[]>>;

export interface NarrativeUsage {
  readonly sessionId: string;
  readonly model: string;
  readonly usage: Usage;
  readonly durationMs: number;
}

/** A history that stayed large is tried again once it has grown by this share of the threshold. */
const worthAnotherTry = 0.1;

/**
 * The compressor that comes with the loop. It drops repeated results first; where that is not enough, the older part of the
 * history becomes one message: the person's words, facts of the record, and an account by a model.
 *
 * Nothing is loaded before a history is too large. One compressor may serve several sessions.
 *
 * @throws {RangeError} when `threshold` or `newest` is not between 0 and 1.
 * @example See examples/compression.ts
 */
export function createCompressor(options: CompressorOptions = {}): Compressor {
  const { enabled = true, threshold = 0.8, newest = 0.25 } = options;
  for (const [name, share] of Object.entries({ threshold, newest }))
    if (!(share > 0 && share <= 1)) throw new RangeError(`${name} must be between 0 and 1, not ${share}.`);
  const attempts = new Map<string, Attempt>();

  return {
    limit: (model) => (enabled ? compressionLimit(model, threshold) : undefined),
    async compress(input) {
      const { head, reason } = input;
      const { model, contextWindow } = input;
      const limit = compressionLimit({ contextWindow, maxOutputTokens: model.maxOutputTokens }, threshold);
      const tokens = requestTokens(input);
      const last = attempts.get(head.id);
      if (reason === "manual") {
        // Once more would only take away from the newest part.
        if (input.focus === undefined && last?.messages === input.messages.length) return undefined;
      } else {
        if (!enabled || (reason === "threshold" && tokens < limit)) return undefined;
        // A request that was refused for its size is not sent again anyway, unless it is made smaller.
        const waits = last !== undefined && reason === "threshold";
        if (waits && tokens < last.left + limit * worthAnotherTry) return undefined;
      }
      try {
        const own = options.engine && (await askEngine(options.engine, input));
        if (own?.stays === true && reason !== "overflow") {
          attempts.set(head.id, { left: tokens, messages: input.messages.length });
          return undefined;
        }
        const { compressConversation } = await import("./compress-conversation.ts");
        const { messages, after } = own?.made ?? (await compressConversation(input, { ...options, limit }));
        attempts.set(head.id, { left: after, messages: messages.length });
        return messages;
      } catch (error) {
        // Who interrupts it has not seen it fail.
        if (!input.signal.aborted) attempts.set(head.id, { left: tokens });
        throw error;
      }
    },
  };
}

interface EngineAnswer {
  readonly made?: { readonly messages: readonly Message[]; readonly after: number } | undefined;
  /** Whether the history is to stay as it is. */
  readonly stays: boolean;
}

async function askEngine(
  engine: NonNullable<CompressorOptions["engine"]>,
  input: CompressionInput,
): Promise<EngineAnswer> {
  try {
    const messages = await engine(input);
    if (messages === undefined) return { stays: true };
    return { stays: false, made: { messages, after: measureRequest(input).of(messages) } };
  } catch (error) {
    input.signal.throwIfAborted();
    input.warn(
      "COMPRESSION_ENGINE_FAILED",
      `${reasonOf(error)} The conversation is shortened in the usual way.`,
    );
    return { stays: false };
  }
}

/** The last one of a session. */
interface Attempt {
  /** The size that it left. */
  readonly left: number;
  /** How many messages it left, where it did not fail. */
  readonly messages?: number | undefined;
}
