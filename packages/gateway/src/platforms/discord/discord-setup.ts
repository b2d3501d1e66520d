import { z } from "zod";
import { jsonOf, requestOnce } from "../../http/request-once.ts";
import type { PlatformSetup } from "../platform.ts";
import { tokenRefused, unreachable } from "./discord-problems.ts";
import type { DiscordSettings } from "./discord-settings.ts";

const me = z.object({ id: z.string(), username: z.string() });

export const discordSetup: PlatformSetup<DiscordSettings> = {
  steps: [
    "Open https://discord.com/developers/applications and choose “New Application”.",
    "On its page “Bot” choose “Reset Token” and copy the token; it is shown once.",
    "On the same page switch on “Message Content Intent”, under “Privileged Gateway Intents”.",
    "On the page “OAuth2”, in “OAuth2 URL Generator”, tick “bot” and “applications.commands”, then “View Channels”, “Send Messages”, “Create Public Threads”, “Send Messages in Threads”, “Attach Files” and “Read Message History”. Open the address below in a browser and choose your server.",
  ],
  questions: [{ key: "token", question: "The bot's token", secret: true }],
  userId: {
    hint: "a number; switch on User Settings, Advanced, “Developer Mode”, then right-click your name and choose “Copy User ID”",
    pattern: /^\d{15,20}$/,
  },
  async identify({ token = "", api_root: root }, { fetch, signal }) {
    // Without a name of this form Discord answers nobody.
    const agent = "DiscordBot (https://github.com/hermes-ts/hermes, 1)";
    const headers = { authorization: `Bot ${token}`, "user-agent": agent };
    const answer = await requestOnce(`${root}/v10/users/@me`, { fetch, headers, signal, timeoutMs: 15_000 });
    if (!answer.answered) throw unreachable(root, answer.reason);
    if (answer.status === 401) throw tokenRefused();
    const found = answer.status === 200 ? me.safeParse(jsonOf(answer.body)).data : undefined;
    if (found === undefined) throw unreachable(root, `HTTP ${answer.status}, which is not Discord`);
    return `@${found.username}`;
  },
  next: () => ["Write to the bot in a private message, or mention it in a channel of the server."],
};
