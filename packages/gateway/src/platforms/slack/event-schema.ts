import { z } from "zod";

/** What is not understood is left out, rather than that it stops the rest. */
export const textSchema: z.ZodType<string | undefined> = z.string().optional().catch(undefined);
export const idSchema: z.ZodType<string> = z.string().min(1).max(200);
/** The time of a message, and its id within the chat. */
export const tsSchema: z.ZodType<string> = z.string().regex(/^\d{1,12}\.\d{1,10}$/);

const file = z.object({
  id: textSchema,
  name: textSchema,
  mimetype: textSchema,
  size: z.number().optional().catch(undefined),
  subtype: textSchema,
  url_private: textSchema,
  url_private_download: textSchema,
});

const attachment = z.object({
  is_share: z.boolean().optional().catch(undefined),
  is_msg_unfurl: z.boolean().optional().catch(undefined),
  author_name: textSchema,
  text: textSchema,
  fallback: textSchema,
});

const message = z.object({
  ts: tsSchema,
  user: textSchema,
  text: z.string().default("").catch(""),
  subtype: textSchema,
  bot_id: textSchema,
  thread_ts: tsSchema.optional().catch(undefined),
  parent_user_id: textSchema,
  edited: z.object({ ts: z.string() }).optional().catch(undefined),
  files: z.array(file).catch([]).default([]),
  attachments: z.array(attachment).catch([]).default([]),
});

export interface SlackFile {
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly mimetype?: string | undefined;
  readonly size?: number | undefined;
  readonly subtype?: string | undefined;
  readonly url_private?: string | undefined;
  readonly url_private_download?: string | undefined;
}

export interface SlackMessage {
  readonly ts: string;
  readonly user?: string | undefined;
  readonly text: string;
  readonly subtype?: string | undefined;
  readonly bot_id?: string | undefined;
  readonly thread_ts?: string | undefined;
  readonly parent_user_id?: string | undefined;
  readonly edited?: { readonly ts: string } | undefined;
  readonly files: readonly SlackFile[];
  readonly attachments: readonly {
    readonly is_share?: boolean | undefined;
    readonly is_msg_unfurl?: boolean | undefined;
    readonly author_name?: string | undefined;
    readonly text?: string | undefined;
    readonly fallback?: string | undefined;
  }[];
}

interface SlackPlace {
  readonly channel: string;
  readonly channel_type?: string | undefined;
}

/** A message that took the place of another. */
export interface SlackChange extends SlackPlace {
  readonly type: "message";
  readonly subtype: "message_changed";
  readonly message: SlackMessage;
  readonly previous_message?: { readonly text?: string | undefined } | undefined;
}

export type SlackEvent =
  | SlackChange
  | (SlackMessage & SlackPlace & { readonly type: "message" | "app_mention" });

/** A message of a conversation, as `conversations.history` gives it. */
export const messageSchema: z.ZodType<SlackMessage> = message;

const place = { channel: idSchema, channel_type: textSchema };

/** `message` and `app_mention` of the Events API; other events are none for us. */
export const eventSchema: z.ZodType<SlackEvent> = z.union([
  z.object({
    type: z.literal("message"),
    subtype: z.literal("message_changed"),
    ...place,
    message,
    previous_message: z.object({ text: textSchema }).optional().catch(undefined),
  }),
  message.extend({ type: z.enum(["message", "app_mention"]), ...place }),
]);
