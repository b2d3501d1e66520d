import { z } from "zod";
import { jsonOf } from "../../http/request-once.ts";
import type { PlatformHost } from "../platform.ts";

/** A group that became a supergroup has another id; here it keeps the one it had, so that its session and its rights go on. */
export interface ChatIds {
  /** The id that Telegram knows now. */
  toTelegram(chatId: string): string;
  fromTelegram(chatId: string): string;
  moved(from: string, to: string): Promise<void>;
}

const table = z.record(z.string(), z.string());
const key = "moved-chats";

export async function openChatIds(memory: PlatformHost["memory"]): Promise<ChatIds> {
  // Damaged: Telegram names the new id again with the next send.
  const kept = table.safeParse(jsonOf((await memory.read(key)) ?? "")).data;
  const current = new Map(Object.entries(kept ?? {}));
  return {
    toTelegram: (chatId) => current.get(chatId) ?? chatId,
    fromTelegram: (chatId) => [...current].find(([, now]) => now === chatId)?.[0] ?? chatId,
    async moved(from, to) {
      if (current.get(from) === to) return;
      current.set(from, to);
      await memory.write(key, JSON.stringify(Object.fromEntries(current)));
    },
  };
}
