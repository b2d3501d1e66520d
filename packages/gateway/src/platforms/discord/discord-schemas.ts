import { z } from "zod";
import type {
  DiscordChannel,
  DiscordGateway,
  DiscordGuild,
  DiscordInteraction,
  DiscordMessage,
  DiscordReady,
} from "./discord-types.ts";

/** Long enough for any, and nothing that changes an address. */
const id = z.string().regex(/^[\w-]{1,64}$/);
const text = maybe(z.string());

/** Discord says null where it says nothing. */
function maybe<Value>(schema: z.ZodType<Value>): z.ZodType<Value | undefined> {
  return schema.nullish().transform((value) => value ?? undefined);
}

const user = z.object({
  id,
  username: z.string().default(""),
  global_name: text,
  bot: z.boolean().default(false),
});

const attachment = z.object({
  id,
  filename: z.string().default("file"),
  content_type: text,
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
  id,
  channel_id: id,
  guild_id: maybe(id),
  type: z.number().default(0),
  flags: maybe(z.number()),
  author: user,
  member: maybe(z.object({ nick: text })),
  webhook_id: text,
  timestamp: z.string(),
  edited_timestamp: text,
  mentions: z.array(user).default([]),
  mention_roles: z.array(z.string()).default([]),
  nonce: maybe(z.union([z.string(), z.number()])),
  referenced_message: maybe(z.object({ id, author: user, content: z.string().default("") })),
  message_snapshots: maybe(z.array(z.object({ message: z.object(words) }))),
});

export const channelSchema: z.ZodType<DiscordChannel> = z.object({
  id,
  type: z.number().default(0),
  name: text,
  guild_id: maybe(id),
  parent_id: maybe(id),
  owner_id: maybe(id),
  recipients: z.array(user).default([]),
});

export const interactionSchema: z.ZodType<DiscordInteraction> = z.object({
  id,
  application_id: id,
  type: z.number(),
  token: z.string(),
  guild_id: maybe(id),
  channel_id: maybe(id),
  member: maybe(z.object({ user, nick: text })),
  user: maybe(user),
  message: maybe(z.object({ id })),
  data: maybe(
    z.object({
      name: z.string().optional(),
      custom_id: z.string().optional(),
      options: z.array(z.object({ value: z.unknown() })).optional(),
    }),
  ),
});

export const readySchema: z.ZodType<DiscordReady> = z.object({
  user,
  application: maybe(z.object({ id })),
});

export const guildSchema: z.ZodType<DiscordGuild> = z.object({
  roles: z.array(z.object({ id, tags: maybe(z.object({ bot_id: text })) })).default([]),
});

export const gatewaySchema: z.ZodType<DiscordGateway> = z.object({
  url: z.url({ protocol: /^wss?$/ }),
  shards: z.number().default(1),
  session_start_limit: z
    .object({
      total: z.number().default(1_000),
      remaining: z.number().default(1_000),
      reset_after: z.number().default(0),
      max_concurrency: z.number().default(1),
    })
    .prefault({}),
});
