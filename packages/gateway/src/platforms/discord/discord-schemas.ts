import { z } from "zod";
import type { DiscordChannel, DiscordMessage, DiscordUser } from "./discord-types.ts";

/** Long enough for any, and nothing that changes an address. */
export const idSchema: z.ZodType<string> = z.string().regex(/^[\w-]{1,64}$/);
export const textSchema: z.ZodType<string | undefined> = maybe(z.string());

/** Discord says null where it says nothing. */
export function maybe<Value>(schema: z.ZodType<Value>): z.ZodType<Value | undefined> {
  return schema.nullish().transform((value) => value ?? undefined);
}

export const userSchema: z.ZodType<DiscordUser> = z.object({
  id: idSchema,
  username: z.string().default(""),
  global_name: textSchema,
  bot: z.boolean().default(false),
});

const attachment = z.object({
  id: idSchema,
  filename: z.string().default("file"),
  content_type: textSchema,
  size: maybe(z.number()),
  url: z.string().default(""),
});

const words = {
  content: z.string().default(""),
  attachments: z.array(attachment).default([]),
  sticker_items: z.array(z.object({ name: z.string() })).default([]),
};

export const messageSchema: z.ZodType<DiscordMessage> = z.object({
  ...words,
  id: idSchema,
  channel_id: idSchema,
  guild_id: maybe(idSchema),
  type: z.number().default(0),
  flags: maybe(z.number()),
  author: userSchema,
  member: maybe(z.object({ nick: textSchema })),
  webhook_id: textSchema,
  timestamp: z.string(),
  edited_timestamp: textSchema,
  mentions: z.array(userSchema).default([]),
  mention_roles: z.array(z.string()).default([]),
  nonce: maybe(z.union([z.string(), z.number()])),
  referenced_message: maybe(z.object({ id: idSchema, author: userSchema, content: z.string().default("") })),
  message_snapshots: maybe(z.array(z.object({ message: z.object(words) }))),
});

export const channelSchema: z.ZodType<DiscordChannel> = z.object({
  id: idSchema,
  type: z.number().default(0),
  name: textSchema,
  guild_id: maybe(idSchema),
  parent_id: maybe(idSchema),
  owner_id: maybe(idSchema),
  recipients: z.array(userSchema).default([]),
});
