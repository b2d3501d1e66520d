import type { BotParameters } from "./request-parameters.ts";
import { readTelegramHtml, type TelegramEntity } from "./read-telegram-html.ts";
import type { BotSaid, TelegramWorld, WorldChat, WorldUser } from "./telegram-world.ts";

/** What the server answers instead of a result. */
export class BotError extends Error {
  readonly code: number;
  readonly parameters: Readonly<Record<string, number>> | undefined;

  constructor(code: number, description: string, parameters?: Readonly<Record<string, number>>) {
    super(description);
    this.code = code;
    this.parameters = parameters;
  }
}

export type BotMethod = (parameters: BotParameters) => unknown;

const maxFileBytes = 50_000_000;
const maxFetchBytes = 20_000_000;

/** The methods of the Bot API that change or read the world; `getUpdates` is the server's own. Errors read as Telegram's. */
export function createBotMethods(world: TelegramWorld, bot: WorldUser): Readonly<Record<string, BotMethod>> {
  const sendFile =
    (field: string): BotMethod =>
    async (parameters) => {
      const file = parameters[field];
      if (!(file instanceof File))
        throw new BotError(400, `Bad Request: there is no ${field} in the request`);
      if (file.size > maxFileBytes) throw new BotError(413, "Request Entity Too Large");
      return say(parameters, field, file, new Uint8Array(await file.arrayBuffer()));
    };

  function say(parameters: BotParameters, kind = "", file?: File, bytes = new Uint8Array()): unknown {
    const chat = chatOf(world, parameters);
    const { text, entities } =
      file === undefined ? written(parameters, "text", 4_096) : written(parameters, "caption", 1_024);
    const replyTo = replyOf(world, chat, parameters);
    const threadId = parameters["message_thread_id"];
    if (threadId !== undefined && !(chat.topics ?? []).includes(Number(threadId)))
      throw new BotError(400, "Bad Request: message thread not found");
    const said: BotSaid = {
      messageId: world.messageId(chat.id),
      chatId: chat.id,
      threadId: threadId === undefined ? undefined : Number(threadId),
      replyTo,
      text,
      entities,
      buttons: buttonsOf(parameters),
      silent: parameters["disable_notification"] === true,
      earlier: [],
      isDeleted: false,
      file: file === undefined ? undefined : { kind, name: file.name, mimeType: file.type, bytes },
    };
    world.said.push(said);
    return messageOf(said, chat);
  }

  function messageOf(said: BotSaid, chat: WorldChat): unknown {
    const isFile = said.file !== undefined;
    const { entities } = said;
    return {
      message_id: said.messageId,
      date: Math.floor(Date.now() / 1_000),
      chat: { id: chat.id, type: chat.type, title: chat.title },
      from: { ...bot, is_bot: true },
      ...(said.text === ""
        ? {}
        : isFile
          ? { caption: said.text, caption_entities: entities }
          : { text: said.text, entities }),
      ...(said.threadId === undefined ? {} : { message_thread_id: said.threadId, is_topic_message: true }),
      ...(isFile ? { [said.file?.kind ?? ""]: fileOf(said) } : {}),
    };
  }

  function fileOf(said: BotSaid): unknown {
    const file = {
      file_id: `sent-${said.messageId}`,
      file_unique_id: `u${said.messageId}`,
      file_name: said.file?.name,
    };
    return said.file?.kind === "photo" ? [{ ...file, width: 1, height: 1 }] : file;
  }

  const edit =
    (field: "text" | "caption"): BotMethod =>
    (parameters) => {
      const chat = chatOf(world, parameters);
      const said = world.said.find(
        (each) => each.messageId === Number(parameters["message_id"]) && each.chatId === chat.id,
      );
      if (said === undefined || said.isDeleted)
        throw new BotError(400, "Bad Request: message to edit not found");
      if (field === "text" && said.file !== undefined)
        throw new BotError(400, "Bad Request: there is no text in the message to edit");
      const { text, entities } = written(parameters, field, field === "text" ? 4_096 : 1_024);
      const buttons = buttonsOf(parameters);
      const isSame =
        text === said.text &&
        JSON.stringify([entities, buttons]) === JSON.stringify([said.entities, said.buttons]);
      if (isSame)
        throw new BotError(
          400,
          "Bad Request: message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message",
        );
      said.earlier.push(said.text);
      Object.assign(said, { text, entities, buttons });
      return messageOf(said, chat);
    };

  return {
    getMe: () => ({
      ...bot,
      is_bot: true,
      can_join_groups: true,
      can_read_all_group_messages: false,
      supports_inline_queries: false,
    }),
    sendMessage: (parameters) => say(parameters),
    sendPhoto: sendFile("photo"),
    sendVoice: sendFile("voice"),
    sendAudio: sendFile("audio"),
    sendVideo: sendFile("video"),
    sendAnimation: sendFile("animation"),
    sendDocument: sendFile("document"),
    editMessageText: edit("text"),
    editMessageCaption: edit("caption"),
    deleteMessage(parameters) {
      const chat = chatOf(world, parameters);
      const said = world.said.find(
        (each) => each.messageId === Number(parameters["message_id"]) && each.chatId === chat.id,
      );
      if (said === undefined || said.isDeleted)
        throw new BotError(400, "Bad Request: message to delete not found");
      said.isDeleted = true;
      return true;
    },
    sendChatAction: (parameters) => chatOf(world, parameters) !== undefined,
    answerCallbackQuery(parameters) {
      const pressId = String(parameters["callback_query_id"]);
      if (!world.openPresses.delete(pressId))
        throw new BotError(
          400,
          "Bad Request: query is too old and response timeout expired or query ID is invalid",
        );
      const text = parameters["text"];
      world.answers.push({ pressId, ...(typeof text === "string" ? { text } : {}) });
      return true;
    },
    setMyCommands(parameters) {
      const commands = parameters["commands"] as typeof world.commands;
      if (commands.length > 100 || commands.some(({ command }) => !/^[a-z0-9_]{1,32}$/.test(command)))
        throw new BotError(400, "Bad Request: BOT_COMMAND_INVALID");
      world.commands = commands;
      return true;
    },
    getMyCommands: () => world.commands,
    getChat(parameters) {
      const { id, type, title } = chatOf(world, parameters);
      return { id, type, title, accent_color_id: 0, max_reaction_count: 11 };
    },
    getFile(parameters) {
      const id = String(parameters["file_id"]);
      const file = world.files.get(id);
      if (file === undefined) throw new BotError(400, "Bad Request: invalid file_id");
      if (file.bytes.length > maxFetchBytes) throw new BotError(400, "Bad Request: file is too big");
      return { file_id: id, file_unique_id: id, file_size: file.bytes.length, file_path: `documents/${id}` };
    },
    setWebhook(parameters) {
      const secret = parameters["secret_token"];
      world.webhook = { url: String(parameters["url"]), ...(typeof secret === "string" ? { secret } : {}) };
      return true;
    },
    deleteWebhook() {
      world.webhook = undefined;
      return true;
    },
    getWebhookInfo: () => ({
      url: world.webhook?.url ?? "",
      pending_update_count: world.queue.pending.length,
    }),
  };
}

