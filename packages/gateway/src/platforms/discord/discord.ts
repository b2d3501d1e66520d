import { HermesError } from "@hermes/registry";
import type { Platform } from "../platform.ts";
import { discordLimits } from "./discord-limits.ts";
import { renderDiscord } from "./discord-markdown.ts";
import { tokenHint } from "./discord-problems.ts";
import { type DiscordSettings, discordEnvironment, discordSettings } from "./discord-settings.ts";
import { discordSetup } from "./discord-setup.ts";
import { type DiscordTimes, discordTimes } from "./discord-times.ts";

/** Discord by a bot of one's own. @see https://discord.com/developers/docs */
export function discord(times: Partial<DiscordTimes> = {}): Platform<DiscordSettings> {
  const { text, editEveryMs, fileBytes, buttonsPerRow } = discordLimits;
  return {
    name: "discord",
    label: "Discord",
    settings: discordSettings,
    environment: discordEnvironment,
    limits: { text, caption: text, editEveryMs, fileBytes, buttonsPerRow },
    // Discord counts whole signs; UTF-16 units are never fewer.
    length: (written) => written.length,
    render: renderDiscord,
    can: { edit: true, buttons: true, threads: true, files: true, codeBlocks: true },
    progress: "off",
    isConfigured: ({ token }) => token !== undefined,
    setup: discordSetup,
    async connect(settings, host, { signal }) {
      const { token } = settings;
      if (token === undefined)
        throw new HermesError("Discord has no token.", { code: "PLATFORM_UNAUTHORISED", hint: tokenHint });
      const { connectDiscord } = await import("./connect-discord.ts").catch(explainMissing);
      return await connectDiscord({ ...settings, token }, host, { ...discordTimes, ...times }, signal);
    },
  };
}

/** Its libraries are optional: most programs serve other messengers. */
function explainMissing(error: unknown): never {
  const isMissing = error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND";
  if (!isMissing) throw error;
  throw new HermesError("Discord needs the packages @discordjs/rest and @discordjs/ws.", {
    code: "PLATFORM_UNSUPPORTED",
    hint: "Install both beside @hermes/gateway.",
    cause: error,
  });
}
