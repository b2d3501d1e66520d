import type { ChatAddress, Platform } from "../platforms/platform.ts";

/** What stands behind the platform's name, as that platform reads it. Undefined: it can't be the id of a chat. */
export function chatAddress(
  { name, parseChat = wholeNumbers }: Pick<Platform, "name" | "parseChat">,
  written: string,
): ChatAddress | undefined {
  const read = parseChat(written.trim());
  return read && { platform: name, ...read };
}

function wholeNumbers(written: string): Omit<ChatAddress, "platform"> | undefined {
  const [, chatId, threadId] = /^(-?\d+)(?::(\d+))?$/.exec(written) ?? [];
  if (chatId === undefined) return undefined;
  return { chatId, ...(threadId === undefined ? {} : { threadId }) };
}

/** Where nobody knows the platform: `CHAT`, or `CHAT:THREAD` with a number at its end. */
export function anyChat(platform: string, written: string): ChatAddress {
  const [, chatId = written, threadId] = /^(.+?):(\d+)$/.exec(written.trim()) ?? [];
  return { platform, chatId: chatId.trim(), ...(threadId === undefined ? {} : { threadId }) };
}
