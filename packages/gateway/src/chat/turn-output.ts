import type { AgentEvent } from "@hermes/agent-loop";
import { humanDelayMs } from "../outbox/human-delay.ts";
import type { NewOutbound, OutboundKind } from "../store/outbox-store.ts";
import type { Chat } from "../store/chat-store.ts";
import type { GatewayParts, ServedPlatform } from "./gateway-parts.ts";
import { quietAnswer } from "./quiet-turn.ts";
import { ToolProgress } from "./tool-progress.ts";
import { endingOf } from "./turn-texts.ts";

type TurnEnd = Extract<AgentEvent, { readonly type: "turn-end" }>;

const firstDraftChars = 24;
const progressEveryMs = 1_500;

export interface TurnOutputOptions {
  readonly parts: GatewayParts;
  readonly served: ServedPlatform;
  readonly chat: Chat;
  readonly turn: string;
  /** How many texts of the model the turn has already; see `textsSaid`. */
  readonly texts: number;
  /** The message that is answered. */
  readonly replyTo?: string | undefined;
  /** Nothing is shown on the way; see `quietAnswer`. @default false */
  readonly quiet?: boolean | undefined;
}

export interface TurnRows {
  /** The answer without its directives; empty: nothing is said. */
  readonly text: string;
  readonly outbound: readonly NewOutbound[];
  readonly skipped: readonly string[];
}

/**
 * What of a turn becomes messages. Keys of rows come from the turn, and from the place of the text in it: after a crash the same text
 * gets the same key, so that what was shown of it is completed and not said again.
 */
export class TurnOutput {
  readonly #options: TurnOutputOptions;
  readonly #progress: ToolProgress;
  /** Texts of the model before the one under way. */
  #texts: number;
  #text = "";
  #lastFlushAt = Number.NEGATIVE_INFINITY;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #flushing: Promise<void> = Promise.resolve();
  #progressKeys: string[] = [];
  #progressText: string | undefined;

