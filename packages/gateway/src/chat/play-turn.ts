import type { AgentEvent } from "@hermes/agent-loop";
import type { ControllerEvent } from "@hermes/agent-loop/controller";
import { speakAnswer } from "../speech/speak-answer.ts";
import type { SpeakAnswerOptions } from "../speech/speak-answer.ts";
import type { Chat } from "../store/chat-store.ts";
import type { InboundRow, Settlement, Turn } from "../store/inbox-store.ts";
import type { Fence } from "../store/owner-store.ts";
import type { ChatSession } from "./chat-sessions.ts";
import type { GatewayParts, ServedPlatform } from "./gateway-parts.ts";
import { hasFailed, isQuiet, tellsFailure } from "./quiet-turn.ts";
import { signsOfLife } from "./signs-of-life.ts";
import { tellTurn } from "./tell-turn.ts";
import { TurnOutput } from "./turn-output.ts";
import type { TurnRows } from "./turn-output.ts";
import { commandText, failureText } from "./turn-texts.ts";

type Event = ControllerEvent<ChatSession>;
type TurnEnd = Extract<AgentEvent, { readonly type: "turn-end" }>;

export interface PlayTurnOptions {
  readonly parts: GatewayParts;
  readonly served: ServedPlatform;
  readonly fence: Fence;
  readonly chat: Chat;
  readonly turn: Omit<Turn, "deaths">;
  /** Those that the turn claimed. */
  readonly rows: readonly InboundRow[];
  /** Texts that the turn said before, where it was cut off. @default 0 */
  readonly texts?: number | undefined;
  readonly signal: AbortSignal;
}

interface SteeredRow {
  readonly id: number;
  readonly words: string;
  isCarried: boolean;
}

/** Plays what a controller does for messages of a chat: shows it, and settles the messages with what is answered in one transaction. */
export class PlayedTurn {
  readonly #options: PlayTurnOptions;
  #turn: Omit<Turn, "deaths">;
  #rows: readonly InboundRow[];
  #rowIds: readonly number[];
  #output: TurnOutput;
  #steered: SteeredRow[] = [];
  #isOpen = true;
  #hasBegun = false;
  #isAbandoned = false;
  #replies = 0;
  readonly #isQuiet: boolean;
  /** Somebody has written meanwhile, and waits. */
  #isAwaited = false;
  #hasFailed = false;
  /** Answers that are settled, and may yet be spoken. */
  #unspoken: Pick<SpeakAnswerOptions, "turn" | "rows" | "answer">[] = [];
  readonly #speaking = new AbortController();
  readonly #tell: (event: Event) => void;

  constructor(options: PlayTurnOptions) {
    this.#options = options;
    this.#turn = options.turn;
    this.#rows = options.rows;
    this.#rowIds = options.rows.map(({ id }) => id);
    this.#isQuiet = isQuiet(options.rows);
    this.#output = this.#newOutput(options.texts ?? 0);
    const { parts, chat } = options;
    this.#tell = tellTurn({ hooks: parts.hooks, chat, turn: () => this.#turn });
  }

  /** Between the beginning of a turn and its end. */
  get inTurn(): boolean {
    return this.#isOpen && this.#hasBegun;
  }

  /** Whether nobody is to notice it. */
  get isQuiet(): boolean {
    return this.#isQuiet;
  }

  /** Somebody waits for its end: they see that something goes on. */
  awaited(): void {
    this.#isAwaited = true;
  }

  /** The gateway ends: what the turn did so far stays, and the next start goes on with it. */
  abandon(): void {
    this.#isAbandoned = true;
    this.#speaking.abort();
  }

