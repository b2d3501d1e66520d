import type { BusyMode, SlashCommand, UserAnswer } from "@hermes/agent-loop/controller";
import { HermesError } from "@hermes/registry";
import type { Chat } from "../store/chat-store.ts";
import type { InboundRow, Turn, UnfinishedTurn } from "../store/inbox-store.ts";
import type { Fence } from "../store/owner-store.ts";
import type { GatewayParts, ServedPlatform } from "./gateway-parts.ts";
import { OpenChat } from "./open-chat.ts";
import type { ChatController } from "./open-chat.ts";
import { PlayedTurn } from "./play-turn.ts";
import { putOffReason } from "./quiet-turn.ts";
import { resetConversation, sayReset } from "./reset-conversation.ts";
import { resumeTurn } from "./resume-turn.ts";
import { failureText } from "./turn-texts.ts";
import { wordsOf } from "./words-of.ts";

export interface ConversationOptions {
  readonly parts: GatewayParts;
  /** As it is now: it is connected, and lost, again and again. */
  readonly served: () => ServedPlatform;
  readonly key: string;
  /** Whether several people speak in it. */
  readonly shared: boolean;
  readonly commands: readonly SlashCommand[];
  /** Aborted when it is over; what runs is ended by `abandon` before. */
  readonly signal: AbortSignal;
}

interface Play {
  readonly chat: Chat;
  readonly fence: Fence;
  readonly rows: readonly InboundRow[];
}

/** What is done for the messages of one chat: one thing at a time, as its mailbox says. */
export class Conversation {
  readonly #options: ConversationOptions;
  readonly #open: OpenChat;
  #playing: PlayedTurn | undefined;
  #isEnding = false;

  constructor(options: ConversationOptions) {
    this.#options = options;
    const { parts, commands, signal, served } = options;
    this.#open = new OpenChat({ parts, commands, busyMode: served().settings.busyMode, signal });
  }

  /** Whether a turn or a command is under way. */
  get isPlaying(): boolean {
    return this.#playing !== undefined;
  }

  /** Whether a turn runs that takes commands beside it. */
  get inTurn(): boolean {
    return this.#playing?.inTurn === true && this.#open.controller?.running === true;
  }

  /** Whether the turn under way is one that nobody asked for. */
  get isQuiet(): boolean {
    return this.#playing?.isQuiet === true;
  }

  get busyMode(): BusyMode {
    return this.#open.busyMode;
  }

  /** Whether something works on in the background of its session. */
  get hasLiveWork(): boolean {
    return this.#open.hasLiveWork;
  }

