import { z } from "zod";
import { uploadMs } from "../upload-time.ts";
import { repeatable } from "../../http/http-outcome.ts";
import { openFile } from "../../media/open-file.ts";
import { clip } from "../../presentation/clip.ts";
import type { OutboundMessage, PlatformConnection, SendOutcome } from "../platform.ts";
import { type BotAnswer, type BotApi, type CallOptions, type Parameters } from "./bot-api.ts";
import type { ChatIds } from "./chat-ids.ts";
import { fetchTelegramFile, refusal } from "./fetch-file.ts";
import { methodOf } from "./outbound-file.ts";
import { kindOf } from "./read-update.ts";
import { isMarkupRefused, isNotModified, outcomeOf } from "./send-outcome.ts";
import { telegramLimits } from "./telegram-limits.ts";

export interface TelegramSender {
  readonly api: BotApi;
  readonly chatIds: ChatIds;
  readonly linkPreviews: boolean;
  /** What the adapter itself takes for its own requests, in milliseconds. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** After each answer that took something. */
  readonly onSpoke: () => void;
}

type Sending = Omit<PlatformConnection, "check" | "stop">;

/** Everything that is said to Telegram. Each request is made once; the outbox repeats. */
export function createTelegramSending(sender: TelegramSender): Sending {
  const { api, timeoutMs, onSpoke } = sender;
  const own = (): CallOptions => ({ signal: sender.signal, timeoutMs });
  const call = async (method: string, parameters: Parameters, options: CallOptions): Promise<BotAnswer> => {
    const answer = await api.call(method, parameters, options);
    if (answer.ok) onSpoke();
    return answer;
  };
  /** Follows a group to its new id, and leaves out marks that were refused: in both cases nothing had arrived. */
  const say = async (
    method: string,
    message: OutboundMessage,
    parameters: Parameters,
    options: CallOptions,
  ): Promise<SendOutcome> => {
    const chat = sender.chatIds.toTelegram(message.to.chatId);
    let answer = await call(method, { ...parameters, chat_id: chat }, options);
    if (!answer.ok && answer.code !== "no-answer" && answer.migratedTo !== undefined) {
      await sender.chatIds.moved(message.to.chatId, answer.migratedTo);
      answer = await call(method, { ...parameters, chat_id: answer.migratedTo }, options);
    }
    if (isMarkupRefused(answer)) {
      const plain = {
        ...parameters,
        chat_id: sender.chatIds.toTelegram(message.to.chatId),
        parse_mode: undefined,
      };
      const where = "caption" in parameters ? { caption: message.plain } : { text: message.plain };
      answer = await call(method, { ...plain, ...where }, options);
    }
    // An edit that changes nothing is refused: what it wanted is there.
    return isNotModified(answer) ? { status: "sent", messageId: "" } : outcomeOf(answer);
  };

  return {
    async send(message, { signal }) {
      const options = { signal: AbortSignal.any([signal, sender.signal]), timeoutMs };
      const common = {
        ...placeOf(message),
        ...buttonsOf(message),
        disable_notification: message.silent || undefined,
      };
      if (message.file === undefined)
        return await say("sendMessage", message, { ...common, ...textOf(message, sender) }, options);
      const opened = await openFile(message.file, {
        maxBytes: telegramLimits.fileBytes,
        label: "Telegram",
      });
      if ("status" in opened) return opened;
      const { method, field } = methodOf(message.file, opened.size);
      const caption = message.text === "" ? {} : { caption: message.text, parse_mode: "HTML" };
      return await say(
        method,
        message,
        { ...common, ...caption, [field]: opened },
        { ...options, timeoutMs: uploadMs(opened.size, timeoutMs) },
      );
    },

    async edit(messageId, message, { signal }) {
      const options = { signal: AbortSignal.any([signal, sender.signal]), timeoutMs };
      const isText = message.file === undefined;
      const words = isText ? textOf(message, sender) : { caption: message.text, parse_mode: "HTML" };
      const parameters = { message_id: Number(messageId), ...buttonsOf(message), ...words };
      const outcome = await say(
        isText ? "editMessageText" : "editMessageCaption",
        message,
        parameters,
        options,
      );
      if (outcome.status === "sent") return { status: "sent", messageId };
      return repeatable(outcome);
    },

    async delete(at, messageId, { signal }) {
      const chat = sender.chatIds.toTelegram(at.chatId);
      const answer = await call(
        "deleteMessage",
        { chat_id: chat, message_id: Number(messageId) },
        { signal, timeoutMs },
      );
      if (!answer.ok) throw refusal("delete the message", answer);
    },

    async typing(at) {
      const thread = threadOf(at.threadId);
      await call(
        "sendChatAction",
        { chat_id: sender.chatIds.toTelegram(at.chatId), action: "typing", ...thread },
        own(),
      );
    },

    async answerPress(pressId, text) {
      // One that is too old is refused; nothing spins there any more.
      await call("answerCallbackQuery", { callback_query_id: pressId, text: text?.slice(0, 200) }, own());
    },

    fetchFile: (reference, options) => fetchTelegramFile({ ...sender, call }, reference, options),

    async setCommands(commands) {
      const listed = commands
        .map(({ name, summary }) => ({
          command: name.toLowerCase().replaceAll("-", "_"),
          description: clip(summary, telegramLimits.commandSummary),
        }))
        .filter(({ command, description }) => /^[a-z0-9_]{1,32}$/.test(command) && description.length >= 3)
        .slice(0, telegramLimits.commands);
      const answer = await call("setMyCommands", { commands: listed }, own());
      if (!answer.ok) throw refusal("take the list of commands", answer);
    },

    async chatInfo(at) {
      const answer = await call("getChat", { chat_id: sender.chatIds.toTelegram(at.chatId) }, own());
      const found = answer.ok ? chatSchema.safeParse(answer.result).data : undefined;
      return found === undefined
        ? undefined
        : { title: found.title ?? found.first_name, kind: kindOf(found.type) };
    },
  };
}

const chatSchema = z.object({
  type: z.enum(["private", "group", "supergroup", "channel"]),
  title: z.string().optional(),
  first_name: z.string().optional(),
});

function placeOf({ to, replyTo }: OutboundMessage): Parameters {
  const reply = { message_id: Number(replyTo), allow_sending_without_reply: true };
  return { ...threadOf(to.threadId), ...(replyTo === undefined ? {} : { reply_parameters: reply }) };
}

/** The general topic has the number 1, and is written to without. */
function threadOf(threadId: string | undefined): Parameters {
  return threadId === undefined || threadId === "1" ? {} : { message_thread_id: Number(threadId) };
}

function textOf({ text }: OutboundMessage, { linkPreviews }: TelegramSender): Parameters {
  return {
    text,
    parse_mode: "HTML",
    ...(linkPreviews ? {} : { link_preview_options: { is_disabled: true } }),
  };
}

function buttonsOf({ buttons }: OutboundMessage): Parameters {
  if (buttons === undefined) return {};
  return {
    reply_markup: {
      inline_keyboard: buttons.map((row) =>
        row.map(({ label, data }) => ({ text: label, callback_data: data })),
      ),
    },
  };
}