  /**
   * Gives a message to the turn under way.
   *
   * @param steer Hands the words to the agent; false where no turn runs any more.
   * @returns False: it has to wait for the next turn.
   */
  async steer(row: InboundRow, words: string, steer: (words: string) => boolean): Promise<boolean> {
    const { store } = this.#options.parts;
    if (!this.#isOpen || !(await store.inbox.join(this.#turn.id, row.id, this.#options.fence))) return false;
    if (this.#isOpen && steer(words)) {
      this.#steered.push({ id: row.id, words, isCarried: false });
      return true;
    }
    await store.inbox.settle({ returned: [row.id] }, this.#options.fence);
    return false;
  }

  /** Ends when nothing is left to do for these messages. Never throws for what goes wrong in a turn: the person is told. */
  async play(events: AsyncIterable<Event>): Promise<void> {
    const { parts, served, chat, signal } = this.#options;
    const { now, limits } = parts;
    const signs = signsOfLife({
      typing: async () => {
        if (!this.#isQuiet || this.#isAwaited) await served.connection?.typing?.(chat.at);
      },
      stillWorking: () => this.#output.stillWorking(this.#turn.startedAt),
      everyMs: limits.stillWorkingMs,
      signal,
    });
    try {
      for await (const event of events) {
        signs.see(event);
        await this.#take(event, now);
      }
    } catch (error) {
      await this.#sayFailure(error);
    } finally {
      signs.stop();
      await this.#close();
      await this.#speak();
    }
  }

  async #take(event: Event, now: () => number): Promise<void> {
    this.#tell(event);
    if (event.type === "turn-end") return await this.#end(event);
    if (event.type === "turn-start") this.#hasBegun = true;
    if (event.type === "queued-input") return this.#goOn(now());
    if (event.type === "session-start")
      await this.#options.parts.store.chats.setSession(this.#options.chat.key, event.session.id);
    if (event.type === "failure") return await this.#sayFailure(event.error);
    if (event.type === "message" && event.message.role === "tool") this.#markCarried(event.message.notes);
    const text = commandText(event);
    if (text !== "") return await this.#say(text);
    if (isAgentEvent(event)) this.#output.show(event);
    return undefined;
  }

  /** Words that rode on a result are in the history. */
  #markCarried(notes: readonly string[] = []): void {
    for (const row of this.#steered)
      if (!row.isCarried && notes.some((note) => note.includes(row.words))) row.isCarried = true;
  }

  /** Settles a turn with its answer. Steered words that no result carried are those of the next turn, which the controller begins by itself. */
  async #end(end: TurnEnd): Promise<void> {
    const { parts, fence } = this.#options;
    this.#isOpen = false;
    await this.#output.stop();
    if (this.#isAbandoned && end.reason === "interrupted") return;
    const left = this.#steered.filter(({ isCarried }) => !isCarried);
    const carried = this.#steered.filter(({ isCarried }) => isCarried).map(({ id }) => id);
    const next = left.length === 0 ? undefined : this.#nextTurn(left);
    this.#hasFailed = this.#isQuiet && hasFailed(end);
    const answer = this.#hasFailed ? await this.#rowsOfFailure(end) : await this.#output.final(end);
    const { outbound, skipped } = answer;
    const settlement = { outbound, skipped, ...this.#settled(carried), next };
    if (!(await parts.store.inbox.finish(this.#turn.id, settlement, fence))) return this.#lost();
    if (end.reason === "answered") this.#unspoken.push({ turn: this.#turn.id, rows: this.#rows, answer });
    this.#steered = [];
    // Words alone can be steered.
    this.#rows = [];
    this.#rowIds = next?.ids ?? [];
    if (next !== undefined) this.#turn = next.turn;
    this.#isFinished = next === undefined;
    return undefined;
  }

  /** What becomes of the messages of the turn. */
  #settled(carried: readonly number[] = []): Pick<Settlement, "answered" | "dropped"> {
    return this.#hasFailed
      ? { answered: carried, dropped: { ids: this.#rowIds, reason: "failed" } }
      : { answered: [...this.#rowIds, ...carried] };
  }

  async #rowsOfFailure(end: TurnEnd): Promise<TurnRows> {
    const { parts, chat } = this.#options;
    const { reason, error } = end;
    parts.log("warn", "A turn that nobody asked for failed.", { chat: chat.key, reason, code: error?.code });
    const isTold = await tellsFailure(parts, chat.key);
    return isTold ? await this.#output.final({ ...end, text: "" }) : { text: "", outbound: [], skipped: [] };
  }

  #isFinished = false;

  #nextTurn(left: readonly SteeredRow[]): NonNullable<Settlement["next"]> {
    const { parts } = this.#options;
    const turn = {
      ...{ id: parts.createId(), chat: this.#turn.chat, sessionId: this.#turn.sessionId },
      // The words of the turn that ended are before it.
      position: this.#turn.position + 1,
      ...{ words: left.map(({ words }) => words).join("\n"), startedAt: parts.now() },
    };
    return { turn, ids: left.map(({ id }) => id) };
  }

  /** The controller begins the turn that `#end` recorded. */
  #goOn(now: number): void {
    if (this.#isFinished) return;
    this.#turn = { ...this.#turn, startedAt: now };
    this.#output = this.#newOutput(0);
    this.#isOpen = true;
  }

  /** What ended without the end of a turn: a command, or a turn that could not begin. */
  async #close(): Promise<void> {
    const { parts, fence } = this.#options;
    this.#isOpen = false;
    await this.#output.stop();
    if (this.#isFinished || this.#isAbandoned) return;
    const steered = this.#steered.map(({ id }) => id);
    await parts.store.inbox.finish(this.#turn.id, { ...this.#settled(), returned: steered }, fence);
  }

  /** One after another, in the order of the texts. */
  async #speak(): Promise<void> {
    const { parts, served, chat } = this.#options;
    const { signal } = this.#speaking;
    for (const answered of this.#unspoken.splice(0))
      // oxlint-disable-next-line no-await-in-loop -- in their order
      if (!signal.aborted) await speakAnswer({ parts, served, chat, ...answered, signal });
  }

  #lost(): void {
    this.#isFinished = true;
    this.#options.parts.log(
      "warn",
      "A turn ended after another gateway took its platform; its answer is not sent.",
      {
        chat: this.#options.chat.key,
      },
    );
  }

  async #sayFailure(error: unknown): Promise<void> {
    const { parts, chat } = this.#options;
    const text = failureText(error, parts);
    if (!this.#isQuiet) return await this.#say(text);
    this.#hasFailed = true;
    parts.log("warn", "A turn that nobody asked for failed.", { chat: chat.key, error: parts.redact(text) });
    if (await tellsFailure(parts, chat.key)) await this.#say(text);
    return undefined;
  }

  async #say(text: string): Promise<void> {
    const { parts, served, chat } = this.#options;
    const chunks = parts.presentation.chunks(text, served.platform);
    const base = `${this.#turn.id}:c${this.#replies++}`;
    const rows = chunks.map((chunk, index) => ({
      ...{ key: `${base}:${index}`, to: chat.at, kind: "reply" as const, text: chunk },
    }));
    await parts.store.outbox.put(rows, parts.now());
  }

  #newOutput(texts: number): TurnOutput {
    const { parts, served, chat, rows } = this.#options;
    const replyTo = chat.kind === "dm" || this.#isQuiet ? undefined : rows.at(-1)?.message.messageId;
    return new TurnOutput({ parts, served, chat, turn: this.#turn.id, texts, replyTo, quiet: this.#isQuiet });
  }
}

const ofController: ReadonlySet<string> = new Set([
  ...["session-start", "queued-input", "input-returned", "command-reply", "unknown-command", "edit"],
  ...["saving-facts", "facts-saved", "failure", "leave"],
]);

function isAgentEvent(event: Event): event is AgentEvent {
  return !ofController.has(event.type);
}