  /** Runs a turn on messages. What goes wrong before it begins is said to the person. */
  async say(rows: readonly InboundRow[], fence: Fence, note?: string): Promise<void> {
    await this.#orExplain(rows, fence, async () => {
      const { parts, served, shared, signal } = this.#options;
      await this.expire();
      const chat = await this.#seen(rows);
      await sayReset(parts, chat);
      const controller = await this.#open.open(chat);
      const { connection } = served();
      const media = await Promise.all(
        rows
          .filter(({ message }) => message.files.length > 0)
          .map(async ({ message }) => await parts.readMedia(message, { connection, signal })),
      );
      const { text, input } = wordsOf(rows, { shared, media, note });
      await this.#play({ chat, fence, rows }, controller, text, () => controller.run(input));
    });
  }

  /**
   * Runs a turn that this program asked for. It is no activity of a person. While calls wait for a person's answer, and where the session
   * can't be opened, it is put off: dropped without having been said.
   */
  async wake(row: InboundRow, fence: Fence): Promise<void> {
    const { parts, key, signal } = this.#options;
    const putOff = async (why: string): Promise<void> => {
      parts.log("info", "A turn that nobody asked for was put off.", { chat: key, why });
      await parts.store.inbox.settle({ dropped: { ids: [row.id], reason: putOffReason } }, fence);
    };
    try {
      await this.expire();
      const known = await this.#chat();
      if (known === undefined) return await putOff("no chat");
      const controller = await this.#open.open(known);
      if (controller.session?.agent.openCalls.length !== 0) return await putOff("awaiting an answer");
      const isNew = controller.session.id !== known.sessionId;
      const chat = isNew ? { ...known, lastActiveAt: parts.now() } : known;
      // A session that begins with it is as old as it, and not as the last message of a person.
      if (isNew) await parts.store.chats.seen(chat);
      const { text, input } = wordsOf([row], { shared: false, media: [] });
      return await this.#play({ chat, fence, rows: [row] }, controller, text, () => controller.run(input));
    } catch (error) {
      if (signal.aborted || this.#isEnding) return undefined;
      return await putOff(parts.redact(String(error)));
    }
  }

  async command(row: InboundRow, line: string, fence: Fence): Promise<void> {
    await this.#orExplain([row], fence, async () => {
      const chat = await this.#seen([row]);
      const controller = await this.#open.open(chat);
      await this.#play({ chat, fence, rows: [row] }, controller, "", () => controller.run(line));
      const before = chat.busyMode ?? this.#options.served().settings.busyMode;
      if (controller.busyMode !== before)
        await this.#options.parts.store.chats.setBusyMode(chat.key, controller.busyMode);
    });
  }

  /** A command at once, beside the turn, which shows what it answers. */
  async commandMeanwhile(row: InboundRow, line: string, fence: Fence): Promise<void> {
    await this.#options.parts.store.inbox.settle({ answered: [row.id] }, fence);
    this.#open.controller?.meanwhile(line);
  }

  /** @returns False where no turn takes it: it has to wait. */
  async steer(row: InboundRow): Promise<boolean> {
    const { text } = wordsOf([row], { shared: this.#options.shared, media: [] });
    const mentions = row.tier === "owner";
    const steer = (words: string): boolean => this.#open.session?.agent.steer(words, { mentions }) === true;
    return (await this.#playing?.steer(row, text, steer)) === true;
  }

  /** A person waits for the end of what runs. */
  awaited(): void {
    this.#playing?.awaited();
  }

  /** Ends the turn that runs. */
  interrupt(): void {
    this.#open.controller?.stop();
  }

  /** Goes on with a turn whose process died. Messages that it had not come to wait again. */
  async resume(turn: UnfinishedTurn, fence: Fence): Promise<void> {
    const { parts, served, shared, signal } = this.#options;
    const chat = await this.#chat();
    if (chat === undefined) return;
    const resumed = await resumeTurn({
      ...{ parts, served: served(), fence, chat, open: this.#open, turn, shared, signal },
    });
    if (resumed.type === "continue") {
      const { controller, texts, rows } = resumed;
      await this.#playRecorded({ chat, fence, rows }, { turn, texts }, () => controller.run("/continue"));
    }
  }

  /** Writes down the answer to an approval; one that has an answer keeps it. */
  async answer(id: string, given: UserAnswer): Promise<void> {
    const { parts } = this.#options;
    const chat = await this.#chat();
    if (chat === undefined) return;
    try {
      await parts.controllerPorts(chat).approvals?.answer(id, { ...given, at: parts.now() });
    } catch (error) {
      const isOver = HermesError.is(error) && ["APPROVAL_CLOSED", "APPROVAL_EXPIRED"].includes(error.code);
      if (!isOver) throw error;
    }
  }

  /** Goes on with a turn that waited for answers; does nothing where none waits. */
  async goOn(fence: Fence): Promise<void> {
    const chat = await this.#chat();
    if (chat?.sessionId === undefined) return;
    const controller = await this.#open.open(chat);
    if (controller.session?.agent.openCalls.length === 0) return;
    await this.#play({ chat, fence, rows: [] }, controller, "", () => controller.continue());
  }

  /** Ends the session where its time is over. */
  async expire(): Promise<void> {
    const { parts, served } = this.#options;
    const chat = await this.#chat();
    if (chat !== undefined)
      await resetConversation({ parts, settings: served().settings, chat, open: this.#open });
  }

  /** The chat goes on with another session from here on. */
  async handOver(sessionId: string): Promise<void> {
    await this.#open.close();
    await this.#options.parts.store.chats.setSession(this.#options.key, sessionId);
  }

  /** Begins nothing more, and ends what runs such that the next start goes on with it. */
  abandon(): void {
    this.#isEnding = true;
    this.#playing?.abandon();
    this.#open.controller?.stop();
  }

  /** Closes the session without asking the model anything. */
  async close(): Promise<void> {
    await this.#open.close();
  }

  async #play(
    { chat, fence, rows }: Play,
    controller: ChatController,
    words: string,
    events: () => ReturnType<ChatController["run"]>,
  ): Promise<void> {
    if (this.#isEnding) return;
    const { store, createId, now } = this.#options.parts;
    const sessionId = controller.session?.id ?? "";
    if (chat.sessionId !== sessionId) await store.chats.setSession(chat.key, sessionId);
    const turn = {
      ...{ id: createId(), chat: chat.key, sessionId, words },
      ...{ position: this.#open.messages.length, startedAt: now() },
    };
    const ids = rows.map(({ id }) => id);
    // Somebody else has them, or they were forgotten.
    if (!(await store.inbox.begin(turn, ids, fence))) return;
    await this.#playRecorded({ chat, fence, rows }, { turn, texts: 0 }, events);
  }

  async #playRecorded(
    { chat, fence, rows }: Play,
    { turn, texts }: { readonly turn: Omit<Turn, "deaths">; readonly texts: number },
    events: () => ReturnType<ChatController["run"]>,
  ): Promise<void> {
    if (this.#isEnding) return;
    const { parts, served, signal } = this.#options;
    const playing = new PlayedTurn({ parts, served: served(), fence, chat, turn, rows, texts, signal });
    this.#playing = playing;
    try {
      await playing.play(events());
    } finally {
      this.#playing = undefined;
    }
  }

  async #orExplain(rows: readonly InboundRow[], fence: Fence, work: () => Promise<void>): Promise<void> {
    const { parts, signal } = this.#options;
    try {
      await work();
    } catch (error) {
      if (signal.aborted || this.#isEnding) return;
      const text = failureText(explained(error), parts);
      const [first] = rows;
      const outbound =
        first === undefined
          ? []
          : [{ key: `m${first.id}:failed`, to: first.message.at, kind: "notice" as const, text }];
      await parts.store.inbox.settle({ answered: rows.map(({ id }) => id), outbound }, fence);
      parts.log("error", "A message could not be dealt with.", {
        chat: this.#options.key,
        error: parts.redact(String(error)),
      });
    }
  }

  async #chat(): Promise<Chat | undefined> {
    return await this.#options.parts.store.chats.get(this.#options.key);
  }

  /** Writes down who speaks here, and gives what is known of the chat. */
  async #seen(rows: readonly InboundRow[]): Promise<Chat> {
    const { parts, key, shared } = this.#options;
    const last = rows.at(-1);
    if (last !== undefined) {
      const { at, chatKind: kind, chatTitle: title, sender } = last.message;
      const person = shared ? {} : { userId: sender.userId, userName: sender.name };
      await parts.store.chats.seen({
        key,
        at,
        kind,
        title,
        ...person,
        tier: last.tier,
        lastActiveAt: parts.now(),
      });
    }
    const chat = await this.#chat();
    if (chat === undefined) throw new TypeError(`The chat "${key}" was never seen.`);
    return chat;
  }
}

function explained(error: unknown): unknown {
  if (!HermesError.is(error) || error.code !== "SESSION_BUSY") return error;
  return new HermesError("This conversation is open in another program.", {
    code: "SESSION_BUSY",
    hint: "Close it there and send your message again, or begin another one with /new.",
  });
}