  constructor(options: TurnOutputOptions) {
    this.#options = options;
    this.#texts = options.texts;
    this.#progress = new ToolProgress(
      options.served.platform.can.edit && options.quiet !== true ? options.served.settings.progress : "off",
    );
  }

  show(event: AgentEvent): void {
    if (event.type === "text-delta") this.#grow(event.text);
    else if (event.type === "text-restart") this.#text = "";
    else if (event.type === "tool-call-start") this.#showCall(event);
    else if (event.type === "message" && event.message.role === "assistant") this.#endText(event.message);
  }

  /** Says that the turn goes on. */
  stillWorking(startedAt: number): void {
    const { parts, turn, quiet } = this.#options;
    if (quiet === true) return;
    const minutes = Math.round((parts.now() - startedAt) / 60_000);
    const key = `${turn}:w`;
    if (!this.#progressKeys.includes(key)) this.#progressKeys.push(key);
    this.#upsert([this.#row(key, "progress", `Still working (${minutes} min) …`)]);
  }

  /** Nothing more is shown while the turn goes on. Resolves once what was being written is. */
  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.#flushing;
  }

  /** What is sent once the turn has ended. */
  async final(end: TurnEnd): Promise<TurnRows> {
    const { parts } = this.#options;
    const wasShown = this.#isStreaming && this.#lastFlushAt > Number.NEGATIVE_INFINITY;
    const said = end.reason === "interrupted" && !wasShown ? "" : end.text;
    const ending = endingOf(end, parts);
    return await this.answer(said, ending);
  }

  /** Rows of an answer that is known as a whole. */
  async answer(whole: string, ending?: string): Promise<TurnRows> {
    const { parts, served, turn, quiet } = this.#options;
    const said = quiet === true ? quietAnswer(whole) : whole;
    const skipped = this.#progressKeys;
    if (parts.presentation.isSilent(said)) return { text: "", outbound: [], skipped };
    const { text, files } = await parts.presentation.split(said, this.#options.chat);
    const shown = [text, ...(ending === undefined ? [] : [ending])]
      .filter((part) => part !== "")
      .join("\n\n");
    let notBefore = parts.now();
    const delayed = (row: NewOutbound): NewOutbound => {
      const delay = humanDelayMs(served.settings.humanDelay, parts.random);
      notBefore += delay;
      return delay === 0 ? row : { ...row, notBefore };
    };
    return {
      text,
      outbound: [
        ...this.#rowsOf(shown),
        ...files.map((file, index) => ({ ...this.#row(`${turn}:f${index}`, "file", ""), file })),
      ].map(delayed),
      skipped,
    };
  }

  get #isStreaming(): boolean {
    const { served, quiet } = this.#options;
    return quiet !== true && served.settings.streaming && served.platform.can.edit;
  }

  #grow(delta: string): void {
    this.#text += delta;
    if (!this.#isStreaming || this.#timer !== undefined || this.#text.length < firstDraftChars) return;
    const { parts, served } = this.#options;
    const due = this.#lastFlushAt + Math.max(served.platform.limits.editEveryMs, 100) - parts.now();
    this.#timer = setTimeout(() => this.#flush(), Math.max(0, due));
  }

  #flush(): void {
    const { parts } = this.#options;
    this.#timer = undefined;
    this.#lastFlushAt = parts.now();
    // Half a marker of silence is not shown either.
    if (parts.presentation.isSilent(this.#text)) return;
    this.#upsert(this.#rowsOf(parts.presentation.partial(this.#text)));
  }

  /** A text that calls follow is complete; one that was cut off at the limit of the provider goes on. */
  #endText(message: {
    readonly content: readonly { readonly type: string }[];
    readonly finishReason?: string | undefined;
  }): void {
    if (!countsAsText(message)) return;
    if (message.content.some(({ type }) => type === "tool-call") && this.#isStreaming) {
      clearTimeout(this.#timer);
      this.#timer = undefined;
      this.#upsert(this.#rowsOf(this.#text));
    }
    if (message.content.some(({ type }) => type === "tool-call")) {
      this.#texts += 1;
      this.#text = "";
    }
  }

  #showCall(event: Extract<AgentEvent, { readonly type: "tool-call-start" }>): void {
    const text = this.#progress.add(event);
    if (text === undefined) return;
    const key = `${this.#options.turn}:p${this.#isStreaming ? this.#texts : 0}`;
    if (!this.#progressKeys.includes(key)) this.#progressKeys.push(key);
    this.#progressText = text;
    this.#upsert([this.#row(key, "progress", this.#progressText)], progressEveryMs);
  }

  #rowsOf(text: string): readonly NewOutbound[] {
    const { parts, served, turn, replyTo } = this.#options;
    const key = `${turn}:s${this.#texts}`;
    return parts.presentation.chunks(text, served.platform).map((chunk, index) => ({
      ...this.#row(`${key}:${index}`, "reply", chunk),
      ...(index === 0 && replyTo !== undefined ? { replyTo } : {}),
    }));
  }

  #row(key: string, kind: OutboundKind, text: string): NewOutbound {
    return { key, to: this.#options.chat.at, kind, text, silent: kind === "progress" };
  }

  /** What is shown on the way is of no consequence: where it fails, the end of the turn says it all. */
  #upsert(rows: readonly NewOutbound[], everyMs = 0): void {
    const { parts } = this.#options;
    const write = async (): Promise<void> => {
      const kept = await parts.store.outbox.put(rows, parts.now());
      for (const { key, text } of rows) {
        const before = kept.find((row) => row.key === key);
        if (before === undefined || before.text === text) continue;
        const notBefore = everyMs === 0 ? undefined : parts.now() + everyMs;
        // oxlint-disable-next-line no-await-in-loop -- in the order of the pieces
        await parts.store.outbox.revise(key, { text }, { notBefore });
      }
    };
    this.#flushing = this.#flushing.then(write).catch((error: unknown) => {
      parts.log("warn", "Progress of a turn was not shown.", { error: String(error) });
    });
  }
}

/** Whether an answer of the model is a text of its own, as they are counted for keys. */
function countsAsText({ content }: { readonly content: readonly { readonly type: string }[] }): boolean {
  return content.some(({ type }) => type === "text");
}
