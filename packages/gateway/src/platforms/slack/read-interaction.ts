import { z } from "zod";
import type { ChatAddress, InboundMessage, InboundPress } from "../platform.ts";
import { idSchema, textSchema, tsSchema } from "./event-schema.ts";
import { mrkdwnToMarkdown } from "./mrkdwn-to-markdown.ts";
import { kindOf } from "./read-message.ts";

const commandSchema = z.object({
  command: idSchema,
  text: z.string().default("").catch(""),
  user_id: idSchema,
  user_name: textSchema,
  channel_id: idSchema,
  trigger_id: idSchema,
});

const actionsSchema = z.object({
  type: z.literal("block_actions"),
  user: z.object({ id: idSchema, username: textSchema, name: textSchema }),
  channel: z.object({ id: idSchema }).optional().catch(undefined),
  container: z
    .object({ message_ts: textSchema, channel_id: textSchema, thread_ts: textSchema })
    .optional()
    .catch(undefined),
  message: z
    .object({ ts: tsSchema, thread_ts: tsSchema.optional().catch(undefined) })
    .optional()
    .catch(undefined),
  trigger_id: textSchema,
  actions: z.array(z.object({ value: textSchema, action_ts: textSchema })).min(1),
});

/** Undefined for what is none. `isKnown`: whether there is a command of that name. Behind the command for all, `new` is `/new`, and `how are you` a message. */
export function readCommand(
  payload: unknown,
  { now, isKnown }: { readonly now: number; readonly isKnown: (name: string) => boolean },
): InboundMessage | undefined {
  const { data } = commandSchema.safeParse(payload);
  if (data === undefined) return undefined;
  const { command, text, user_id: userId, user_name: name, channel_id: chatId, trigger_id: id } = data;
  const words = text.trim();
  const isCatchAll = command === "/hermes";
  const first = /^[\w-]+/.exec(words)?.[0] ?? "";
  const own = words === "" ? "/help" : isKnown(first.toLowerCase()) ? `/${words}` : words;
  return {
    at: { platform: "slack", chatId },
    ...{ messageId: id, updateId: `command:${id}` },
    // By the id: a channel can have the name of a direct message.
    chatKind: kindOf(chatId, undefined),
    sender: { userId, name, handle: name, isBot: false },
    text: mrkdwnToMarkdown(isCatchAll ? own : `${command} ${words}`.trim(), new Map()),
    ...{ sentAt: now, isAddressed: true, files: [] },
  };
}

/** Undefined for one without data, or of a message that is not there any more. */
export function readPress(payload: unknown): InboundPress | undefined {
  const { data } = actionsSchema.safeParse(payload);
  if (data === undefined) return undefined;
  const { user, channel, container, message, actions, trigger_id: id } = data;
  const [action] = actions;
  const chatId = channel?.id ?? container?.channel_id;
  const messageId = message?.ts ?? container?.message_ts;
  if (action?.value === undefined || chatId === undefined || messageId === undefined) return undefined;
  const threadId = message?.thread_ts ?? container?.thread_ts;
  const at: ChatAddress = {
    ...{ platform: "slack", chatId },
    ...(threadId === undefined || threadId === messageId ? {} : { threadId }),
  };
  const name = user.name ?? user.username;
  return {
    at,
    pressId: id ?? `${user.id}:${messageId}:${action.action_ts ?? ""}`,
    messageId,
    sender: { userId: user.id, name, handle: user.username ?? name, isBot: false },
    data: action.value,
  };
}