function chatOf(world: TelegramWorld, parameters: BotParameters): WorldChat {
  const id = String(parameters["chat_id"]);
  const moved = world.migrated.get(id);
  if (moved !== undefined)
    throw new BotError(400, "Bad Request: group chat was upgraded to a supergroup chat", {
      migrate_to_chat_id: moved,
    });
  const chat = world.chats.get(id);
  if (chat === undefined) throw new BotError(400, "Bad Request: chat not found");
  if (world.blocked.has(id))
    throw new BotError(
      403,
      chat.type === "private"
        ? "Forbidden: bot was blocked by the user"
        : "Forbidden: bot was kicked from the group chat",
    );
  return chat;
}

function written(
  parameters: BotParameters,
  field: "text" | "caption",
  max: number,
): { readonly text: string; readonly entities: readonly TelegramEntity[] } {
  const given = String(parameters[field] ?? "");
  const html =
    parameters["parse_mode"] === "HTML"
      ? readTelegramHtml(given)
      : { ok: true as const, text: given, entities: [] };
  if (!html.ok)
    throw new BotError(400, `Bad Request: can't parse entities: ${html.problem} at byte offset 0`);
  const text = html.text.trim();
  if (text === "" && field === "text") throw new BotError(400, "Bad Request: message text is empty");
  if (text.length > max)
    throw new BotError(
      400,
      field === "text" ? "Bad Request: message is too long" : "Bad Request: message caption is too long",
    );
  return { text, entities: html.entities };
}

function replyOf(world: TelegramWorld, chat: WorldChat, parameters: BotParameters): number | undefined {
  const reply = parameters["reply_parameters"] as
    | { readonly message_id: number; readonly allow_sending_without_reply?: boolean }
    | undefined;
  if (reply === undefined) return undefined;
  if (world.known.get(String(chat.id))?.has(reply.message_id) === true) return reply.message_id;
  if (reply.allow_sending_without_reply === true) return undefined;
  throw new BotError(400, "Bad Request: message to be replied not found");
}

function buttonsOf(parameters: BotParameters): BotSaid["buttons"] {
  const markup = parameters["reply_markup"] as { readonly inline_keyboard?: BotSaid["buttons"] } | undefined;
  const rows = markup?.inline_keyboard ?? [];
  for (const { callback_data: data } of rows.flat())
    if (Buffer.byteLength(data ?? "") > 64) throw new BotError(400, "Bad Request: BUTTON_DATA_INVALID");
  return rows;
}
