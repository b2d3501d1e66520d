import type { PlatformHost } from "../platform.ts";
import type { ChatIds } from "./chat-ids.ts";
import { readPress, readUpdate } from "./read-update.ts";
import type { TelegramUser } from "./telegram-update.ts";
import { updateSchema } from "./update-schema.ts";

/** Hands over one update. Resolves once it is kept, or is none that matters; rejects where it is to come again. */
export type Receive = (update: unknown) => Promise<void>;

export function createReceive(options: {
  readonly host: Pick<PlatformHost, "message" | "press" | "log">;
  readonly bot: TelegramUser;
  readonly chatIds: ChatIds;
}): Receive {
  const { host, bot, chatIds } = options;
  return async (update) => {
    const parsed = updateSchema.safeParse(update);
    if (!parsed.success) {
      // Waiting for it to be understood would stop everything behind it.
      host.log("warn", "An update of Telegram was not understood and is left out.", {
        problem: parsed.error.issues[0]?.path.join("."),
      });
      return;
    }
    const moved = parsed.data.message?.migrate_to_chat_id;
    if (moved !== undefined && parsed.data.message !== undefined)
      return await chatIds.moved(String(parsed.data.message.chat.id), String(moved));
    const press =
      parsed.data.callback_query === undefined ? undefined : readPress(parsed.data.callback_query);
    if (press !== undefined) return await host.press({ ...press, at: at(press.at) });
    const message = readUpdate(parsed.data, bot);
    if (message !== undefined) await host.message({ ...message, at: at(message.at) });
  };

  function at<At extends { readonly chatId: string }>(place: At): At {
    return { ...place, chatId: chatIds.fromTelegram(place.chatId) };
  }
}
