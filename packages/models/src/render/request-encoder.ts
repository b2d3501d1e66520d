import type { Message } from "../message.ts";
import type { ModelRequest, Unsupported } from "../model.ts";
import { ByteBuffer } from "./byte-buffer.ts";
import type { Insertion } from "./byte-buffer.ts";
import { HistoryNormaliser } from "./normalise-history.ts";
import type { ClosingWriter, Report, WireFormat } from "./wire-format.ts";
import { type MediaRules, unsupportedMedia, usualMedia } from "./wire-media.ts";

/** Conversations whose bytes are kept; the one that was silent for the longest time goes first. */
const maxHistories = 4;
/** About what a message takes; longer ones make room for themselves. */
const usualMessageBytes = 512;

export interface EncodedRequest {
  /** Not to be changed. Valid until `release`. */
  readonly body: Uint8Array;
  /** What of the request is not sent as it was asked for: of its settings, and of the messages behind the last answer. */
  readonly unsupported: readonly Unsupported[];
  /** The body is no longer needed. */
  release(): void;
}

/**
 * Turns requests into bytes, each message once: of a conversation that only grows, only what is new is serialized.
 * Relies on messages never being changed and on the tools being the same array object.
 */
export class RequestEncoder {
  readonly #format: WireFormat;
  readonly #media: MediaRules;
  #histories: EncodedHistory[] = [];

  /** @param media What of pictures and files goes out as it is. */
  constructor(format: WireFormat, media: MediaRules = format.media ?? usualMedia) {
    this.#format = format;
    this.#media = media;
  }

  encode(request: ModelRequest): EncodedRequest {
    const unsupported = unsupportedMedia(request.messages, this.#media);
    const report: Report = (what) => unsupported.push(what);
    const history = this.#historyOf(request);
    // Going on in bytes that are being sent would spoil their end.
    if (history.inUse) {
      const body = encodeRequest(this.#format, { request, media: this.#media, report });
      return { body, unsupported, release() {} };
    }
    history.inUse = true;
    const body = history.encode(request, report);
    return {
      body,
      unsupported,
      release() {
        history.inUse = false;
      },
    };
  }

  #historyOf(request: ModelRequest): EncodedHistory {
    const known = this.#histories.filter((history) => history.continuesIn(request));
    const best =
      known.toSorted((left, right) => right.size - left.size)[0] ??
      new EncodedHistory(this.#format, this.#media, request);
    const others = this.#histories.filter((history) => history !== best);
    this.#histories = [best, ...others].slice(0, maxHistories);
    return best;
  }
}

class EncodedHistory {
  inUse = false;
  readonly #format: WireFormat;
  readonly #media: MediaRules;
  readonly #system: string;
  readonly #tools: ModelRequest["tools"];
  readonly #messages: Message[] = [];
  readonly #bytes = new ByteBuffer();
  readonly #writer: ClosingWriter;
  readonly #history: HistoryNormaliser;
  #mark: Insertion | undefined;

  constructor(format: WireFormat, media: MediaRules, request: ModelRequest) {
    this.#format = format;
    this.#media = media;
    this.#system = request.system;
    this.#tools = request.tools;
    this.#bytes.append(format.head(request));
    this.#writer = format.writer(this.#bytes, request);
    this.#history = new HistoryNormaliser(this.#writer, format.tools(request.tools), media);
  }

  get size(): number {
    return this.#messages.length;
  }

  /** True when the request begins with everything that is encoded here. */
  continuesIn(request: ModelRequest): boolean {
    if (request.tools !== this.#tools || request.system !== this.#system) return false;
    if (this.#messages.length === 0 || this.#messages.length > request.messages.length) return false;
    // From the end, where two conversations differ if they do.
    for (let index = this.#messages.length - 1; index >= 0; index--) {
      if (request.messages[index] !== this.#messages[index]) return false;
    }
    return true;
  }

  encode(request: ModelRequest, report: Report): Uint8Array {
    // The history of a resumed session comes all at once.
    this.#bytes.reserve((request.messages.length - this.#messages.length) * usualMessageBytes);
    const last = lastAnswer(request);
    for (let index = this.#messages.length; index < request.messages.length; index++) {
      const message = request.messages[index];
      if (message === undefined) break;
      this.#messages.push(message);
      if (index === last) this.#mark = markAtEnd(this.#writer, this.#bytes);
      this.#history.add(message);
    }
    if (this.#history.isComplete) return this.#bytes.withTail(this.#writer.tail(request, report), this.#mark);
    // A history that ends in the middle of a step gets what it lacks for this one request. That is rare, so that it
    // is written anew instead of being taken back afterwards.
    return encodeRequest(this.#format, { request, media: this.#media, report });
  }
}

/** The bytes of one request, made from the start. */
function encodeRequest(
  format: WireFormat,
  {
    request,
    media,
    report,
  }: { readonly request: ModelRequest; readonly media: MediaRules; readonly report: Report },
): Uint8Array {
  const bytes = new ByteBuffer();
  bytes.append(format.head(request));
  const writer = format.writer(bytes, request);
  const history = new HistoryNormaliser(writer, format.tools(request.tools), media);
  const last = lastAnswer(request);
  let mark: Insertion | undefined;
  for (const [index, message] of request.messages.entries()) {
    if (index === last) mark = markAtEnd(writer, bytes);
    history.add(message);
  }
  history.complete();
  return bytes.withTail(writer.tail(request, report), mark);
}

/**
 * Before the last answer the request ended that it answers: there the provider has kept what it read. A mark at that
 * place finds it, however many calls the answer made; from a later one a provider looks back 20 blocks at most.
 *
 * @see https://docs.claude.com/en/docs/build-with-claude/prompt-caching
 */
function lastAnswer({ messages }: ModelRequest): number {
  return messages.findLastIndex(({ role }) => role === "assistant");
}

function markAtEnd(writer: ClosingWriter, bytes: ByteBuffer): Insertion | undefined {
  const mark = writer.mark?.();
  return mark === undefined ? undefined : { at: bytes.length + mark.skip, text: mark.text };
}
