import { z } from "zod";
import type { OutboundMessage } from "../platform.ts";
import type { CallOptions, SlackCall } from "./slack-api.ts";
import type { SlackBot } from "./read-message.ts";

const page = z.object({
  messages: z.array(
    z.object({
      ts: z.string(),
      user: z.string().optional().catch(undefined),
      bot_id: z.string().optional().catch(undefined),
      metadata: z
        .object({
          event_payload: z
            .object({ key: z.string().optional().catch(undefined) })
            .optional()
            .catch(undefined),
        })
        .optional()
        .catch(undefined),
    }),
  ),
  response_metadata: z.object({ next_cursor: z.string().optional() }).optional().catch(undefined),
});

/** A history begins with the newest: what is looked for was the last that the bot said there. */
const historyPages = 2;
/** A thread begins with the oldest. */
const threadPages = 10;

/** What marks a message as ours, invisible to people. */
export function metadataOf(key: string): {
  readonly event_type: string;
  readonly event_payload: { readonly key: string };
} {
  return { event_type: "hermes_message", event_payload: { key } };
}

/** Looks for the mark of a message where it should be. */
export async function lookUpMessage(
  { to, key }: OutboundMessage,
  { bot, ...options }: CallOptions & { readonly call: SlackCall; readonly bot: SlackBot },
): Promise<{ readonly messageId: string } | "not-there" | "unknown"> {
  const { chatId: channel, threadId } = to;
  const common = { channel, include_all_metadata: "true", limit: "200" };
  const isThread = threadId !== undefined;
  const method = isThread ? "conversations.replies" : "conversations.history";
  let [own, marked] = [0, 0];
  let cursor: string | undefined;
  for (let index = 0; index < (isThread ? threadPages : historyPages); index += 1) {
    const parameters = { ...common, ...(isThread ? { ts: threadId } : {}), cursor };
    // oxlint-disable-next-line no-await-in-loop -- page by page
    const answer = await options.call(method, parameters, options);
    const read = answer.ok ? page.safeParse(answer.data).data : undefined;
    if (read === undefined) return "unknown";
    for (const message of read.messages) {
      const { event_payload: payload } = message.metadata ?? {};
      if (payload?.key === key) return { messageId: message.ts };
      if (message.user === bot.userId || (bot.botId !== undefined && message.bot_id === bot.botId)) own += 1;
      if (payload?.key !== undefined) marked += 1;
    }
    cursor = read.response_metadata?.next_cursor;
    if (cursor === undefined || cursor === "") break;
  }
  // Without the scope metadata.message:read no mark can be seen.
  if (own > 0 && marked === 0) return "unknown";
  return isThread && cursor !== undefined && cursor !== "" ? "unknown" : "not-there";
}
