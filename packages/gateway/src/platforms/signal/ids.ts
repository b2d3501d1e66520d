import type { ChatAddress } from "../platform.ts";

const groupPrefix = "group:";

/** The id of a group as a chat: `group:` and the Base64 that Signal has. */
export function groupChat(groupId: string): string {
  return groupPrefix + groupId;
}

/** Where a request goes, in the words of the daemon. */
export function targetOf({ chatId }: Pick<ChatAddress, "chatId">): Readonly<Record<string, unknown>> {
  return chatId.startsWith(groupPrefix)
    ? { groupId: chatId.slice(groupPrefix.length) }
    : { recipient: [chatId] };
}

/** Signal knows a message by who wrote it, and when. */
export function messageIdOf(author: string, timestamp: number): string {
  return `${author}:${timestamp}`;
}

export function readMessageId(
  messageId: string,
): { readonly author: string; readonly timestamp: number } | undefined {
  const [, author, digits] = /^(.+):(\d{1,16})$/.exec(messageId) ?? [];
  return author === undefined ? undefined : { author, timestamp: Number(digits) };
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** `+4915112345678`, the UUID of somebody who hides their number, or `group:` with the id of a group. */
export function parseSignalChat(written: string): { readonly chatId: string } | undefined {
  if (/^\+\d{5,15}$/.test(written) || /^group:[A-Za-z\d+/]{20,}={0,2}$/.test(written))
    return { chatId: written };
  return uuid.test(written) ? { chatId: written.toLowerCase() } : undefined;
}
