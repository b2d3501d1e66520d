import type { PlatformSetup } from "../platform.ts";
import type { TelegramSettings } from "./telegram-settings.ts";

/** @param identify Asks Telegram whose token it is. */
export function telegramSetup(
  identify: PlatformSetup<TelegramSettings>["identify"],
): PlatformSetup<TelegramSettings> {
  return {
    steps: ["In Telegram write to @BotFather, send /newbot, and copy the token that it gives you."],
    questions: [{ key: "token", question: "The token of the bot", secret: true }],
    userId: { hint: "a number; @userinfobot tells it", pattern: /^\d+$/ },
    identify,
    next: () => ["In Telegram open your bot and press Start: a bot can't write first."],
  };
}
