import { setTimeout as delay } from "node:timers/promises";
import type { HomeassistantSettings } from "../../../src/index.ts";
import { homeassistant } from "../../../src/platforms/homeassistant/homeassistant.ts";
import type { HomeassistantTimes } from "../../../src/platforms/homeassistant/homeassistant-times.ts";
import type { PlatformPlace } from "../../../src/testing/index.ts";
import { type HomeassistantServer, openHomeassistantServer } from "./homeassistant-server.ts";

export const shortTimes: HomeassistantTimes = {
  answerMs: 1_000,
  pingMs: 60,
  reconnectMs: [10, 20],
  keepAgainMs: 10,
};

export interface HomeassistantPlace extends PlatformPlace<HomeassistantSettings> {
  readonly server: HomeassistantServer;
  settingsWith(more: object): HomeassistantSettings;
}

export async function openHomeassistantPlace(): Promise<HomeassistantPlace> {
  const server = await openHomeassistantServer();
  const platform = homeassistant(shortTimes);
  const settingsWith = (more: object): HomeassistantSettings =>
    platform.settings.parse({ token: server.token, url: server.url, ...more });
  let said = 0;
  return {
    platform,
    server,
    settings: settingsWith({}),
    settingsWith,
    unreachable: settingsWith({ url: "http://127.0.0.1:9" }),
    unauthorised: settingsWith({ token: "wrong" }),
    keepsMessages: false,
    peer: {
      at: { platform: "homeassistant", chatId: "homeassistant" },
      givesFiles: false,
      async say(text) {
        // An event reaches those who have subscribed, and nobody else.
        await server.subscribed("hermes_message");
        const id = `said-${++said}`;
        server.fire("hermes_message", { text, id });
        return id;
      },
      async seen(holds) {
        for (;;) {
          const seen = server.notifications.map(({ id, text }) => ({ messageId: id, text, buttons: [] }));
          if (holds(seen)) return seen;
          await delay(5);
        }
      },
      repeat: server.repeatEvent,
      dropReceiving: server.dropAll,
      silenceReceiving: server.silenceAll,
      forbid: server.forbid,
    },
    [Symbol.asyncDispose]: () => server.close(),
  };
}
