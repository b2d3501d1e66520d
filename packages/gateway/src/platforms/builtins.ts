import type { Platform } from "./platform.ts";
import { discord } from "./discord/discord.ts";
import { homeassistant } from "./homeassistant/homeassistant.ts";
import { local } from "./local/local.ts";
import { matrix } from "./matrix/matrix.ts";
import { signal } from "./signal/signal.ts";
import { slack } from "./slack/slack.ts";
import { telegram } from "./telegram/telegram.ts";
import { webhook } from "./webhook/webhook.ts";
import { whatsapp } from "./whatsapp/whatsapp.ts";

/** Every messenger that comes with Hermes. Adding one is a line here, and its folder. */
export function builtinPlatforms(): readonly Platform[] {
  return [
    discord(),
    homeassistant(),
    local(),
    matrix(),
    signal(),
    slack(),
    telegram(),
    webhook(),
    whatsapp(),
  ];
}
