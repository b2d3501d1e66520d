import { z } from "zod";
import { clipText } from "../clip-text.ts";
import type { Conversation } from "../hermes-ports.ts";

/** A conversation as clients see it. */
export interface ShownConversation {
  conversation_id: string;
  title: string;
  platform: string;
  model: string;
  folder?: string | undefined;
  parent_conversation_id?: string | undefined;
  summary?: string | undefined;
  started_at: string;
  last_active_at: string;
  message_count: number;
}

export function conversationShape(): z.ZodType<ShownConversation> {
  return z.object({
    conversation_id: z.string(),
    title: z.string(),
    platform: z.string().describe("Where it is held: cli, telegram, mcp, …"),
    model: z.string(),
    folder: z.string().optional(),
    parent_conversation_id: z.string().optional().describe("The conversation that it works for."),
    summary: z.string().optional(),
    started_at: z.string().describe("ISO 8601, UTC."),
    last_active_at: z.string(),
    message_count: z.int(),
  });
}

export function showConversation(conversation: Conversation): ShownConversation {
  const { cwd, parentId, summary } = conversation;
  return {
    conversation_id: conversation.id,
    title: clipText(conversation.title, 200),
    platform: conversation.platform,
    model: conversation.model,
    ...(cwd === undefined ? {} : { folder: cwd }),
    ...(parentId === undefined ? {} : { parent_conversation_id: parentId }),
    ...(summary === undefined ? {} : { summary: clipText(summary, 2_000) }),
    started_at: isoTime(conversation.startedAt),
    last_active_at: isoTime(conversation.lastActiveAt),
    message_count: conversation.messageCount,
  };
}

/** @param at Milliseconds since 1970. */
export function isoTime(at: number): string {
  return new Date(at).toISOString();
}
