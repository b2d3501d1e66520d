import { HermesError } from "@hermes/registry";
import type { BotAnswer } from "./bot-api.ts";

export const unauthorisedHint = "Ask @BotFather for the bot's token, and set TELEGRAM_BOT_TOKEN.";
export const conflictHint =
  "Another program asks for the messages of this bot: stop it (another gateway, a test), or get a token of your own from @BotFather.";

/** Why a connection was not made. */
export function connectError(answer: BotAnswer & { readonly ok: false }, root: string): HermesError {
  const { code, description } = answer;
  if (code === 401 || code === 404)
    return new HermesError("Telegram does not know the bot's token.", {
      code: "PLATFORM_UNAUTHORISED",
      hint: unauthorisedHint,
    });
  if (code === 409)
    return new HermesError(`Telegram gives the messages of this bot to somebody else: ${description}.`, {
      code: "PLATFORM_CONFLICT",
      hint: conflictHint,
    });
  return new HermesError(`Telegram can't be reached at ${new URL(root).origin}: ${description}.`, {
    code: "PLATFORM_UNREACHABLE",
    hint: "Look at the connection of this machine, and at TELEGRAM_API_ROOT where it is set.",
  });
}
