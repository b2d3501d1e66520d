import { dropOldest } from "../drop-oldest.ts";
import type { InboundMessage, PlatformHost } from "../platform.ts";
import { eventSchema, type SlackMessage } from "./event-schema.ts";
import { mentionsIn } from "./mrkdwn-to-markdown.ts";
import { readCommand, readPress } from "./read-interaction.ts";
import { isSpoken, kindOf, readMessage, type SlackBot } from "./read-message.ts";
import type { SlackDirectory } from "./slack-directory.ts";
import type { SlackNotes } from "./slack-notes.ts";
import type { SlackTimes } from "./slack-times.ts";
import { untilKept } from "../until-kept.ts";

export interface SlackReceiverOptions {
  readonly host: PlatformHost;
  readonly bot: SlackBot;
  readonly notes: SlackNotes;
  readonly directory: SlackDirectory;
  readonly replyInThread: boolean;
  readonly isCommand: (name: string) => boolean;
  /** Remembers where a press came from, to answer it. */
  readonly onPress: (pressId: string, at: InboundMessage["at"], userId: string) => void;
  readonly times: SlackTimes;
  readonly signal: AbortSignal;
}

/** Hands over what Slack says. Each resolves once it is kept or is nothing for us, and rejects where Slack is to say it again. */
export interface SlackIncoming {
  event(event: unknown): Promise<void>;
  actions(payload: unknown): Promise<void>;
  /** @returns What only the person sees who gave the command. */
  command(payload: unknown): Promise<string | undefined>;
}

export interface SlackReceiver extends SlackIncoming {
  /** Everything of a conversation is done in its order. */
  inOrder<Result>(chatId: string, work: () => Promise<Result>): Promise<Result>;
  /** A message that was fetched, from within `inOrder`. */
  fetched(chatId: string, message: SlackMessage): Promise<void>;
}

/** Messages that were kept and may be delivered once more. */
const maxRecent = 2_000;
const maxMentions = 10;

export function createSlackReceiver(options: SlackReceiverOptions): SlackReceiver {
  const { host, bot, notes, directory, replyInThread, times, signal } = options;
  const queues = new Map<string, Promise<unknown>>();
  const recent = new Set<string>();

  function inOrder<Result>(chatId: string, work: () => Promise<Result>): Promise<Result> {
    const before = queues.get(chatId) ?? Promise.resolve();
    const result = before.then(work);
    const settled = result
      .catch(() => undefined)
      .then(() => {
        if (queues.get(chatId) === settled) queues.delete(chatId);
      });
    queues.set(chatId, settled);
    return result;
  }

  /** Until it is kept: what comes after it in the conversation waits, so that the order stays. */
  async function keep(message: InboundMessage): Promise<void> {
    const id = message.updateId ?? message.messageId;
    if (recent.has(id)) return;
    const { log, health } = host;
    const { backOffMs } = times;
    const isKept = await untilKept(() => host.message(message), { log, health, backOffMs, signal });
    if (!isKept) throw signal.reason;
    recent.add(id);
    dropOldest(recent, maxRecent);
    const { chatId, threadId } = message.at;
    if (threadId !== undefined && message.isAddressed && message.chatKind !== "dm")
      await notes.joined(chatId, threadId);
  }

  async function take(
    message: SlackMessage,
    chatId: string,
    kind: InboundMessage["chatKind"],
    isEdit: boolean,
  ): Promise<void> {
    if (!isSpoken(message, bot) || recent.has(isEdit ? "" : `${chatId}:${message.ts}`)) return;
    const mentioned = [...new Set(mentionsIn(message.text))].filter((id) => id !== bot.userId);
    const [sender, chat, ...named] = await Promise.all([
      directory.person(message.user ?? ""),
      kind === "dm" ? undefined : directory.chat(chatId),
      ...mentioned.slice(0, maxMentions).map(async (id) => [id, (await directory.person(id)).name] as const),
    ]);
    const names = new Map(named.flatMap(([id, name]) => (name === undefined ? [] : [[id, name] as const])));
    const read = readMessage(message, {
      ...{ bot, chatId, kind, isEdit, replyInThread, names, sender },
      chatTitle: chat?.title,
      hasThread: (thread) => notes.hasThread(chatId, thread),
    });
    if (read !== undefined) await keep(read);
    await notes.kept(chatId, message.ts);
  }

  return {
    inOrder,
    fetched: (chatId, message) => take(message, chatId, kindOf(chatId, undefined), false),

    async event(given) {
      const { data: event } = eventSchema.safeParse(given);
      // Other events, and what was not understood: waiting for it would stop everything behind it.
      if (event === undefined) return;
      const { channel } = event;
      const kind = kindOf(channel, event.channel_type);
      if (!("message" in event)) return await inOrder(channel, () => take(event, channel, kind, false));
      // Links that get a preview change a message too.
      const isSame =
        event.message.edited === undefined || event.previous_message?.text === event.message.text;
      if (!isSame) await inOrder(channel, () => take(event.message, channel, kind, true));
    },

    async actions(payload) {
      const press = readPress(payload);
      if (press === undefined) return;
      options.onPress(press.pressId, press.at, press.sender.userId);
      await host.press(press);
    },

    async command(payload) {
      const message = readCommand(payload, { now: host.now(), isKnown: options.isCommand });
      if (message === undefined) return undefined;
      await inOrder(message.at.chatId, () => keep(message));
      return `I have it: ${message.text.slice(0, 200)}`;
    },
  };
}
