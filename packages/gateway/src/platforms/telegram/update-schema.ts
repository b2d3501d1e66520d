import { z } from "zod";
import type { TelegramUpdate, TelegramUser } from "./telegram-update.ts";

const user = z.object({
  id: z.number(),
  is_bot: z.boolean().default(false),
  first_name: z.string().default(""),
  last_name: z.string().optional(),
  username: z.string().optional(),
});

const chat = z.object({
  id: z.number(),
  type: z.enum(["private", "group", "supergroup", "channel"]),
  title: z.string().optional(),
  username: z.string().optional(),
  first_name: z.string().optional(),
});

const entity = z.object({
  type: z.string(),
  offset: z.int().min(0),
  length: z.int().min(0),
  url: z.string().optional(),
  user: user.optional(),
  language: z.string().optional(),
});

const file = z.object({
  file_id: z.string(),
  file_size: z.number().optional(),
  file_name: z.string().optional(),
  mime_type: z.string().optional(),
});

const content = {
  message_id: z.int(),
  date: z.number(),
  edit_date: z.number().optional(),
  chat,
  from: user.optional(),
  sender_chat: chat.optional(),
  text: z.string().optional(),
  caption: z.string().optional(),
  entities: z.array(entity).default([]),
  caption_entities: z.array(entity).default([]),
};

const message = z.object({
  ...content,
  message_thread_id: z.int().optional(),
  is_topic_message: z.boolean().default(false),
  media_group_id: z.string().optional(),
  migrate_to_chat_id: z.number().optional(),
  reply_to_message: z.object({ ...content, forum_topic_created: z.unknown().optional() }).optional(),
  quote: z.object({ text: z.string() }).optional(),
  forward_origin: z
    .object({
      sender_user: user.optional(),
      sender_user_name: z.string().optional(),
      sender_chat: chat.optional(),
      chat: chat.optional(),
    })
    .optional(),
  photo: z.array(file).optional(),
  voice: file.optional(),
  audio: file.optional(),
  video: file.optional(),
  video_note: file.optional(),
  animation: file.optional(),
  document: file.optional(),
  sticker: file.extend({ emoji: z.string().optional() }).optional(),
  location: z.object({ latitude: z.number(), longitude: z.number() }).optional(),
  venue: z.object({ title: z.string(), address: z.string() }).optional(),
  contact: z
    .object({ phone_number: z.string(), first_name: z.string(), last_name: z.string().optional() })
    .optional(),
  poll: z.object({ question: z.string(), options: z.array(z.object({ text: z.string() })) }).optional(),
});

/** What is read of an update; fields that Telegram adds are left out. @see https://core.telegram.org/bots/api#update */
export const updateSchema: z.ZodType<TelegramUpdate> = z.object({
  update_id: z.int(),
  message: message.optional(),
  edited_message: message.optional(),
  channel_post: message.optional(),
  edited_channel_post: message.optional(),
  callback_query: z
    .object({
      id: z.string(),
      from: user,
      // Of a message that is too old only chat and id are given.
      message: z
        .object({
          message_id: z.int(),
          chat,
          message_thread_id: z.int().optional(),
          is_topic_message: z.boolean().default(false),
        })
        .optional(),
      data: z.string().optional(),
    })
    .optional(),
});

/** The updates that are asked for. */
export const allowedUpdates: readonly string[] = [
  "message",
  "edited_message",
  "channel_post",
  "edited_channel_post",
  "callback_query",
];

/** The bot itself, as `getMe` says. */
export const botSchema: z.ZodType<TelegramUser> = user;
