import { discord, type DiscordSettings } from "../../../src/index.ts";
import type { PlatformPeer, PlatformPlace } from "../../../src/testing/index.ts";
import { type DiscordServer, openDiscordServer, personOf } from "./discord-server.ts";
import type { WorldUser } from "./discord-world.ts";
import { readDiscordMarkdown } from "./read-discord-markdown.ts";

export const ada: WorldUser = personOf(0);
/** Less than a second for what takes more than a minute. */
export const shortTimes = { answerMs: 2_000, silentMs: 700, backOffMs: 20 };
export const general = "600000000000000001";

export interface DiscordPlace extends PlatformPlace<DiscordSettings> {
  readonly server: DiscordServer;
}

export async function openDiscordPlace(): Promise<DiscordPlace> {
  const server = await openDiscordServer();
  const platform = discord(shortTimes);
  const settings = (more: object = {}): DiscordSettings =>
    platform.settings.parse({ token: server.world.token, api_root: server.root, ...more });
  return {
    platform,
    server,
    settings: settings(),
    peer: discordPeer(server),
    unreachable: settings({ api_root: "http://127.0.0.1:9/api" }),
    unauthorised: settings({ token: "MTIz.wrong.token" }),
    // What came while no session was open is asked for in chats that are known alone.
    keepsMessages: false,
    [Symbol.asyncDispose]: () => server.close(),
  };
}

function discordPeer(server: DiscordServer): PlatformPeer {
  const { world, gateway } = server;
  const { id: chatId } = world.dm(ada);
  const once = (fault: ReturnType<DiscordServer["fault"]>): void => {
    server.fault = () => {
      server.fault = () => "none";
      return fault;
    };
  };
  return {
    at: { platform: "discord", chatId },
    async say(text, { file } = {}) {
      const said =
        file === undefined ? server.say(ada, chatId, text) : await server.sayFile(ada, chatId, text, file);
      return said.id;
    },
    async edit(messageId, text) {
      const message = world.in(chatId).find(({ id }) => id === messageId);
      if (message !== undefined) server.edit(message, text);
    },
    async press(messageId, label) {
      const message = world.in(chatId).find(({ id }) => id === messageId);
      if (message !== undefined) server.press(ada, message, label);
    },
    seen: async (holds) =>
      await world.until(() => {
        const seen = world
          .in(chatId)
          .filter(({ author }) => author.bot)
          .map(({ id, content, components, attachments }) => ({
            messageId: id,
            text: readDiscordMarkdown(content),
            buttons: components.map((row) => row.components.map(({ label = "" }) => label)),
            fileName: attachments[0]?.filename,
          }));
        return holds(seen) ? seen : undefined;
      }),
    repeat() {
      const last = world.in(chatId).at(-1);
      if (last !== undefined) gateway.emit("MESSAGE_CREATE", { ...last, channel_type: 1 });
    },
    limitRate(afterMs) {
      server.retryAfterS = afterMs / 1_000;
      once("rate-limit");
    },
    loseAnswer: () => once("accept-then-drop"),
    dropReceiving: () => gateway.drop(),
    silenceReceiving: () => gateway.mute(),
    forbid: () => void world.forbidden.add(chatId),
  };
}
