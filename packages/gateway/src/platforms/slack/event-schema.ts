import { z } from "zod";

/** What is not understood is left out, rather than that it stops the rest. */
const text = z.string().optional().catch(undefined);
const id = z.string().min(1).max(200);
/** The time of a message, and its id within the chat. */
const ts = z.string().regex(/^\d{1,12}\.\d{1,10}$/);

const file = z.object({
  id: text,
  name: text,
  mimetype: text,
  size: z.number().optional().catch(undefined),
  subtype: text,
  url_private: text,
  url_private_download: text,
});

const attachment = z.object({
  is_share: z.boolean().optional().catch(undefined),
  is_msg_unfurl: z.boolean().optional().catch(undefined),
  author_name: text,
  text,
  fallback: text,
});

const message = z.object({
  ts,
  user: text,
  text: z.string().default("").catch(""),
  subtype: text,
  bot_id: text,
  thread_ts: ts.optional().catch(undefined),
  parent_user_id: text,
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

export interface SlackCommand {
  readonly command: string;
  readonly text: string;
  readonly user_id: string;
  readonly user_name?: string | undefined;
  readonly channel_id: string;
  readonly trigger_id: string;
}

export interface SlackActions {
  readonly user: {
    readonly id: string;
    readonly username?: string | undefined;
    readonly name?: string | undefined;
  };
  readonly channel?: { readonly id: string } | undefined;
  readonly container?:
    | {
        readonly message_ts?: string | undefined;
        readonly channel_id?: string | undefined;
        readonly thread_ts?: string | undefined;
      }
    | undefined;
  readonly message?: { readonly ts: string; readonly thread_ts?: string | undefined } | undefined;
  readonly trigger_id?: string | undefined;
  readonly actions: readonly {
    readonly value?: string | undefined;
    readonly action_ts?: string | undefined;
  }[];
}

/** A message of a conversation, as `conversations.history` gives it. */
export const messageSchema: z.ZodType<SlackMessage> = message;

const place = { channel: id, channel_type: text };

/** `message` and `app_mention` of the Events API; other events are none for us. */
export const eventSchema: z.ZodType<SlackEvent> = z.union([
  z.object({
    type: z.literal("message"),
    subtype: z.literal("message_changed"),
    ...place,
    message,
    previous_message: z.object({ text }).optional().catch(undefined),
  }),
  message.extend({ type: z.enum(["message", "app_mention"]), ...place }),
]);

export const commandSchema: z.ZodType<SlackCommand> = z.object({
  command: id,
  text: z.string().default("").catch(""),
  user_id: id,
  user_name: text,
  channel_id: id,
  trigger_id: id,
});

export const actionsSchema: z.ZodType<SlackActions> = z.object({
  type: z.literal("block_actions"),
  user: z.object({ id, username: text, name: text }),
  channel: z.object({ id }).optional().catch(undefined),
  container: z.object({ message_ts: text, channel_id: text, thread_ts: text }).optional().catch(undefined),
  message: z
    .object({ ts, thread_ts: ts.optional().catch(undefined) })
    .optional()
    .catch(undefined),
  trigger_id: text,
  actions: z.array(z.object({ value: text, action_ts: text })).min(1),
});
