import { z } from "zod";
import { jsonOf } from "../../http/request-once.ts";
import { setNewest } from "../drop-oldest.ts";
import type { PlatformHost } from "../platform.ts";
import { whatsappLimits } from "./whatsapp-limits.ts";

/** When each person wrote last: for a day after that anything may be said to them. */
export interface ChatWindows {
  /** Resolves once it is kept. */
  heard(chatId: string, sentAt: number): Promise<void>;
  /** Somebody of whom nothing is known may have written before this was kept: WhatsApp is asked then. */
  isClosed(chatId: string): boolean;
}

const key = "heard-at";
const table = z.array(z.tuple([z.string(), z.number()])).catch([]);
/** Meta repeats a webhook for so long. */
const redeliveredMs = 7 * 24 * 3_600_000;

export async function openChatWindows({
  memory,
  now,
}: Pick<PlatformHost, "memory" | "now">): Promise<ChatWindows> {
  const heardAt = new Map(table.parse(jsonOf((await memory.read(key)) ?? "[]")));
  return {
    async heard(chatId, sentAt) {
      // A time that can't be is that of a wrong clock.
      const at = sentAt > now() - redeliveredMs ? Math.min(sentAt, now()) : now();
      if (at <= (heardAt.get(chatId) ?? 0)) return;
      setNewest(heardAt, chatId, at, 2_000);
      await memory.write(key, JSON.stringify([...heardAt]));
    },
    isClosed: (chatId) => now() - (heardAt.get(chatId) ?? now()) > whatsappLimits.windowMs,
  };
}
