import type { InboundMessage } from "../platforms/platform.ts";
import type { Tier } from "./chat-sessions.ts";

export interface SessionKeyOptions {
  /** Whether each person of a group has a conversation of their own. */
  readonly groupSessionsPerUser: boolean;
  /** The same for a thread or a topic of one. */
  readonly threadSessionsPerUser: boolean;
}

/**
 * Names the conversation that a message belongs to: `agent:main:<platform>:<kind>:<chat>[:<thread>][:<user>]`, as the original
 * has it; of who is no owner, with their tier in the place of `main`. So nobody's words get into a session with more rights than they have: not
 * where several share a thread, and not when an owner becomes a user. Ids come from outside: what would be read as a separator is escaped.
 */
export function sessionKey(
  { at, chatKind, sender }: Pick<InboundMessage, "at" | "chatKind" | "sender">,
  options: SessionKeyOptions,
  tier: Tier,
): string {
  const perUser = isPerUser({ at, chatKind }, options);
  const parts = [at.platform, chatKind, at.chatId, at.threadId, perUser ? sender.userId : undefined];
  const key = parts
    .filter((part) => part !== undefined)
    .map((part) => part.replace(/[%:]/g, encodeURIComponent))
    .join(":");
  return tier === "owner" ? `agent:main:${key}` : `agent:${tier}:${key}`;
}

/** Whether several people share the conversation. */
export function isShared(
  message: Pick<InboundMessage, "at" | "chatKind">,
  options: SessionKeyOptions,
): boolean {
  return message.chatKind !== "dm" && !isPerUser(message, options);
}

function isPerUser(
  { at, chatKind }: Pick<InboundMessage, "at" | "chatKind">,
  { groupSessionsPerUser, threadSessionsPerUser }: SessionKeyOptions,
): boolean {
  if (chatKind === "dm") return false;
  return at.threadId === undefined ? groupSessionsPerUser : threadSessionsPerUser;
}
