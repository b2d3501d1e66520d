import type { BotSaid, TelegramWorld, WorldChat, WorldUser } from "./telegram-world.ts";

export interface PersonSays {
  /** Absent: the private chat with the bot. */
  readonly chat?: WorldChat | undefined;
  readonly threadId?: number | undefined;
  readonly replyTo?: number | undefined;
  readonly albumId?: string | undefined;
  readonly file?:
    | {
        readonly kind: "photo" | "voice" | "audio" | "video" | "document";
        readonly bytes: Uint8Array;
        readonly name?: string;
        readonly mimeType?: string;
      }
    | undefined;
  /** Fields of the message as the Bot API has them. */
  readonly more?: Readonly<Record<string, unknown>> | undefined;
}

/** The people around the bot. */
export interface TelegramPeople {
  /** @returns The number of the message. */
  say(user: WorldUser, text: string, options?: PersonSays): number;
  /** Another text for a message of theirs. */
  edit(user: WorldUser, messageId: number, text: string, options?: PersonSays): void;
  /** Presses a button by its label. @returns The id of the press. @throws where there is no such button */
  press(user: WorldUser, said: BotSaid, label: string): string;
  /** A group becomes a supergroup. */
  migrate(chat: WorldChat, newId: number): void;
  block(chatId: number): void;
  /** What the bot wrote to a chat, and has not deleted. */
  saidIn(chatId: number): readonly BotSaid[];
}

export function createPeople(world: TelegramWorld, bot: WorldUser): TelegramPeople {
  let presses = 0;
  const chatOf = (user: WorldUser, { chat }: PersonSays): WorldChat => {
    const found = chat ?? { id: user.id, type: "private", title: undefined };
    world.chats.set(String(found.id), found);
    return found;
  };
  const messageOf = (
    user: WorldUser,
    messageId: number,
    text: string,
    options: PersonSays,
  ): Readonly<Record<string, unknown>> => {
    const { file, threadId, replyTo, albumId } = options;
    const words =
      file === undefined
        ? { text, entities: entitiesOf(text) }
        : { caption: text, caption_entities: entitiesOf(text) };
    const { topics: _, ...chat } = chatOf(user, options);
    return {
      message_id: messageId,
      date: Math.floor(Date.now() / 1_000),
      chat:
        chat.type === "private" ? { ...chat, first_name: user.first_name, username: user.username } : chat,
      from: { ...user, is_bot: false },
      ...(text === "" ? {} : words),
      ...(threadId === undefined ? {} : { message_thread_id: threadId, is_topic_message: true }),
      ...(replyTo === undefined ? {} : { reply_to_message: repliedTo(replyTo, chat) }),
      ...(albumId === undefined ? {} : { media_group_id: albumId }),
      ...(file === undefined ? {} : fileOf(file)),
      ...options.more,
    };
  };
  const repliedTo = (messageId: number, chat: unknown): unknown => {
    const said = world.said.find((each) => each.messageId === messageId);
    const from = said === undefined ? {} : { from: { ...bot, is_bot: true } };
    return { message_id: messageId, date: 1, chat, ...from, text: said?.text ?? "something" };
  };
  const fileOf = ({
    kind,
    bytes,
    name,
    mimeType,
  }: NonNullable<PersonSays["file"]>): Readonly<Record<string, unknown>> => {
    const id = world.addFile(bytes, name ?? kind);
    const file = { file_id: id, file_unique_id: id, file_size: bytes.length };
    if (kind === "photo") return { photo: [{ ...file, width: 10, height: 10 }] };
    return { [kind]: { ...file, file_name: name, mime_type: mimeType, duration: 1 } };
  };
  return {
    say(user, text, options = {}) {
      const messageId = world.messageId(chatOf(user, options).id);
      const kind = options.chat?.type === "channel" ? "channel_post" : "message";
      world.queue.push({ [kind]: messageOf(user, messageId, text, options) });
      return messageId;
    },
    edit(user, messageId, text, options = {}) {
      const changed = {
        ...messageOf(user, messageId, text, options),
        edit_date: Math.floor(Date.now() / 1_000),
      };
      world.queue.push({ edited_message: changed });
    },
    press(user, said, label) {
      const button = said.buttons.flat().find(({ text }) => text === label);
      if (button === undefined) throw new Error(`The message has no button "${label}".`);
      const id = `press-${++presses}`;
      world.openPresses.add(id);
      const chat = world.chats.get(String(said.chatId));
      const message = { message_id: said.messageId, date: 1, chat, text: said.text };
      const topic =
        said.threadId === undefined ? {} : { message_thread_id: said.threadId, is_topic_message: true };
      world.queue.push({
        callback_query: {
          id,
          from: { ...user, is_bot: false },
          chat_instance: "1",
          data: button.callback_data,
          message: { ...message, ...topic },
        },
      });
      return id;
    },
    migrate(chat, newId) {
      world.migrated.set(String(chat.id), newId);
      world.chats.set(String(newId), { ...chat, id: newId, type: "supergroup" });
    },
    block: (chatId) => world.blocked.add(String(chatId)),
    saidIn: (chatId) => world.said.filter((said) => said.chatId === chatId && !said.isDeleted),
  };
}

/** Commands at the beginning and mentions, as Telegram marks them. */
function entitiesOf(text: string): readonly unknown[] {
  return [...text.matchAll(/^\/[a-z0-9_]+(?:@\w+)?|(?<!\S)@\w{4,}/gi)].map((match) => ({
    type: match[0].startsWith("/") ? "bot_command" : "mention",
    offset: match.index,
    length: match[0].length,
  }));
}
